import { DomainError } from '@parley/domain';
import type { DatabaseClock } from '../sql/database-clock.ts';
import {
  getConflict,
  isIncompleteCommit,
  isLockTimeout,
  isLockTimeoutOn,
  isMissingFunction,
  isRetryable,
  isRolledBack,
  isTimeout,
  StaleWrite,
  translateErrors,
} from '../sql/errors.ts';
import { retryConflicts } from '../sql/retry-conflicts.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';
import type { GetTraceparent } from '../sql/traceparent.ts';
import { type CommitRow, callCommitFunction, commitFunctions } from './commit-function.ts';
import { type EncodedRows, encodeRows } from './commit-rows.ts';
import { createGroupCommit, groupCommitLimits, type QueuedCommit } from './group-commit.ts';
import type { CommitResult, SessionCommit } from './session-commit.ts';

/** A commit as the function's parameters have it. */
interface EncodedCommit extends QueuedCommit {
  /** The number that its rows have. No other commit of the same statement has it. */
  readonly n: number;
  readonly rows: EncodedRows;
  readonly failsWhenLocked: boolean;
}

/** The greatest number of a commit, a PostgreSQL integer. */
const MAX_NUMBER = 2_000_000_000;

/** Connections that write commits. */
export interface CommitConnection {
  readonly db: QueryConnection;
  /** Milliseconds to wait for a lock, on the shards of Citus too. */
  readonly lockMs: number;
  /** Whether the server of open connections is Citus. */
  readonly isCitus: () => boolean;
}

/**
 * Opens the write path of sessions.
 * @param group connections for statements with many commits, on which a lock timeout is short
 * @param alone connections for commits whose statement failed
 * @returns a function that writes a commit as a whole or not at all, together with concurrent ones. It
 *   throws provider_object_conflict, idempotency_in_flight when another request holds the idempotency
 *   key for too long, and service_unavailable
 */
export function createCommits(
  group: CommitConnection,
  alone: CommitConnection,
  clock: Pick<DatabaseClock, 'observe'>,
  getTraceparent?: GetTraceparent,
): (commit: SessionCommit) => Promise<CommitResult> {
  let last = 0;
  const submit = createGroupCommit<EncodedCommit, CommitResult>({
    ...groupCommitLimits(group.isCitus),
    write: (commits) => writeCommits(group, clock, commits),
    isSeparable: (error, commits) => {
      if (commits.length > 1) return isRolledBack(error) && !(group.isCitus() && isTimeout(error));
      return isRetryable(error) || (isLockTimeout(error) && !commits[0]?.failsWhenLocked);
    },
    writeAlone: (commit) =>
      retryConflicts(() => writeCommit(commit.failsWhenLocked ? group : alone, clock, commit)),
  });
  return (commit) => {
    last = (last % MAX_NUMBER) + 1;
    const n = last;
    return translateErrors(() => submit(encodeCommit(commit, n, getTraceparent?.())));
  };
}

/**
 * Writes a commit within a transaction.
 * @throws StaleWrite when the idempotency key was used or a row has changed
 * @throws DomainError provider_object_conflict
 */
export async function writeInTransaction(
  connection: CommitConnection,
  clock: Pick<DatabaseClock, 'observe'>,
  commit: SessionCommit,
  traceparent?: string,
): Promise<'applied'> {
  const encoded = encodeCommit(commit, 1, traceparent);
  const result = await writeCommit(connection, clock, encoded).catch((error: unknown) => {
    throw getConflict(error) ?? error;
  });
  if (result === 'applied') return result;
  throw new StaleWrite('a commit was decided from rows that have changed');
}

function encodeCommit(commit: SessionCommit, n: number, traceparent?: string): EncodedCommit {
  const { scope, idempotency, session, failsWhenLocked = false } = commit;
  const { merchantId, mode } = scope;
  const rows = encodeRows(commit, n, traceparent);
  const bytes = Object.values(rows).reduce((sum, { length }) => sum + length, 0);
  const locks: string[] = [];
  if (session?.before) locks.push(JSON.stringify([merchantId, session.before.id]));
  if (idempotency) {
    const { method, path, key } = idempotency;
    locks.push(JSON.stringify([merchantId, mode, method, path, key]));
  }
  return { n, rows, merchantId, bytes, locks, failsWhenLocked };
}

/** Writes commits, of one merchant on Citus, in one statement and returns their results in the same order. */
async function writeCommits(
  connection: CommitConnection,
  clock: Pick<DatabaseClock, 'observe'>,
  commits: readonly EncodedCommit[],
): Promise<CommitResult[]> {
  const { db, lockMs, isCitus } = connection;
  const commitFunction = commitFunctions[isCitus() ? 'citus' : 'postgres'];
  try {
    const call = callCommitFunction(commitFunction, commits, lockMs);
    const [row] = await db.$queryRaw<CommitRow[]>(call);
    if (!row) throw new Error('the commit function returned no row');
    clock.observe(row.now);
    return commits.map(({ n }) => (row.conflicts.includes(n) ? 'conflict' : 'applied'));
  } catch (error) {
    if (commits.length === 1 && isIncompleteCommit(error)) return ['conflict'];
    if (isMissingFunction(error))
      throw new Error(
        `the database has no function ${commitFunction.name}: run npm run admin -- migrate`,
      );
    throw error;
  }
}

async function writeCommit(
  connection: CommitConnection,
  clock: Pick<DatabaseClock, 'observe'>,
  commit: EncodedCommit,
): Promise<CommitResult> {
  try {
    const [result] = await writeCommits(connection, clock, [commit]);
    return result ?? 'conflict';
  } catch (error) {
    if (!isLockTimeoutOn(error, 'idempotency_record')) throw error;
    throw new DomainError('idempotency_in_flight', undefined, { retryAfterSeconds: 1 });
  }
}
