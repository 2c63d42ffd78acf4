import { text } from 'node:stream/consumers';
import { type CreateApiKeyInput, createApiKeyInput } from '@parley/contract';
import { apiKeyKinds, apiScopes, explicitScopes } from '@parley/domain';
import { createApiKey, listApiKeys, locateApiKey, revokeApiKey } from '@parley/operations';
import { type Command, Option } from 'commander';
import { withContext } from '../context.ts';
import { CommandFailure, UsageError } from '../errors.ts';
import { formatTable } from '../format-table.ts';
import type { AdminIo } from '../io.ts';
import {
  addConfirmedWriteOptions,
  addJsonOption,
  addWriteOptions,
  modeOption,
  type ScopeOptions,
} from '../options.ts';

const MAX_LISTED = 1_000;

interface CreateOptions extends ScopeOptions {
  readonly kind: CreateApiKeyInput['kind'];
  readonly name: string;
  readonly scope?: readonly string[];
  readonly expiresAt?: string;
}

interface RevokeOptions extends Partial<ScopeOptions> {
  readonly valueStdin?: boolean;
}

export function addApiKeyCommands(program: Command, io: AdminIo): void {
  const key = program
    .command('api-key')
    .description('Creates, lists and revokes API keys of merchants.');

  addWriteOptions(key.command('create'))
    .description('Creates an API key and prints it. It cannot be read again later.')
    .requiredOption('--merchant <id>', 'merchant that holds the key')
    .addOption(modeOption('mode of the key').makeOptionMandatory())
    .addOption(
      new Option('--kind <kind>', 'kind of the key').choices(apiKeyKinds).makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'where the key is used')
    .addOption(
      new Option(
        '--scope <scope...>',
        `scopes of a secret key (default: all but ${explicitScopes.join(', ')})`,
      ).choices(apiScopes),
    )
    .option(
      '--expires-at <timestamp>',
      'when it expires, as an RFC 3339 timestamp (default: never)',
    )
    .action((options: CreateOptions) => create(io, options));

  addJsonOption(key.command('list'))
    .description('Lists the active API keys of a merchant, newest first.')
    .requiredOption('--merchant <id>', 'merchant that holds the keys')
    .addOption(modeOption('mode of the key').makeOptionMandatory())
    .action((options: ScopeOptions) => list(io, options));

  addConfirmedWriteOptions(key.command('revoke [id]'))
    .description(
      'Revokes an API key, by its id or by its value. Every process refuses it within two seconds.',
    )
    .option('--merchant <id>', 'merchant that holds the key, with an id')
    .addOption(modeOption('mode of the key'))
    .option('--value-stdin', 'read the value of the key from standard input')
    .action((id: string | undefined, options: RevokeOptions) => revoke(io, id, options));
}

function create(io: AdminIo, options: CreateOptions): Promise<void> {
  const { kind, name, scope, expiresAt } = options;
  const parsed = createApiKeyInput.safeParse({ kind, name, scopes: scope, expires_at: expiresAt });
  if (!parsed.success) {
    const issues = parsed.error.issues.map(
      ({ path, message }) => `--${String(path[0]).replace('_', '-')}: ${message}`,
    );
    throw new UsageError(issues.join('\n'));
  }
  return withContext(io, options, async ({ deps, createCaller, requireScope, print }) => {
    const caller = createCaller(await requireScope(options));
    const result = await createApiKey(deps, caller, parsed.data);
    // The value of a dry run is not a key.
    if (options.dryRun) print(parsed.data, `A ${kind} key named ${name} would be created.`);
    else print(result, result.value);
  });
}

function list(io: AdminIo, options: ScopeOptions): Promise<void> {
  return withContext(io, options, async ({ deps, requireScope, print }) => {
    const scope = await requireScope(options);
    const { data } = await listApiKeys(deps, scope, { ended: false, limit: MAX_LISTED });
    const rows = data.map(({ id, kind, last_four, last_used_at, name }) => [
      id,
      kind,
      `…${last_four}`,
      last_used_at ?? 'never',
      name,
    ]);
    const header = ['Id', 'Kind', 'Value', 'Last used', 'Name'];
    print({ api_keys: data }, formatTable([header, ...rows]));
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
  return withContext(io, options, async ({ deps, createCaller, requireScope, print, confirm }) => {
    const found =
      id !== undefined && merchant && mode
        ? { ...(await requireScope({ merchant, mode })), id }
        : await locateApiKey(deps, (await text(io.stdin)).trim());
    if (!found) throw new CommandFailure('There is no API key with this value.');
    const { merchantId, mode: foundMode } = found;
    const description = `API key ${found.id} of ${merchantId} in ${foundMode} mode`;
    if (!options.dryRun) await confirm(`${description} will be refused from now on.`);
    const result = await revokeApiKey(deps, createCaller(found), { id: found.id });
    print(result, `${description} ${options.dryRun ? 'would be' : 'is'} revoked.`);
  });
}
