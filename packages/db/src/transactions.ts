import { writeInTransaction } from './commit/create-commits.ts';
import type { SessionCommit } from './commit/session-commit.ts';
import { type Repositories, repositories } from './repositories.ts';
import type { Client, Connection } from './sql/client.ts';
import { type DatabaseClock, readClock } from './sql/database-clock.ts';
import type { Scope } from './sql/records.ts';
import { retryConflicts } from './sql/retry-conflicts.ts';
import type { SecretBox } from './sql/secret-box.ts';
import { setLockTimeout } from './sql/sql-connection.ts';
import type { GetTraceparent } from './sql/traceparent.ts';

const MAX_TRANSACTION_MS = 10_000;
const MAX_SNAPSHOT_MS = 60_000;

/** Repositories inside a transaction. */
export interface Transaction extends Repositories {
  /** When the transaction began, by the database clock. */
  now(): Promise<Date>;
  /**
   * Writes everything that one operation changed.
   * @throws StaleWrite when the idempotency key was used or a row has changed
   * @throws DomainError provider_object_conflict
   */
  commit(commit: SessionCommit): Promise<'applied'>;
  /** Runs `work` inside a savepoint: if it throws, its writes are rolled back and the transaction continues. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

export interface TransactionOptions {
  /** Whether the server of open connections is Citus. */
  readonly isCitus: () => boolean;
  readonly clock: DatabaseClock;
  readonly box: SecretBox;
  /** Milliseconds to wait for a connection. */
  readonly connectionMs: number;
  /** Milliseconds to wait for a lock. */
  readonly lockMs: number;
  readonly getTraceparent: GetTraceparent | undefined;
}

/**
 * Reads tables as they were at one moment, in a REPEATABLE READ transaction that writes nothing.
 * @throws DomainError service_unavailable
 */
export function runSnapshot<T>(
  client: Client,
  { box, connectionMs }: TransactionOptions,
  scope: Scope,
  work: (repositories: Repositories) => Promise<T>,
): Promise<T> {
  return retryConflicts(() =>
    client.$transaction((db) => work(repositories(db, scope, box)), {
      isolationLevel: 'RepeatableRead',
      timeout: MAX_SNAPSHOT_MS,
      maxWait: connectionMs,
    }),
  );
}

/**
 * Runs `work` in one READ COMMITTED transaction, and again after a conflict.
 * @throws DomainError service_unavailable
 */
export function runTransaction<T>(
  client: Client,
  { isCitus, clock, box, connectionMs, lockMs, getTraceparent }: TransactionOptions,
  scope: Scope,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return retryConflicts(() =>
    client.$transaction(
      async (db) => {
        // A connection option does not apply to shards.
        if (isCitus()) await db.$executeRaw(setLockTimeout(lockMs));
        return work({
          ...repositories(db, scope, box, {}, getTraceparent),
          now: () => readClock(db),
          commit: (commit) =>
            writeInTransaction({ db, lockMs, isCitus }, clock, commit, getTraceparent?.()),
          savepoint: (step) => runInSavepoint(db, step),
        });
      },
      { isolationLevel: 'ReadCommitted', timeout: MAX_TRANSACTION_MS, maxWait: connectionMs },
    ),
  );
}

/** Runs `step` inside a savepoint of a transaction: if it throws, its writes are rolled back. */
async function runInSavepoint<T>(db: Connection, step: () => Promise<T>): Promise<T> {
  await db.$executeRaw`SAVEPOINT nested`;
  try {
    const result = await step();
    await db.$executeRaw`RELEASE SAVEPOINT nested`;
    return result;
  } catch (error) {
    await db.$executeRaw`ROLLBACK TO SAVEPOINT nested`;
    throw error;
  }
}
