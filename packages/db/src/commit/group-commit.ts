import { COMMIT_CONNECTIONS } from '../sql/client.ts';
import { unavailable } from '../sql/errors.ts';
import { createRoundRobinQueue, type RoundRobinQueue } from './round-robin-queue.ts';

/**
 * The limits of every group commit. All commits are one group, except on Citus: there, each merchant is a
 * group, because a statement for several shards fails while one of their nodes is down.
 * @param isCitus whether the server of open connections is Citus
 */
export const groupCommitLimits = (isCitus: () => boolean) => ({
  inFlight: COMMIT_CONNECTIONS,
  // The others are for merchants on other nodes while one node is slow.
  inFlightPerGroup: 2,
  getGroup: ({ merchantId }: QueuedCommit) => (isCitus() ? merchantId : ''),
  // Longer than a statement needs that waits for nothing but the disk.
  slowStatementMs: 20,
  // All commits of a statement wait for the largest.
  maxCommits: 64,
  maxBytes: 1024 * 1024,
  // Several times the size of a usual session with its cart and events.
  largeBytes: 32 * 1024,
  // As long as a statement waits for a lock: what waits behind it for the same row fails with it.
  maxWaitMs: 3_000,
  lateError: () => unavailable(),
});

/** A commit that waits to be written together with others. */
export interface QueuedCommit {
  readonly merchantId: string;
  /** What it locks: no statement has two commits with a common lock, nor do two at the same time. */
  readonly locks: readonly string[];
  /** Size of its parameters. */
  readonly bytes: number;
}

export interface GroupCommitOptions<Commit, Result> {
  /** Maximum number of statements at the same time. */
  readonly inFlight: number;
  /** The same of one group, without its statement for a large commit. */
  readonly inFlightPerGroup: number;
  /** Only commits of the same group share a statement. */
  readonly getGroup: (commit: Commit) => string;
  /**
   * Milliseconds after which a running statement counts as slow, so that another one of its group starts
   * with fewer commits.
   */
  readonly slowStatementMs: number;
  /** Maximum number of commits in one statement. */
  readonly maxCommits: number;
  /** Maximum size of the parameters of one statement; a single larger commit is allowed. */
  readonly maxBytes: number;
  /**
   * Size of the parameters above which a commit is large: it has a statement of its own, and a group has one
   * such statement at a time. So large commits delay small ones neither in their statement nor before it.
   */
  readonly largeBytes: number;
  /** Milliseconds after which a waiting commit is rejected, because others wait for its locks in turn. */
  readonly maxWaitMs: number;
  /** The error of a commit that waited too long. */
  readonly lateError: () => Error;
  /** Writes commits in one statement. It receives them in the order of their locks. */
  readonly write: (commits: readonly Commit[]) => Promise<readonly Result[]>;
  /** Whether a commit can be written alone after a statement that failed with this error. */
  readonly isSeparable: (error: unknown, commits: readonly Commit[]) => boolean;
  /** Writes one commit on another connection. */
  readonly writeAlone: (commit: Commit) => Promise<Result>;
}

