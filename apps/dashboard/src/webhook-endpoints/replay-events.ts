import type { Translator } from '#messages/translator.ts';
import type { Outputs } from '#trpc/client.ts';

/** The most calls, of 1,000 events each, that one replay makes. */
const MAX_CALLS = 20;

export type ReplayableCount = Outputs['events']['countReplayable'];
type ReplayPage = Pick<Outputs['events']['replay'], 'replayed' | 'has_more' | 'next_cursor'>;

type T = Translator<'webhookEndpoints'>;

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

/** Formats the result of a count. */
export function formatReplayable(t: T, { count, has_more: hasMore }: ReplayableCount): string {
  if (count === 0) return formatNothing(t, hasMore);
  return t(hasMore ? 'replayResult.countedOrMore' : 'replayResult.counted', { count });
}

/** Formats the result of a replay. */
export function formatReplay(t: T, replayed: number, hasMore: boolean): string {
  if (replayed === 0) return formatNothing(t, hasMore);
  return t(hasMore ? 'replayResult.queuedInPart' : 'replayResult.queued', { count: replayed });
}

const formatNothing = (t: T, hasMore: boolean) =>
  t(hasMore ? 'replayResult.nothingYet' : 'replayResult.nothing');
