import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Scope } from '@parley/db';
import {
  type ArchivableBatch,
  type ArchivedSession,
  deleteArchived,
  findArchivable,
  readArchivable,
  recordArchive,
} from '@parley/operations';
import {
  type ArchivePart,
  finishPart,
  isFinished,
  listParts,
  namePart,
  readPart,
  rewritePart,
  writePart,
} from './archive-parts.ts';
import type { AdminContext } from './context.ts';

/** Sessions of a part at most. After each part, the next merchant has its turn. */
const PART_SESSIONS = 5_000;

/** Archived sessions of a merchant and mode that were created in one month. */
interface ArchiveCount {
  readonly merchant_id: string;
  readonly mode: string;
  readonly month: string;
  sessions: number;
}

/** A merchant and mode whose sessions are examined up to `after`. */
interface Turn {
  readonly scope: Scope;
  after?: ArchivableBatch['last'];
}

export interface ArchiveOptions {
  readonly folder: string;
  /** Sessions that were changed then or later are not archived. */
  readonly before: Date;
  readonly merchantIds: readonly Scope['merchantId'][];
}

export type ArchiveRun = ReturnType<typeof createArchiveRun>;

/**
 * One run of the archive. A session is first written to a file, and then deleted if the file has what the database
 * has. So it is in the database, in a file or in both when the run is interrupted. A file without a manifest may
 * have sessions that are in the database too; the next run completes it.
 */
export function createArchiveRun(
  { deps, createCaller, reportProgress }: AdminContext,
  { folder, before, merchantIds }: ArchiveOptions,
) {
  const counts: ArchiveCount[] = [];
  const blocked: Record<string, number> = {};
  let total = 0;
  const turns = merchantIds.flatMap((merchantId): Turn[] =>
    (['test', 'live'] as const).map((mode) => ({ scope: { merchantId, mode } })),
  );

  function add({ merchantId, mode }: Scope, month: string, sessions: number): void {
    if (sessions === 0) return;
    const count = counts.find(
      (one) => one.merchant_id === merchantId && one.mode === mode && one.month === month,
    );
    if (count) count.sessions += sessions;
    else counts.push({ merchant_id: merchantId, mode, month, sessions });
    total += sessions;
    reportProgress(`${total} sessions, at ${merchantId} ${mode} ${month}`);
  }

  /** Moves on after a batch, so that it is not found again. */
  function pass(turn: Turn, { last, blockers }: ArchivableBatch): void {
    turn.after = last;
    for (const blocker of blockers) blocked[blocker] = (blocked[blocker] ?? 0) + 1;
  }

  /** The next batch with sessions that can be archived. */
  async function findNext(turn: Turn): Promise<ArchivableBatch | null> {
    for (;;) {
      const batch = await findArchivable(deps, turn.scope, before, turn.after);
      if (!batch || batch.ids.length > 0) return batch;
      pass(turn, batch);
    }
  }

  async function* readBatches(turn: Turn, first: ArchivableBatch) {
    let batch: ArchivableBatch | null = first;
    for (let read = 0; batch?.month === first.month && read < PART_SESSIONS; ) {
      pass(turn, batch);
      read += batch.ids.length;
      yield await readArchivable(deps, turn.scope, batch.ids);
      batch = await findNext(turn);
    }
  }

  /** Deletes the sessions of a part from the database, and those that remain there from the part. */
  async function settlePart(part: ArchivePart): Promise<void> {
    const { month, merchantId, mode } = part;
    const caller = createCaller({ merchantId, mode });
    await recordArchive(deps, caller, { month });
    const stored = new Set<string>();
    for await (const batch of readPart(part)) {
      const startedAt = performance.now();
      const remaining = await deleteArchived(deps, caller, before, batch);
      for (const id of remaining) stored.add(id);
      add(part, month, batch.length - remaining.length);
      // Half of the time is left to other work.
      await pause(performance.now() - startedAt);
    }
    const isElsewhere = (session: ArchivedSession) => (stored.has(session.id) ? null : session);
    if (stored.size > 0) await rewritePart(part, isElsewhere);
    if ((await finishPart(part)) > 0) return;
    await rm(part.manifest);
    await rm(part.file);
  }

  return {
    /** Archived sessions, or those that would be. */
    counts,
    /** The number of old sessions that were not, by reason. */
    blocked,

    /** Examines all sessions, and changes nothing. */
    async count(): Promise<void> {
      for (const turn of turns) {
        for (let batch = await findNext(turn); batch; batch = await findNext(turn)) {
          add(turn.scope, batch.month, batch.ids.length);
          pass(turn, batch);
        }
      }
    },

    /** Completes the parts of an interrupted run, then writes parts of the merchants in turns. */
    async write(): Promise<void> {
      const unfinished = (await listParts(folder)).filter((part) => !isFinished(part));
      for (const part of unfinished) {
        if (merchantIds.includes(part.merchantId)) await settlePart(part);
      }
      for (let waiting = turns; waiting.length > 0; ) {
        const next: Turn[] = [];
        for (const turn of waiting) {
          const first = await findNext(turn);
          if (!first) continue;
          const part = namePart(folder, turn.scope, first.month, new Date());
          await writePart(part, readBatches(turn, first));
          await settlePart(part);
          next.push(turn);
        }
        waiting = next;
      }
    },
  };
}
