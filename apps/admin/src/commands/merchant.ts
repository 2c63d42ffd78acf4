import { replaceEmbeddingOriginsInput } from '@parley/contract';
import type { MerchantDetails } from '@parley/db';
import { findNameProblem } from '@parley/domain';
import {
  createMerchant,
  newId,
  replaceEmbeddingOrigins,
  resumeMerchant,
  suspendMerchant,
} from '@parley/operations';
import type { Command } from 'commander';
import { getMerchants, withContext } from '../context.ts';
import { UsageError } from '../errors.ts';
import { formatTable } from '../format-table.ts';
import type { AdminIo } from '../io.ts';
import {
  addConfirmedWriteOptions,
  addJsonOption,
  addWriteOptions,
  type CommonOptions,
} from '../options.ts';
import { parseEmail } from '../parse-email.ts';

interface CreateOptions extends CommonOptions {
  readonly ownerEmail?: string;
  readonly embeddingOrigins?: string;
}

interface UpdateOptions extends CommonOptions {
  readonly embeddingOrigins: string;
}

const originsOption = '--embedding-origins <origins>';

export function addMerchantCommands(program: Command, io: AdminIo): void {
  const merchant = program
    .command('merchant')
    .description('Creates, lists, changes, suspends and resumes merchants.');

  addWriteOptions(merchant.command('create <name>'))
    .description('Creates a merchant without API keys, and invites its owner by email.')
    .option('--owner-email <email>', 'receives an invitation (default: no one; see user invite)')
    .option(originsOption, 'pages that may frame the payer page, separated by commas')
    .action((name: string, options: CreateOptions) => create(io, name, options));

  addWriteOptions(merchant.command('update <merchant>'))
    .description('Replaces the origins of the pages that may frame the payer page in both modes.')
    .requiredOption(originsOption, 'https origins, separated by commas; "" for none')
    .action((id: string, options: UpdateOptions) => update(io, id, options));

  addJsonOption(merchant.command('list'))
    .description('Lists all merchants, oldest first.')
    .action((options: CommonOptions) =>
      withContext(io, options, async ({ database, print }) => {
        const merchants = (await getMerchants(database).list()).map(merchantView);
        const rows = merchants.map(({ id, name, status, created_at }) => [
          id,
          status,
          created_at,
          name,
        ]);
        const text = formatTable([['Id', 'Status', 'Created', 'Name'], ...rows]);
        print({ merchants }, text);
      }),
    );

  addConfirmedWriteOptions(merchant.command('suspend <merchant>'))
    .description(
      'Refuses all API keys of a merchant within two seconds and lets its people only view. The worker finishes payments that were begun.',
    )
    .action((id: string, options: CommonOptions) => setSuspended(io, id, true, options));

  addWriteOptions(merchant.command('resume <merchant>'))
    .description('Ends the suspension of a merchant.')
    .action((id: string, options: CommonOptions) => setSuspended(io, id, false, options));
}

function create(io: AdminIo, text: string, options: CreateOptions): Promise<void> {
  const name = text.trim();
  const problem = findNameProblem(name, 'merchant');
  if (problem !== null) throw new UsageError(`The name ${problem}.`);
  const ownerEmail =
    options.ownerEmail === undefined ? undefined : parseEmail(options.ownerEmail, 'owner-email');
  const embeddingOrigins = parseOrigins(options.embeddingOrigins ?? '');
  return withContext(io, options, async (context) => {
    const { deps, createCaller, requireMerchant, sendInvitation, print } = context;
    const caller = createCaller({ merchantId: newId('merch') });
    const input = { name, ownerEmail, embeddingOrigins };
    const { id } = await (ownerEmail === undefined
      ? createMerchant(deps, caller, input)
      : sendInvitation(
          { merchantId: caller.merchantId, email: ownerEmail, role: 'owner' },
          (mailing) => createMerchant(mailing, caller, input),
        ));
    const invited = ownerEmail === undefined ? {} : { invited: ownerEmail };
    if (options.dryRun) {
      const invitation = ownerEmail === undefined ? '' : `, and ${ownerEmail} invited as its owner`;
      print({ name, ...invited }, `A merchant named ${name} would be created${invitation}.`);
      return;
    }
    const merchant = merchantView(await requireMerchant(id));
    const invitation = ownerEmail === undefined ? '' : ` and invited ${ownerEmail} as its owner`;
    print({ merchant, ...invited }, `Created ${id} (${name})${invitation}.`);
  });
}

function update(io: AdminIo, id: string, options: UpdateOptions): Promise<void> {
  const origins = parseOrigins(options.embeddingOrigins);
  return withContext(io, options, async ({ deps, createCaller, requireMerchant, print }) => {
    const merchant = await requireMerchant(id);
    const caller = createCaller({ merchantId: merchant.id });
    const result = await replaceEmbeddingOrigins(deps, caller, { embedding_origins: origins });
    const pages = origins.length === 0 ? 'No page' : origins.join(', ');
    const can = options.dryRun ? 'could' : 'can';
    print(result, `${pages} ${can} frame the payer page of ${merchant.name}.`);
  });
}

/** @throws UsageError */
function parseOrigins(text: string): string[] {
  const origins = text.split(',').filter((origin) => origin.trim() !== '');
  const parsed = replaceEmbeddingOriginsInput.safeParse({ embedding_origins: origins });
  if (parsed.success) return parsed.data.embedding_origins;
  throw new UsageError(`--embedding-origins ${parsed.error.issues[0]?.message}.`);
}

function setSuspended(
  io: AdminIo,
  id: string,
  isSuspended: boolean,
  options: CommonOptions,
): Promise<void> {
  return withContext(io, options, async (context) => {
    const { deps, createCaller, requireMerchant, print, confirm } = context;
    const before = await requireMerchant(id);
    const isDone = (before.suspendedAt !== null) === isSuspended;
    const state = isSuspended ? 'suspended' : 'active';
    const caller = createCaller({ merchantId: before.id });
    const change = isSuspended ? suspendMerchant : resumeMerchant;
    if (isDone || options.dryRun) {
      if (!isDone) await change(deps, caller);
      const text = `${before.name} ${isDone ? 'is' : 'would be'} ${state}.`;
      print({ merchant: merchantView(before) }, text);
      return;
    }
    if (isSuspended) {
      const effect = `All API keys of ${before.name} (${id}) will be refused, including those of its payer pages.`;
      await confirm(effect);
    }
    const after = merchantView(await change(deps, caller));
    print({ merchant: after }, `${before.name} is ${state}.`);
  });
}

const merchantView = ({ id, name, suspendedAt, createdAt }: MerchantDetails) => ({
  id,
  name,
  status: suspendedAt ? 'suspended' : 'active',
  suspended_at: suspendedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});
