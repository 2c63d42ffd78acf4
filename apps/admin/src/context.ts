import { randomBytes } from 'node:crypto';
import {
  type Database,
  type DatabaseOptions,
  type JsonObject,
  type MerchantDetails,
  openDatabase,
  type Scope,
} from '@parley/db';
import { formatEncryptionKey } from '@parley/db/encryption-keys';
import { readEnvironment } from '@parley/environment';
import { type Caller, type Deps, newId } from '@parley/operations';
import { stripeConnector } from '@parley/provider';
import { readLimits } from '@parley/runtime/environment';
import { unwrapKeys } from '@parley/runtime/unwrap-keys';
import type { z } from 'zod';
import { dryRunDeps } from './dry-run.ts';
import { environment, readerEnvironment } from './env.ts';
import { CommandFailure, UsageError } from './errors.ts';
import type { AdminIo } from './io.ts';
import type { CommonOptions, ScopeOptions } from './options.ts';
import { type InvitationTarget, sendInvitation } from './send-invitation.ts';

/** A command may read whole tables, which takes longer than any request. */
const TIMEOUTS = { statementMs: 600_000, responseMs: 610_000, connectionMs: 10_000 };
const PROVIDER_BUDGET_MS = 10_000;
const PROGRESS_MS = 1_000;
/** Merchants and people have no mode, but every caller has one. */
const ANY_MODE = 'live';

/** What a command that uses the database works with. */
export interface AdminContext {
  readonly database: Database;
  /** For operations. With --dry-run, they change nothing. */
  readonly deps: Deps;
  /** Name of the operator, for the audit log. */
  readonly operator: string;
  /** @throws CommandFailure when there is no merchant with this id */
  requireMerchant(id: string): Promise<MerchantDetails>;
  /**
   * The merchant and mode that options name.
   * @throws CommandFailure when there is no merchant with this id
   */
  requireScope(options: Pick<ScopeOptions, 'merchant' | 'mode'>): Promise<Scope>;
  /** The caller of operations on one merchant; without a mode, of those that concern both. */
  createCaller(scope: Pick<Scope, 'merchantId'> & Partial<Scope>): Caller;
  /**
   * Runs an operation that invites a person by email.
   * @throws CommandFailure if the email was not sent
   */
  sendInvitation<T>(target: InvitationTarget, operation: (deps: Deps) => Promise<T>): Promise<T>;
  /** Records an action that concerns more than one merchant. */
  record(action: string, details: JsonObject): Promise<void>;
  /** Prints the result as JSON or as text. With --dry-run, JSON has `dry_run: true`. */
  print(result: object, text: string): void;
  /** Writes a line of progress, at most one per second. */
  reportProgress(line: string): void;
  /**
   * Asks for confirmation, unless --yes is given.
   * @param effect what will happen, as a sentence
   * @throws UsageError without confirmation
   */
  confirm(effect: string): Promise<void>;
}

/** Opens the database, runs `work` and closes the database. Only a command that has --dry-run can write. */
export async function withContext<T>(
  io: AdminIo,
  options: CommonOptions,
  work: (context: AdminContext) => Promise<T>,
): Promise<T> {
  const env = readEnvironment(environment, await unwrapKeys(io.env));
  const { PARLEY_ENCRYPTION_KEYS: encryptionKeys, CHECKOUT_URL: checkoutUrl } = env;
  return withDatabase(env, { encryptionKeys, readOnly: !options.canWrite }, (database) =>
    work(createContext(io, options, { database, limits: readLimits(env), checkoutUrl })),
  );
}

/** Opens the database for a command that reads no secret, and closes it. It needs DATABASE_URL only. */
export async function withReader<T>(
  io: AdminIo,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const env = readEnvironment(readerEnvironment, io.env);
  const encryptionKeys = formatEncryptionKey({ id: 'unused', bytes: randomBytes(32) });
  return withDatabase(env, { encryptionKeys, readOnly: true }, work);
}

async function withDatabase<T>(
  env: z.infer<typeof readerEnvironment>,
  options: Pick<DatabaseOptions, 'encryptionKeys' | 'readOnly'>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase({
    url: env.DATABASE_URL,
    preparedStatements: env.DATABASE_PREPARED_STATEMENTS,
    poolSize: 4,
    timeouts: TIMEOUTS,
    ...options,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function createContext(
  io: AdminIo,
  options: CommonOptions,
  { database, limits, checkoutUrl }: Pick<Deps, 'database' | 'limits' | 'checkoutUrl'>,
): AdminContext {
  const operator = getOperator(io, options);
  const requireMerchant = async (id: string) => {
    const merchant = await getMerchants(database).find(id);
    if (merchant) return merchant;
    throw new CommandFailure(
      `There is no merchant ${id}. Run npm run admin -- merchant list for their ids.`,
    );
  };
  const deps: Deps = {
    database,
    newId,
    connectProvider: stripeConnector({ budgetMs: PROVIDER_BUDGET_MS }),
    ...(limits && { limits }),
    checkoutUrl,
  };
  let reportedAt = performance.now();
  return {
    database,
    deps: options.dryRun ? dryRunDeps(deps) : deps,
    operator,
    requireMerchant,
    requireScope: async ({ merchant, mode }) => ({
      merchantId: (await requireMerchant(merchant)).id,
      mode,
    }),
    createCaller: ({ merchantId, mode = ANY_MODE }) => ({
      merchantId,
      mode,
      actor: { kind: 'operator', id: operator },
      requestId: null,
    }),
    sendInvitation: (target, operation) => sendInvitation(io, options, deps, target, operation),
    record: (action, details) =>
      database.insertOperatorAction({ id: newId('audit'), action, details, operator }),
    print: (result, text) =>
      printResult(io, options, options.dryRun ? { ...result, dry_run: true } : result, text),
    reportProgress: (line) => {
      if (performance.now() - reportedAt < PROGRESS_MS) return;
      reportedAt = performance.now();
      io.writeError(`${line}\n`);
    },
    confirm: (effect) => confirm(io, options, effect),
  };
}

/** The repository of merchants, which is the same in every scope. */
export const getMerchants = (database: Database) =>
  database.forScope({ merchantId: 'merch_', mode: ANY_MODE }).merchants;

export const getOperator = (io: AdminIo, { operator }: CommonOptions): string =>
  operator ?? io.userName;

/** Prints a result as JSON or as text. */
export function printResult(
  io: AdminIo,
  { json }: CommonOptions,
  result: unknown,
  text: string,
): void {
  io.writeOut(`${json ? JSON.stringify(result, null, 2) : text}\n`);
}

async function confirm(io: AdminIo, { yes }: CommonOptions, effect: string): Promise<void> {
  if (yes) return;
  if (!io.prompt) throw new UsageError(`${effect} Add --yes to confirm it.`);
  const response = await io.prompt(`${effect} Type yes to continue: `);
  if (response.trim().toLowerCase() !== 'yes')
    throw new UsageError('Canceled. Nothing was changed.');
}
