import { setTimeout as pause } from 'node:timers/promises';
import { type ClientBase, DatabaseError } from 'pg';
import { withConnection } from './with-connection.ts';

/** How a migration waits for tables that other transactions use. */
export interface LockWaits {
  /** Milliseconds to wait for a lock. All who use the table meanwhile wait behind the migration. */
  readonly timeoutMs: number;
  /** Milliseconds between the attempts: one attempt more than pauses. */
  readonly pausesMs: readonly number[];
}

export const defaultLockWaits: LockWaits = {
  timeoutMs: 3_000,
  pausesMs: [2_000, 4_000, 6_000, 8_000],
};

/** A migration that another transaction blocked at every attempt. It was rolled back. */
export class MigrationBlocked extends Error {
  override readonly name = 'MigrationBlocked';
}

export interface LockRetryOptions {
  readonly databaseUrl: string;
  readonly waits: LockWaits;
  readonly onProgress: (line: string) => void;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Statements for a transaction that waits for locks only so long, on the shards of a Citus cluster too. */
export const limitLockWaits = ({ timeoutMs }: LockWaits): readonly string[] => [
  "SET LOCAL citus.propagate_set_commands = 'local'",
  `SET LOCAL lock_timeout = ${timeoutMs}`,
];

/**
 * Runs `attempt`, which returns the connection to its state before if it fails, and runs it again after
 * a pause if it did not get a lock in time.
 * @throws MigrationBlocked after the last attempt
 */
export async function retryWhenBlocked<Result>(
  { databaseUrl, waits, onProgress }: LockRetryOptions,
  attempt: (watch: (client: ClientBase) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  // A connection that waits cannot report who blocks it: this one does.
  return withConnection(databaseUrl, async (observer) => {
    for (let attempts = 0; ; attempts++) {
      const watcher = watchBlockers(observer, waits.timeoutMs / 6);
      try {
        return await attempt(watcher.watch);
      } catch (error) {
        if (!(error instanceof DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
        const pauseMs = waits.pausesMs[attempts];
        const blockers = await watcher.blockers();
        const problem = `A table is locked by ${describeBlockers(blockers)}.`;
        if (pauseMs === undefined) throw new MigrationBlocked(`${problem} ${adviceFor(blockers)}`);
        onProgress(`${problem} The next attempt is in ${pauseMs / 1_000} s.`);
        await pause(pauseMs);
      } finally {
        watcher.stop();
      }
    }
  });
}

interface Blocker {
  readonly pid: number;
  readonly application: string;
  readonly state: string | null;
  readonly seconds: number | null;
}

function watchBlockers(observer: ClientBase, everyMs: number) {
  let found: readonly Blocker[] = [];
  let timer: NodeJS.Timeout | undefined;
  let search = Promise.resolve();
  return {
    /** Begins to watch the connection. */
    async watch(client: ClientBase): Promise<void> {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const pid = rows[0]?.pid;
      timer = setInterval(() => {
        search = search
          .then(() => readBlockers(observer, pid))
          .then((blockers) => {
            if (blockers.length > 0) found = blockers;
          })
          .catch(() => {});
      }, everyMs);
    },
    blockers: async () => {
      clearInterval(timer);
      await search;
      return found;
    },
    stop: () => clearInterval(timer),
  };
}

async function readBlockers(observer: ClientBase, pid: number | undefined) {
  const { rows } = await observer.query<Blocker>(
    `SELECT pid, application_name AS application, state,
       round(extract(epoch FROM clock_timestamp() - xact_start))::int AS seconds
     FROM pg_stat_activity WHERE pid = ANY(pg_blocking_pids($1)) ORDER BY xact_start`,
    [pid],
  );
  return rows;
}

function describeBlockers(blockers: readonly Blocker[]): string {
  if (blockers.length === 0) return 'another transaction';
  return blockers
    .map(({ pid, application, state, seconds }) => {
      const facts = [
        application,
        state,
        seconds === null ? '' : `in a transaction for ${seconds} s`,
      ];
      const known = facts.filter(Boolean).join(', ');
      return known ? `pid ${pid} (${known})` : `pid ${pid}`;
    })
    .join(' and ');
}

function adviceFor(blockers: readonly Blocker[]): string {
  const calls = blockers.map(({ pid }) => `SELECT pg_terminate_backend(${pid})`).join('; ');
  const end =
    calls || 'pg_terminate_backend; pg_stat_activity and pg_prepared_xacts list transactions';
  return `Nothing was changed. Wait until it ends, or end it (${end}). Then run migrate again.`;
}
