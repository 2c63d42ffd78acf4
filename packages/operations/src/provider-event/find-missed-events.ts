import type { ProviderCursor, ProviderEventRecord } from '@parley/db';
import { DAY_MS, DomainError } from '@parley/domain';
import type { EventPage } from '@parley/provider';
import type { Deps } from '../request/deps.ts';
import { getProvider } from '../request/get-provider.ts';
import { MAX_RETRY_SECONDS } from './provider-event-schedule.ts';
import { providerEventRecord } from './receive-provider-event.ts';

/** Days of the provider's event list that are read; the provider guarantees thirty. */
const LIST_DAYS = 29;

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
}

/**
 * Reads an account's event list from where the last read ended and stores the events that were never
 * received. A period that the list no longer covers is recorded as a gap.
 * @throws DomainError provider_error, service_unavailable when the provider does not respond; a later
 *   call reads from the same position
 */
export async function findMissedEvents(
  deps: Deps,
  cursor: ProviderCursor,
  { everySeconds, settleSeconds }: MissedEventsOptions,
): Promise<MissedEvents> {
  // The list has a resolution of one second: a second that is not over may still get an event.
  const until = wholeSecond(cursor.now.getTime() - settleSeconds * 1000);
  const oldest = new Date(cursor.now.getTime() - LIST_DAYS * DAY_MS);
  const gapFrom = cursor.readUntil < oldest ? cursor.readUntil : null;
  const from = gapFrom ? oldest : cursor.readUntil;
  try {
    const stored =
      from < until ? await storeMissedEvents(deps, cursor, from, until) : { found: 0, refused: [] };
    await deps.database.providerSweeps.finishProviderCursor(cursor, {
      readUntil: new Date(Math.max(from.getTime(), until.getTime())),
      ...(gapFrom ? { gap: { from: gapFrom, until: oldest } } : {}),
      failures: 0,
      nextInSeconds: everySeconds,
    });
    return { ...stored, gapFrom };
  } catch (error) {
    await deps.database.providerSweeps.finishProviderCursor(cursor, {
      readUntil: cursor.readUntil,
      failures: cursor.failures + 1,
      nextInSeconds: Math.min(everySeconds * 2 ** cursor.failures, MAX_RETRY_SECONDS),
    });
    throw error;
  }
}

const wholeSecond = (ms: number): Date => new Date(Math.floor(ms / 1000) * 1000);

type Stored = Pick<MissedEvents, 'found' | 'refused'>;

async function storeMissedEvents(
  deps: Deps,
  cursor: ProviderCursor,
  from: Date,
  until: Date,
): Promise<Stored> {
  const { merchantId, mode, providerConfigId } = cursor;
  const config = await deps.database.forScope(cursor).providerConfigs.find(providerConfigId);
  let found = 0;
  const refused: string[] = [];
  if (!config) return { found, refused };
  const provider = getProvider(deps, config);
  let after: string | null = null;
  do {
    const page: EventPage = await provider.listEvents({ from, until, after });
    const ours = page.events.filter(({ livemode }) => livemode === (mode === 'live'));
    const stored = await storePage(
      deps,
      ours.map((event) => providerEventRecord({ merchantId, mode, providerConfigId }, event)),
    );
    found += stored.found;
    refused.push(...stored.refused);
    after = page.next;
  } while (after !== null);
  return { found, refused };
}

/** Stores events together or, if the database refuses that, one by one without those it refuses. */
async function storePage(deps: Deps, events: readonly ProviderEventRecord[]): Promise<Stored> {
  const { insertMissedEvents } = deps.database.providerSweeps;
  try {
    return { found: await insertMissedEvents(events), refused: [] };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const [event] = events;
    if (!event) throw error;
    if (events.length === 1) return { found: 0, refused: [event.eventId] };
  }
  let found = 0;
  const refused: string[] = [];
  for (const event of events) {
    const stored = await storePage(deps, [event]);
    found += stored.found;
    refused.push(...stored.refused);
  }
  return { found, refused };
}
