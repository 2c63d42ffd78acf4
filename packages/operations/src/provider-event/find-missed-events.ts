import type { ProviderCursor } from '@parley/db';
import type { Deps } from '../request/deps.ts';
import { providerOf } from '../request/provider-of.ts';
import { appliedEventTypes } from './apply-provider-event.ts';

/** Days the provider's list of events reaches back; it promises thirty. */
const LIST_DAYS = 29;
const DAY_MS = 24 * 60 * 60_000;
/** Seconds until a list that could not be read is tried again, at most. */
const MAX_WAIT_SECONDS = 600;

export interface MissedEventsOptions {
  /** Seconds between two readings of one account's list. */
  readonly everySeconds: number;
  /** Seconds an event may take to appear in the list, or to be delivered; younger ones wait. */
  readonly settleSeconds: number;
}

export interface MissedEvents {
  /** Events that never came, now in the queue. */
  readonly found: number;
  /** From when on events may be lost, because the list does not reach back that far. */
  readonly gapFrom: Date | null;
}

/**
 * Reads an account's list of events from where it was read last and keeps those that never came.
 * Where the list does not reach back that far any more, that is recorded as a gap.
 * @throws DomainError provider_error, service_unavailable when the provider does not answer; the
 *   list is read again later from the same place
 */
export async function findMissedEvents(
  deps: Deps,
  cursor: ProviderCursor,
  { everySeconds, settleSeconds }: MissedEventsOptions,
): Promise<MissedEvents> {
  // The list tells whole seconds: one that is not over yet may still get an event.
  const until = wholeSecond(cursor.now.getTime() - settleSeconds * 1000);
  const reach = new Date(cursor.now.getTime() - LIST_DAYS * DAY_MS);
  const gapFrom = cursor.readUntil < reach ? cursor.readUntil : null;
  const from = gapFrom ? reach : cursor.readUntil;
  try {
    const found = from < until ? await keepMissed(deps, cursor, from, until) : 0;
    await deps.database.providerSweeps.finishProviderCursor(cursor, {
      readUntil: new Date(Math.max(from.getTime(), until.getTime())),
      ...(gapFrom ? { gap: { from: gapFrom, until: reach } } : {}),
      failures: 0,
      nextInSeconds: everySeconds,
    });
    return { found, gapFrom };
  } catch (error) {
    await deps.database.providerSweeps.finishProviderCursor(cursor, {
      readUntil: cursor.readUntil,
      failures: cursor.failures + 1,
      nextInSeconds: Math.min(everySeconds * 2 ** cursor.failures, MAX_WAIT_SECONDS),
    });
    throw error;
  }
}

const wholeSecond = (ms: number): Date => new Date(Math.floor(ms / 1000) * 1000);

async function keepMissed(
  deps: Deps,
  cursor: ProviderCursor,
  from: Date,
  until: Date,
): Promise<number> {
  const { merchantId, mode, pspConfigId } = cursor;
  const config = await deps.database.forScope(cursor).pspConfigs.find(pspConfigId);
  if (!config) return 0;
  let found = 0;
  const pages = providerOf(deps, config).listEvents({ types: appliedEventTypes, from, until });
  for await (const page of pages) {
    const ours = page.filter((notice) => notice.live === (mode === 'live'));
    found += await deps.database.providerSweeps.insertMissedEvents(
      ours.map((notice) => ({
        merchantId,
        mode,
        pspConfigId,
        eventId: notice.id,
        type: notice.type,
        objectId: notice.objectId,
        payload: { ...notice.payload },
        occurredAt: notice.occurredAt,
      })),
    );
  }
  return found;
}
