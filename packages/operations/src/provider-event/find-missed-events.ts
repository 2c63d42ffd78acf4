import type { ProviderCursor, ProviderEventRecord } from '@parley/db';
import { DAY_MS, DomainError } from '@parley/domain';
import type { EventPage, Provider } from '@parley/provider';
import type { Deps } from '../request/deps.ts';
import { getProvider } from '../request/get-provider.ts';
import { MAX_RETRY_SECONDS } from './provider-event-schedule.ts';
import { providerEventRecord } from './receive-provider-event.ts';

/** Days of the provider's event list that are read; the provider guarantees thirty. */
const LIST_DAYS = 29;
/** Seconds of the list in the first window, which usually covers the whole time since the last call. */
const FIRST_WINDOW_SECONDS = 120;
/** Milliseconds that one call reads. It is less than a stopping worker waits, and than the lease. */
const BUDGET_MS = 15_000;

export interface MissedEventsOptions {
  /** Seconds between two reads of one account's list. */
  readonly everySeconds: number;
  /** Seconds that an event may take to be listed or delivered; younger events are left for later. */
  readonly settleSeconds: number;
}

export interface MissedEvents {
  /** Number of events that were never received and are now in the queue. */
  readonly found: number;
  /** The ids of events that the database refused. */
  readonly refused: readonly string[];
  /** The start of a period whose events may be lost because the list no longer covers it. */
  readonly gapFrom: Date | null;
  /** Why the list could not be read further: usually a DomainError. */
  readonly error?: unknown;
}

/**
 * Reads an account's event list from where the last call ended and stores the events that were never
 * received. The provider lists the newest events first, so the position can advance only after a period was read
 * completely: the list is read in windows of time, and the position is stored after each. After failures the
 * first one is smaller. A period that the list no longer covers is recorded as a gap. A later call continues behind
 * the last complete window, at once if only the time of this call was over.
 */
export async function findMissedEvents(
  deps: Deps,
  cursor: ProviderCursor,
  { everySeconds, settleSeconds }: MissedEventsOptions,
): Promise<MissedEvents> {
  const { advanceProviderCursor, finishProviderCursor } = deps.database.providerSweeps;
  const deadline = performance.now() + BUDGET_MS;
  // The list has a resolution of one second: a second that is not over may still get an event.
  const end = wholeSecond(cursor.now.getTime() - settleSeconds * 1000);
  const oldest = new Date(cursor.now.getTime() - LIST_DAYS * DAY_MS);
  const gapFrom = cursor.readUntil < oldest ? cursor.readUntil : null;
  const gap = gapFrom ? { gap: { from: gapFrom, until: oldest } } : {};
  const start = gapFrom ? oldest : cursor.readUntil;
  const stored: Stored = { found: 0, refused: [] };
  let readUntil = start;
  let seconds = Math.max(1, FIRST_WINDOW_SECONDS / 2 ** cursor.failures);
  try {
    const list = await openList(deps, cursor);
    if (!list && start < end) readUntil = end;
    while (list && readUntil < end) {
      const windowEnd = readUntil.getTime() + seconds * 1000;
      const until = wholeSecond(Math.min(windowEnd, end.getTime()));
      const startedAt = performance.now();
      if (!(await storeWindow(list, { from: readUntil, until, deadline }, stored))) {
        if (readUntil === start) throw tooManyEvents(seconds);
        break;
      }
      readUntil = until;
      const now = performance.now();
      const [tookMs, leftMs] = [now - startedAt, deadline - now];
      if (readUntil >= end || leftMs <= tookMs) break;
      // The next window may have more events: it gets half of the time that is left.
      seconds = Math.max(1, seconds * Math.min(2, leftMs / tookMs / 2));
      // The events of the next window are left to the worker that has claimed the account meanwhile.
      if (!(await advanceProviderCursor(cursor, { readUntil, ...gap })))
        return { ...stored, gapFrom };
    }
    const isDueAgain = readUntil < end;
    await finishProviderCursor(cursor, {
      readUntil,
      ...gap,
      // While it falls behind, the size of window that could be read remains.
      failures: isDueAgain ? cursor.failures : 0,
      nextInSeconds: isDueAgain ? 0 : everySeconds,
    });
    return { ...stored, gapFrom };
  } catch (error) {
    const hasAdvanced = readUntil > start;
    await finishProviderCursor(cursor, {
      ...(hasAdvanced ? { readUntil, ...gap } : { readUntil: cursor.readUntil }),
      failures: hasAdvanced ? cursor.failures : cursor.failures + 1,
      nextInSeconds: hasAdvanced
        ? everySeconds
        : Math.min(everySeconds * 2 ** cursor.failures, MAX_RETRY_SECONDS),
    });
    return { ...stored, gapFrom: hasAdvanced ? gapFrom : null, error };
  }
}

const wholeSecond = (ms: number): Date => new Date(Math.floor(ms / 1000) * 1000);

const tooManyEvents = (seconds: number): DomainError =>
  new DomainError(
    'provider_error',
    `The provider listed the events of ${seconds} seconds for more than ${BUDGET_MS / 1_000} seconds.`,
  );

/** What one call has stored so far. */
interface Stored {
  found: number;
  refused: readonly string[];
}

/** The event list of an account. */
interface EventList {
  readonly provider: Provider;
  /** Stores those events of a page that were never received. */
  store(page: EventPage): Promise<Stored>;
}

/** Null if the account was removed, or was never active: then no attempt can have its objects. */
async function openList(deps: Deps, cursor: ProviderCursor): Promise<EventList | null> {
  const { merchantId, mode, providerConfigId } = cursor;
  const config = await deps.database.forScope(cursor).providerConfigs.find(providerConfigId);
  if (!config || config.status === 'inactive') return null;
  return {
    provider: getProvider(deps, config),
    store: ({ events }) => {
      const ours = events.filter(({ livemode }) => livemode === (mode === 'live'));
      const account = { merchantId, mode, providerConfigId };
      return storeEvents(
        deps,
        ours.map((event) => providerEventRecord(account, event)),
      );
    },
  };
}

interface Window {
  /** Exclusive. */
  readonly from: Date;
  /** Inclusive. */
  readonly until: Date;
  /** When no further page may be read, by performance.now(). */
  readonly deadline: number;
}

/**
 * Reads a period of the list and adds what was stored to `stored`.
 * @returns false if the deadline passed before all of the period was read
 */
async function storeWindow(
  { provider, store }: EventList,
  { deadline, ...period }: Window,
  stored: Stored,
): Promise<boolean> {
  let after: string | null = null;
  do {
    if (after !== null && performance.now() >= deadline) return false;
    const page: EventPage = await provider.listEvents({ ...period, after });
    const { found, refused } = await store(page);
    stored.found += found;
    stored.refused = [...stored.refused, ...refused];
    after = page.next;
  } while (after !== null);
  return true;
}

/** Stores events together or, if the database refuses that, one by one without those it refuses. */
async function storeEvents(deps: Deps, events: readonly ProviderEventRecord[]): Promise<Stored> {
  const { insertMissedEvents } = deps.database.providerSweeps;
  try {
    return { found: await insertMissedEvents(events), refused: [] };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const [event] = events;
    if (!event) throw error;
    if (events.length === 1) return { found: 0, refused: [event.eventId] };
  }
  const stored: Stored = { found: 0, refused: [] };
  for (const event of events) {
    const { found, refused } = await storeEvents(deps, [event]);
    stored.found += found;
    stored.refused = [...stored.refused, ...refused];
  }
  return stored;
}
