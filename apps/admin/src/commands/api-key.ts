import { text } from 'node:stream/consumers';
import { type CreateApiKeyInput, createApiKeyInput } from '@parley/contract';
import type { Scope } from '@parley/db';
import type { Mode } from '@parley/domain';
import { createApiKey, listApiKeys, locateApiKey, revokeApiKey } from '@parley/operations';
import { type Command, Option } from 'commander';
import { CommandFailure, UsageError } from '../errors.ts';
import type { AdminIo } from '../io.ts';
import {
  type AdminSession,
  addWriteOptions,
  type CommonOptions,
  confirm,
  formatTable,
  printResult,
  withSession,
} from '../session.ts';
import { requireMerchant } from './merchant.ts';

const MAX_LISTED = 1_000;

interface ScopeOptions extends CommonOptions {
  readonly merchant: string;
  readonly mode: Mode;
}

interface CreateOptions extends ScopeOptions {
  readonly kind: CreateApiKeyInput['kind'];
  readonly name: string;
  readonly scope?: readonly string[];
  readonly expiresAt?: string;
}

interface RevokeOptions extends Partial<ScopeOptions> {
  readonly valueStdin?: boolean;
}

const modeOption = () => new Option('--mode <mode>', 'mode of the key').choices(['test', 'live']);

export function addApiKeyCommands(program: Command, io: AdminIo): void {
  const key = program.command('key').description('API keys of merchants.');

  addWriteOptions(key.command('create'))
    .description('Creates an API key and prints it. It cannot be read again later.')
    .requiredOption('--merchant <id>', 'merchant that holds the key')
    .addOption(modeOption().makeOptionMandatory())
    .addOption(
      new Option('--kind <kind>', 'kind of the key')
        .choices(['secret', 'publishable'])
        .makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'where the key is used')
    .option('--scope <scope...>', 'scopes of a secret key (default: all)')
    .option(
      '--expires-at <timestamp>',
      'when it expires, as an RFC 3339 timestamp (default: never)',
    )
    .action((options: CreateOptions) => create(io, options));

  key
    .command('list')
    .description('Lists the active API keys of a merchant, newest first.')
    .requiredOption('--merchant <id>', 'merchant that holds the keys')
    .addOption(modeOption().makeOptionMandatory())
    .option('--json', 'print the result as JSON')
    .action((options: ScopeOptions) => list(io, options));

  addWriteOptions(key.command('revoke [id]'))
    .description(
      'Revokes an API key, by its id or by its value. Every process refuses it within two seconds.',
    )
    .option('--merchant <id>', 'merchant that holds the key, with an id')
    .addOption(modeOption())
    .option('--value-stdin', 'read the value of the key from standard input')
    .option('--yes', 'do not ask for confirmation')
    .action((id: string | undefined, options: RevokeOptions) => revoke(io, id, options));
}

async function scopeOf(
  { database }: AdminSession,
  { merchant, mode }: ScopeOptions,
): Promise<Scope> {
  return { merchantId: (await requireMerchant(database, merchant)).id, mode };
}

function create(io: AdminIo, options: CreateOptions): Promise<void> {
  const { kind, name, scope, expiresAt } = options;
  const parsed = createApiKeyInput.safeParse({ kind, name, scopes: scope, expires_at: expiresAt });
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new UsageError(issues.join('\n'));
  }
  return withSession(io, options, async (session) => {
    const caller = session.callerOf(await scopeOf(session, options));
    if (options.dryRun) {
      printResult(io, options, parsed.data, `A ${kind} key named ${name} would be created.`);
      return;
    }
    const result = await createApiKey(session.deps, caller, parsed.data);
    printResult(io, options, result, result.value);
  });
}

function list(io: AdminIo, options: ScopeOptions): Promise<void> {
  return withSession(io, options, async (session) => {
    const scope = await scopeOf(session, options);
    const { data } = await listApiKeys(session.deps, scope, { ended: false, limit: MAX_LISTED });
    const rows = data.map(({ id, kind, last_four, last_used_at, name }) => [
      id,
      kind,
      `…${last_four}`,
      last_used_at ?? 'never',
      name,
    ]);
    const header = ['Id', 'Kind', 'Value', 'Last used', 'Name'];
    printResult(io, options, { api_keys: data }, formatTable([header, ...rows]));
  });
}

function revoke(io: AdminIo, id: string | undefined, options: RevokeOptions): Promise<void> {
  const { valueStdin = false, merchant, mode } = options;
  if (valueStdin === (id !== undefined)) {
    throw new UsageError('Give either the id of a key or --value-stdin.');
  }
  if (id !== undefined && !(merchant && mode)) {
    throw new UsageError('An id needs --merchant and --mode. With --value-stdin both are found.');
  }
  if (valueStdin && !options.yes && !options.dryRun) {
    throw new UsageError('--value-stdin needs --yes: standard input cannot confirm too.');
  }
  return withSession(io, options, async (session) => {
    const found =
      id !== undefined && merchant && mode
        ? { ...(await scopeOf(session, { merchant, mode })), id }
        : await locateApiKey(session.deps, (await text(io.stdin)).trim());
    if (!found) throw new CommandFailure('There is no API key with this value.');
    const { merchantId, mode: foundMode } = found;
    const description = `API key ${found.id} of ${merchantId} in ${foundMode} mode`;
    if (options.dryRun) {
      const key = { id: found.id, merchant_id: merchantId, mode: foundMode };
      printResult(io, options, key, `${description} would be revoked.`);
      return;
    }
    await confirm(io, options, `${description} will be refused from now on.`);
    const result = await revokeApiKey(session.deps, session.callerOf(found), { id: found.id });
    printResult(io, options, result, `${description} is revoked.`);
  });
}