interface Waiting<Commit, Result> {
  readonly commit: Commit;
  readonly since: number;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

interface Statement {
  readonly group: string;
  readonly isLarge: boolean;
  readonly size: number;
  readonly startedAt: number;
}

/** The waiting commits of a group; its merchants take turns. */
interface WaitingGroup<Entry> {
  readonly small: RoundRobinQueue<Entry>;
  readonly large: RoundRobinQueue<Entry>;
}

/**
 * Writes concurrent commits together: those that arrive in one turn of the event loop, or while
 * statements run, share a statement. An idle process writes a commit at the end of the turn. A second
 * statement starts when as many commits wait as the first one has, because PostgreSQL needs less time
 * per commit for large statements, or when the first one is slow. Merchants take turns, so that one with
 * many commits does not delay those of others.
 */
export function createGroupCommit<Commit extends QueuedCommit, Result>(
  {
    inFlight,
    inFlightPerGroup,
    getGroup,
    slowStatementMs,
    maxCommits,
    maxBytes,
    largeBytes,
    maxWaitMs,
    lateError,
    write,
    isSeparable,
    writeAlone,
  }: GroupCommitOptions<Commit, Result>,
  nowMs: () => number = () => performance.now(),
): (commit: Commit) => Promise<Result> {
  type Entry = Waiting<Commit, Result>;
  /** Groups with waiting commits; the one whose last statement started the longest ago is first. */
  const waiting = new Map<string, WaitingGroup<Entry>>();
  /** Empty queues for the next group: one commit at a time must not create them each time. */
  let unused: WaitingGroup<Entry> | undefined;
  const running = new Set<Statement>();
  let scheduled = false;
  let timer: NodeJS.Timeout | undefined;
  const locked = new Set<string>();

  function add(entry: Entry): void {
    const { commit } = entry;
    const group = getGroup(commit);
    let queues = waiting.get(group);
    if (!queues) {
      queues = unused ?? { small: createRoundRobinQueue(), large: createRoundRobinQueue() };
      unused = undefined;
      waiting.set(group, queues);
    }
    queues[commit.bytes > largeBytes ? 'large' : 'small'].add(commit.merchantId, entry);
  }

  function removeIfEmpty(group: string, queues: WaitingGroup<Entry>): void {
    if (queues.small.size + queues.large.size > 0) return;
    waiting.delete(group);
    unused = queues;
  }

  /** Takes the next commits that share no lock with each other or with one being written. */
  function takeBatch(queue: RoundRobinQueue<Entry>, limit: number): Entry[] {
    let bytes = 0;
    return queue.take(limit, ({ commit }) => {
      const fits = bytes === 0 || bytes + commit.bytes <= maxBytes;
      if (!fits || commit.locks.some((lock) => locked.has(lock))) return false;
      bytes += commit.bytes;
      for (const lock of commit.locks) locked.add(lock);
      return true;
    });
  }

  function release({ commit }: Entry): void {
    for (const lock of commit.locks) locked.delete(lock);
  }

  /** Writes a commit whose statement failed because of another one, or that waits for a lock. */
  async function retryAlone(entry: Entry): Promise<void> {
    entry.resolve(
      writeAlone(entry.commit).finally(() => {
        release(entry);
        schedule();
      }),
    );
  }

  async function run(group: string, isLarge: boolean, batch: readonly Entry[]): Promise<void> {
    const commits = batch.map(({ commit }) => commit);
    const statement = { group, isLarge, size: batch.length, startedAt: nowMs() };
    running.add(statement);
    try {
      const results = await write(commits);
      for (const [index, entry] of batch.entries()) {
        release(entry);
        entry.resolve(results[index] as Result);
      }
    } catch (error) {
      const separable = isSeparable(error, commits);
      for (const entry of batch) {
        if (separable) void retryAlone(entry);
        else {
          release(entry);
          entry.reject(error);
        }
      }
    } finally {
      running.delete(statement);
      schedule();
    }
  }

  function rejectLate(): void {
    const now = nowMs();
    const isLate = ({ since }: Entry) => now - since > maxWaitMs;
    for (const [group, queues] of waiting) {
      for (const queue of [queues.small, queues.large]) {
        for (const entry of queue.removeFirst(isLate)) entry.reject(lateError());
      }
      removeIfEmpty(group, queues);
    }
  }

  /** Whether the small commits of a group justify a statement of their own now. */
  function mayStartSmall(group: string, { small }: WaitingGroup<Entry>): boolean {
    const ofGroup = [...running].filter((one) => one.group === group && !one.isLarge);
    if (running.size >= inFlight || ofGroup.length >= inFlightPerGroup) return false;
    const isSlow = ({ startedAt }: Statement) => nowMs() - startedAt >= slowStatementMs;
    return ofGroup.every((statement) => small.size >= statement.size || isSlow(statement));
  }

  /** Whether a large commit of a group may start. Half of the statements stay free for small ones. */
  function mayStartLarge(group: string): boolean {
    const large = [...running].filter(({ isLarge }) => isLarge);
    const isFree = running.size < inFlight && large.length < inFlight / 2;
    return isFree && !large.some((statement) => statement.group === group);
  }

  /** Starts the statements of a group that may start now. Returns whether there were any. */
  function startGroup(group: string, queues: WaitingGroup<Entry>): boolean {
    let started = false;
    const start = (isLarge: boolean, batch: readonly Entry[]) => {
      if (batch.length === 0) return false;
      started = true;
      void run(group, isLarge, batch.toSorted(byLocks));
      return true;
    };
    if (queues.large.size > 0 && mayStartLarge(group)) start(true, takeBatch(queues.large, 1));
    while (queues.small.size > 0 && mayStartSmall(group, queues)) {
      if (!start(false, takeBatch(queues.small, maxCommits))) break;
    }
    return started;
  }

  function flush(): void {
    rejectLate();
    for (const [group, queues] of [...waiting]) {
      if (!startGroup(group, queues)) continue;
      waiting.delete(group);
      waiting.set(group, queues);
      removeIfEmpty(group, queues);
    }
    clearTimeout(timer);
    if (waiting.size > 0) timer = setTimeout(flush, slowStatementMs);
  }

  /** Starts statements at the end of this turn of the event loop, with everything that it submits. */
  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      flush();
    });
  }

  return (commit) =>
    new Promise((resolve, reject) => {
      add({ commit, since: nowMs(), resolve, reject });
      schedule();
    });
}

/** The same order in every statement, so that two statements cannot wait for each other. */
function byLocks(one: { commit: QueuedCommit }, other: { commit: QueuedCommit }): number {
  const [a, b] = [one.commit.locks.join(), other.commit.locks.join()];
  return a < b ? -1 : a > b ? 1 : 0;
}
