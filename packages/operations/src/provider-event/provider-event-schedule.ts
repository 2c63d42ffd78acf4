import type { LeasedProviderEvent, ProviderEventOutcome } from '@parley/db';

/** How often an event is tried after failures of the service itself. */
const MAX_INTERNAL_FAILURES = 10;
/** The longest delay between two tries after failures, in seconds. */
export const MAX_RETRY_SECONDS = 600;
const HOUR_SECONDS = 3_600;
/** Delays of the first parks, in seconds. */
const FIRST_PARKS = [60, 240, 960, HOUR_SECONDS];
const LATER_PARK_SECONDS = 6 * HOUR_SECONDS;
/** Days that an event is parked before it is given up, or tried again if an operator parked it. */
export const PARK_DAYS = 30;
const MAX_PARKS = FIRST_PARKS.length + (PARK_DAYS * 24 * HOUR_SECONDS) / LATER_PARK_SECONDS;

type Counted = Pick<LeasedProviderEvent, 'transientFailures' | 'internalFailures' | 'parks'>;
type Scheduled = Pick<ProviderEventOutcome, 'status' | 'note' | 'retryInSeconds' | 'counts'>;

/**
 * Parks an event until its object is attached, or until the next try: after 1, 4, 16 and 60 minutes,
 * then every 6 hours for 30 days. Then it has failed.
 */
export function park(event: Counted, note: string): Scheduled {
  const parks = event.parks + 1;
  const counts = { transientFailures: 0, parks };
  if (parks > MAX_PARKS) {
    return { status: 'failed', note: `${note}; given up after ${PARK_DAYS} days`, counts };
  }
  const retryInSeconds = FIRST_PARKS[event.parks] ?? LATER_PARK_SECONDS;
  return { status: 'parked', note, retryInSeconds, counts };
}

/**
 * Parks an event whose object names no attempt, until the object is attached or the next try. After an hour
 * the object belongs to another use of the provider account, and the event is ignored.
 */
export function parkUnnamed(
  event: Counted & Pick<LeasedProviderEvent, 'ageSeconds'>,
  note: string,
): Scheduled {
  const seconds = Math.ceil(HOUR_SECONDS - event.ageSeconds);
  if (seconds <= 0) {
    return { status: 'ignored', note: 'belongs to another use of the provider account' };
  }
  const parked = park({ ...event, parks: Math.min(event.parks, FIRST_PARKS.length) }, note);
  return { ...parked, retryInSeconds: Math.min(parked.retryInSeconds ?? seconds, seconds) };
}

/** Retries after a failure of the provider or the database: with exponential backoff, without end. */
export function retryTransient(event: Counted, note: string): Scheduled {
  const transientFailures = event.transientFailures + 1;
  return {
    status: 'waiting',
    note,
    retryInSeconds: backoff(transientFailures),
    counts: { transientFailures },
  };
}

/** Retries after a failure of the service itself. After ten of them the event has failed. */
export function retryInternal(event: Counted, note: string): Scheduled {
  const internalFailures = event.internalFailures + 1;
  const counts = { internalFailures };
  if (internalFailures >= MAX_INTERNAL_FAILURES) return { status: 'failed', note, counts };
  return { status: 'waiting', note, retryInSeconds: backoff(internalFailures), counts };
}

/** Whether an event has failed so often that it is not tried again, such as one that ends the process. */
export function isExhausted(event: Pick<Counted, 'internalFailures'>): boolean {
  return event.internalFailures >= MAX_INTERNAL_FAILURES;
}

const backoff = (failures: number): number => Math.min(2 ** failures, MAX_RETRY_SECONDS);
