import { DomainError } from '@parley/domain';
import type { DatabaseClock } from '../sql/database-clock.ts';
import {
  getConflict,
  isIncompleteCommit,
  isLockTimeout,
  isLockTimeoutOn,
  isRetryable,
  isRolledBack,
  isTimeout,
  StaleWrite,
  translateErrors,
} from '../sql/errors.ts';
import { retryConflicts } from '../sql/retry-conflicts.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';
import { commitFunctionCall } from './commit-function.ts';
import { encodeRows, type RowKind } from './commit-rows.ts';
import { type CommitRow, commitStatement } from './commit-statement.ts';
import { createGroupCommit, groupCommitLimits, type QueuedCommit } from './group-commit.ts';
import type { CommitResult, SessionCommit } from './session-commit.ts';

/** A commit as the statement's parameter has it. */
interface EncodedCommit extends QueuedCommit {
  readonly json: string;
  readonly kinds: readonly RowKind[];
  readonly failsWhenLocked: boolean;
}

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
): (commit: SessionCommit) => Promise<CommitResult> {
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
  return (commit) => translateErrors(() => submit(encodeCommit(commit)));
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
): Promise<'applied'> {
  const result = await writeCommit(connection, clock, encodeCommit(commit)).catch(
    (error: unknown) => {
      throw getConflict(error) ?? error;
    },
  );
  if (result === 'applied') return result;
  throw new StaleWrite('a commit was decided from rows that have changed');
}

function encodeCommit(commit: SessionCommit): EncodedCommit {
  const { scope, idempotency, session, failsWhenLocked = false } = commit;
  const { merchantId, mode } = scope;
  const { json, kinds } = encodeRows(commit);
  const locks: string[] = [];
  if (session?.before) locks.push(JSON.stringify([merchantId, session.before.id]));
  if (idempotency) {
    const { method, path, key } = idempotency;
    locks.push(JSON.stringify([merchantId, mode, method, path, key]));
  }
  return { json, kinds, merchantId, bytes: json.length, locks, failsWhenLocked };
}

/** Writes commits, of one merchant on Citus, in one statement and returns their results in the same order. */
async function writeCommits(
  connection: CommitConnection,
  clock: Pick<DatabaseClock, 'observe'>,
  commits: readonly EncodedCommit[],
): Promise<CommitResult[]> {
  const { db, lockMs, isCitus } = connection;
  const statement = isCitus() ? commitFunctionCall(commits, lockMs) : commitStatement(commits);
  try {
    const [row] = await db.$queryRaw<CommitRow[]>(statement);
    if (!row) throw new Error('the commit statement returned no row');
    clock.observe(row.now);
    const applied = new Set(row.applied);
    return commits.map((_, index) => (applied.has(index + 1) ? 'applied' : 'conflict'));
  } catch (error) {
    if (commits.length === 1 && isIncompleteCommit(error)) return ['conflict'];
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
