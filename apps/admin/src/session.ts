import { type Database, type JsonObject, openDatabase, type Scope } from '@parley/db';
import { type Caller, type Deps, newId } from '@parley/operations';
import { stripeConnector } from '@parley/provider';
import { readEnvironment } from '@parley/runtime/environment';
import type { Command } from 'commander';
import { environment } from './env.ts';
import { UsageError } from './errors.ts';
import type { AdminIo } from './io.ts';

/** A command may read whole tables, which takes longer than any request. */
const TIMEOUTS = { statementMs: 600_000, responseMs: 610_000, connectionMs: 10_000 };
const PROVIDER_BUDGET_MS = 10_000;

/** Options that commands share. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly operator?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** What a command that uses the database works with. */
export interface AdminSession {
  readonly database: Database;
  readonly deps: Deps;
  /** Name of the operator, for the audit log. */
  readonly operator: string;
  /** The caller of operations on one merchant. */
  callerOf(scope: Scope): Caller;
  /** Records an action that concerns more than one merchant. */
  record(action: string, details: JsonObject): Promise<void>;
}

/** Opens the database, runs `work` and closes the database. */
export async function withSession<T>(
  io: AdminIo,
  options: CommonOptions,
  work: (session: AdminSession) => Promise<T>,
): Promise<T> {
  const env = readEnvironment(environment, io.env);
  const database = openDatabase({
    url: env.DATABASE_URL,
    encryptionKeys: env.PARLEY_ENCRYPTION_KEYS,
    preparedStatements: env.DATABASE_PREPARED_STATEMENTS,
    poolSize: 4,
    timeouts: TIMEOUTS,
  });
  const operator = operatorOf(io, options);
  const connectProvider = stripeConnector({ budgetMs: PROVIDER_BUDGET_MS });
  try {
    return await work({
      database,
      // No command creates a link to the payer page.
      deps: { database, newId, connectProvider, checkoutUrl: '' },
      operator,
      callerOf: ({ merchantId, mode }) => ({
        merchantId,
        mode,
        actor: { kind: 'operator', id: operator },
        requestId: null,
      }),
      record: (action, details) =>
        database.insertOperatorAction({ id: newId('audit'), action, details, operator }),
    });
  } finally {
    await database.close();
  }
}

export const operatorOf = (io: AdminIo, { operator }: CommonOptions): string =>
  operator ?? io.userName;

/** Adds the options of a command that writes. */
export function addWriteOptions(command: Command): Command {
  return command
    .option('--operator <name>', 'your name for the audit log (default: the user of this system)')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--json', 'print the result as JSON');
}

/** Prints a result as JSON or as text. */
export function printResult(
  io: AdminIo,
  { json }: CommonOptions,
  result: unknown,
  text: string,
): void {
  io.writeOut(`${json ? JSON.stringify(result, null, 2) : text}\n`);
}

/**
 * Asks for confirmation, unless --yes is given.
 * @param effect what will happen, as a sentence
 * @throws UsageError without confirmation
 */
export async function confirm(io: AdminIo, { yes }: CommonOptions, effect: string): Promise<void> {
  if (yes) return;
  if (!io.prompt) throw new UsageError(`${effect} Add --yes to confirm it.`);
  const response = await io.prompt(`${effect} Type yes to continue: `);
  if (response.trim().toLowerCase() !== 'yes')
    throw new UsageError('Canceled. Nothing was changed.');
}

/** Aligns the cells of rows in columns. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
