import type { FaultKind } from './fault-plan.ts';

/** A change of the text of one module of the product. */
export interface SourcePatch {
  /** The end of the module's path. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A bug that a run must detect. */
export interface Sabotage {
  readonly name: string;
  readonly description: string;
  /** The faults that bring it to light: a short run would not reach all kinds. */
  readonly kinds: readonly FaultKind[];
  readonly patch?: SourcePatch;
  /** Changes the migrated database. */
  readonly sql?: (run: (text: string) => Promise<unknown>) => Promise<void>;
  readonly postgresSettings?: Readonly<Record<string, string>>;
}

export const sabotages: readonly Sabotage[] = [
  {
    name: 'version-guard',
    kinds: ['database_delay', 'kill_process'],
    description: 'A cart is replaced without comparing expected_cart_version',
    patch: {
      file: 'packages/operations/src/session-change/preconditions.ts',
      find: 'if (given === cartVersion) return;',
      replace: 'return;',
    },
  },
  {
    name: 'lost-fsync',
    kinds: ['kill_postgres'],
    description: 'PostgreSQL acknowledges a commit before it is on the disk',
    postgresSettings: {
      synchronous_commit: 'off',
      wal_writer_delay: '10s',
      wal_writer_flush_after: '1GB',
    },
  },
  {
    name: 'lease',
    kinds: ['receiver_fails', 'provider_delay', 'events_disordered'],
    description: 'A worker claims work without comparing the lease of another worker',
    patch: {
      file: 'packages/db/src/queues/due-queues.ts',
      find: 'sql`(leased_until IS NULL OR leased_until <= now())`',
      replace: 'sql`true`',
    },
  },
  {
    name: 'outbox',
    kinds: ['kill_process', 'kill_postgres', 'database_cut_after_commit'],
    description: 'Events are written by a statement of their own after the commit',
    patch: {
      file: 'packages/db/src/commit/create-commits.ts',
      find: 'const [row] = await db.$queryRaw<CommitRow[]>(call);',
      replace: `const withoutEvents = commits.map((commit) => {
      const { events, ...rest } = commit.rows;
      return { ...commit, rows: rest };
    });
    const [row] = await db.$queryRaw<CommitRow[]>(
      callCommitFunction(commitFunction, withoutEvents as never, lockMs));
    await new Promise((resolve) => setTimeout(resolve, 30));
    const later = commits.flatMap((commit) => commit.rows.events ?? []);
    if (later.length > 0) await db.$queryRaw(
      callCommitFunction(commitFunction, [{ merchantId: commits[0]?.merchantId, rows: { events: later } }] as never, lockMs));`,
    },
  },
  {
    name: 'replay',
    kinds: ['kill_process'],
    description: 'A stored response is replayed to a request with another fingerprint',
    patch: {
      file: 'packages/operations/src/request/outcome.ts',
      find: "if (stored.fingerprint !== fingerprint) throw new DomainError('idempotency_key_reused');",
      replace: '',
    },
  },
];

/** The sabotage with a name. @throws Error if there is none */
export function findSabotage(name: string): Sabotage {
  const found = sabotages.find((one) => one.name === name);
  if (found) return found;
  const names = sabotages.map((one) => one.name).join(', ');
  throw new Error(`--sabotage must be one of ${names}, not "${name}".`);
}

/** Applies a patch to the text of its module. @throws Error unless the text occurs once */
export function applyPatch(source: string, { file, find, replace }: SourcePatch): string {
  const parts = source.split(find);
  if (parts.length !== 2)
    throw new Error(`the sabotage finds its text ${parts.length - 1} times in ${file}`);
  return parts.join(replace);
}
