import type { Outputs } from '#trpc/client.ts';

/** The most calls, of 1,000 events each, that one replay makes. */
const MAX_CALLS = 20;

export type ReplayableCount = Outputs['events']['countReplayable'];
type ReplayPage = Pick<Outputs['events']['replay'], 'replayed' | 'has_more' | 'next_cursor'>;

const NOTHING_YET = 'None of the first events of this time. Choose a later start.';
const NOTHING_TO_REPLAY = 'No events to replay: the endpoint has received all of them.';

/** A replay that failed after it had queued events. */
export class PartialReplayError extends Error {
  override readonly name = 'PartialReplayError';
  readonly replayed: number;

  /** @param replayed the number of events that were queued */
  constructor(replayed: number, cause: unknown) {
    super('The replay is incomplete.', { cause });
    this.replayed = replayed;
  }
}

/**
 * Replays page after page, and returns how many events were queued.
 * @throws PartialReplayError, or the error of the first page
 */
export async function replayEvents(
  replayPage: (cursor: string | undefined) => Promise<ReplayPage>,
): Promise<{ readonly replayed: number; readonly hasMore: boolean }> {
  let replayed = 0;
  let cursor: string | undefined;
  for (let calls = 0; calls < MAX_CALLS; calls += 1) {
    const page = await replayPage(cursor).catch((error: unknown) => {
      throw replayed > 0 ? new PartialReplayError(replayed, error) : error;
    });
    replayed += page.replayed;
    cursor = page.next_cursor ?? undefined;
    if (!page.has_more) return { replayed, hasMore: false };
  }
  return { replayed, hasMore: true };
}

/** The number of events that a replay would send, such as "1,200 events" or "50,000 or more events". */
export function formatCount({ count, has_more }: ReplayableCount): string {
  if (count === 1 && !has_more) return '1 event';
  return `${count.toLocaleString('en')}${has_more ? ' or more' : ''} events`;
}

/** Formats the result of a count. */
export function formatReplayable(found: ReplayableCount): string {
  if (found.count > 0) return `${formatCount(found)} would be sent.`;
  return found.has_more ? NOTHING_YET : NOTHING_TO_REPLAY;
}

/** Formats the result of a replay. */
export function formatReplay(replayed: number, hasMore: boolean): string {
  if (replayed === 0) return hasMore ? NOTHING_YET : NOTHING_TO_REPLAY;
  const queued =
    replayed === 1 ? '1 event was queued.' : `${replayed.toLocaleString('en')} events were queued.`;
  return hasMore ? `${queued} There are more: replay again once these are delivered.` : queued;
}
