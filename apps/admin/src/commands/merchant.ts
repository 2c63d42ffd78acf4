import type { Database, MerchantDetails } from '@parley/db';
import { createMerchant, newId, resumeMerchant, suspendMerchant } from '@parley/operations';
import type { Command } from 'commander';
import { CommandFailure, UsageError } from '../errors.ts';
import type { AdminIo } from '../io.ts';
import {
  addWriteOptions,
  type CommonOptions,
  confirm,
  formatTable,
  printResult,
  withSession,
} from '../session.ts';

/** Changes of a merchant have no mode, but every caller has one. */
const MODE = 'live';

export function addMerchantCommands(program: Command, io: AdminIo): void {
  const merchant = program.command('merchant').description('Merchants.');

  addWriteOptions(merchant.command('create <name>'))
    .description('Creates a merchant without API keys and people.')
    .action((name: string, options: CommonOptions) => create(io, name, options));

  merchant
    .command('list')
    .description('Lists all merchants, oldest first.')
    .option('--json', 'print the result as JSON')
    .action((options: CommonOptions) =>
      withSession(io, options, async ({ database }) => {
        const merchants = (await repositoryOf(database).list()).map(merchantView);
        const rows = merchants.map(({ id, name, status, created_at }) => [
          id,
          status,
          created_at,
          name,
        ]);
        const text = formatTable([['Id', 'Status', 'Created', 'Name'], ...rows]);
        printResult(io, options, { merchants }, text);
      }),
    );

  addWriteOptions(merchant.command('suspend <merchant>'))
    .description(
      'Refuses all API keys of a merchant within two seconds and lets its people only view. The worker finishes payments that were begun.',
    )
    .option('--yes', 'do not ask for confirmation')
    .action((id: string, options: CommonOptions) => setSuspended(io, id, true, options));

  addWriteOptions(merchant.command('resume <merchant>'))
    .description('Ends the suspension of a merchant.')
    .action((id: string, options: CommonOptions) => setSuspended(io, id, false, options));
}

function create(io: AdminIo, text: string, options: CommonOptions): Promise<void> {
  const name = text.trim();
  if (name === '' || name.length > 200) {
    throw new UsageError('The name must have 1 to 200 characters.');
  }
  return withSession(io, options, async ({ deps, database, callerOf }) => {
    if (options.dryRun) {
      printResult(io, options, { name }, `A merchant named ${name} would be created.`);
      return;
    }
    const caller = callerOf({ merchantId: newId('merch'), mode: MODE });
    const { id } = await createMerchant(deps, caller, { name });
    const created = merchantView(await requireMerchant(database, id));
    printResult(io, options, { merchant: created }, `Created ${id} (${name}).`);
  });
}

function setSuspended(
  io: AdminIo,
  id: string,
  isSuspended: boolean,
  options: CommonOptions,
): Promise<void> {
  return withSession(io, options, async ({ deps, database, callerOf }) => {
    const before = await requireMerchant(database, id);
    const isDone = (before.suspendedAt !== null) === isSuspended;
    const state = isSuspended ? 'suspended' : 'active';
    if (isDone || options.dryRun) {
      const text = `${before.name} ${isDone ? 'is' : 'would be'} ${state}.`;
      printResult(io, options, { merchant: merchantView(before) }, text);
      return;
    }
    if (isSuspended) {
      const effect = `All API keys of ${before.name} (${id}) will be refused, including those of its payer pages.`;
      await confirm(io, options, effect);
    }
    const caller = callerOf({ merchantId: before.id, mode: MODE });
    const change = isSuspended ? suspendMerchant : resumeMerchant;
    const after = merchantView(await change(deps, caller));
    printResult(io, options, { merchant: after }, `${before.name} is ${state}.`);
  });
}

/** @throws CommandFailure when there is no merchant with this id */
export async function requireMerchant(database: Database, id: string): Promise<MerchantDetails> {
  const merchant = await repositoryOf(database).find(id);
  if (merchant) return merchant;
  throw new CommandFailure(
    `There is no merchant ${id}. Run npm run admin -- merchant list for their ids.`,
  );
}

/** The repository of merchants, which is the same in every scope. */
const repositoryOf = (database: Database) =>
  database.forScope({ merchantId: 'merch_', mode: MODE }).merchants;

const merchantView = ({ id, name, suspendedAt, createdAt }: MerchantDetails) => ({
  id,
  name,
  status: suspendedAt ? 'suspended' : 'active',
  suspended_at: suspendedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});
