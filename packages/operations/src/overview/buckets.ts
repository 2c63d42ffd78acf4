import type { GetFiguresInput } from '@parley/contract';
import { type ComparedPeriods, FIGURE_MINUTES } from '@parley/db';
import { DAY_MS, HOUR_MS, InvalidFieldError, type OverviewPeriod } from '@parley/domain';
import { parseTimestampField } from '../request/parse-timestamp-field.ts';

/** The parts of each period. A week is 7 days up to the current one, so that no part is short. */
const parts = {
  '24h': { count: 24, days: null },
  '7d': { count: 7, days: 1 },
  '30d': { count: 30, days: 1 },
  '13w': { count: 13, days: 7 },
} as const satisfies Record<OverviewPeriod, { count: number; days: number | null }>;

/**
 * Reads the period that a person chose, and the one that it is compared with.
 * @throws DomainError invalid_request for an end that is not at a multiple of 15 minutes or too early, and
 *   for an unknown time zone
 */
export function readPeriods({ period, until: text, time_zone }: GetFiguresInput): ComparedPeriods {
  const until = parseTimestampField('until', text);
  if (until.getTime() % (FIGURE_MINUTES * 60_000) !== 0) {
    throw new InvalidFieldError(
      'until',
      `must be at a multiple of ${FIGURE_MINUTES} minutes, such as 2026-11-21T09:30:00Z.`,
    );
  }
  const periods = getBuckets(period, until, time_zone);
  const [first] = periods.previous.starts;
  if (first && first.getTime() >= 0) return periods;
  throw new InvalidFieldError('until', 'is too early: the period must begin after 1970.');
}

/**
 * Divides a period into hours, days or weeks of a time zone, and the period of as many parts before it.
 * Of the last part, both have only what is over at `until`, so that they can be compared.
 * @throws DomainError invalid_request for an unknown time zone
 */
export function getBuckets(period: OverviewPeriod, until: Date, timeZone: string): ComparedPeriods {
  const { count, days } = parts[period];
  const offsetAt = getOffsets(timeZone);
  const last = until.getTime() - 1;
  const localLast = last + offsetAt(last);
  const getStart = (part: number): number =>
    days === null
      ? last - (localLast % HOUR_MS) + part * HOUR_MS
      : startOfDay(Math.floor(localLast / DAY_MS) + 1 + (part - 1) * days, offsetAt);
  const startsFrom = (first: number) =>
    Array.from({ length: count }, (_, n) => getStart(first + n));
  const starts = startsFrom(1 - count);
  const previousStarts = startsFrom(1 - 2 * count);
  const elapsed = until.getTime() - getStart(0);
  // A part with a change of the clock may be shorter than the time that has passed of the last one.
  const previousUntil = Math.min(getStart(-count) + elapsed, getStart(1 - count));
  return {
    current: { starts: starts.map(toDate), until },
    previous: { starts: previousStarts.map(toDate), until: toDate(previousUntil) },
  };
}

const toDate = (ms: number): Date => new Date(ms);

/** Milliseconds that the clocks of a zone are ahead of UTC, at a time in milliseconds since 1970. */
type OffsetAt = (ms: number) => number;

function getOffsets(timeZone: string): OffsetAt {
  const format = clockIn(timeZone);
  return (ms) => {
    const parts = Object.fromEntries(
      format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
  };
}

function clockIn(timeZone: string): Intl.DateTimeFormat {
  try {
    // An offset such as +05:07 is not a time zone. Sessions are counted for 15 minutes.
    if (!/^[A-Z]/i.test(timeZone)) throw new RangeError('An IANA name begins with a letter.');
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidFieldError(
      'time_zone',
      'must be the name of an IANA time zone, such as Europe/Berlin.',
    );
  }
}

/**
 * The first moment of a day, which is not midnight where the clocks change then.
 * @param day days since 1970 on the clocks of the zone
 */
function startOfDay(day: number, offsetAt: OffsetAt): number {
  const midnight = day * DAY_MS;
  // The offsets of the days before and after: the clocks change once at most between them.
  const candidates = [offsetAt(midnight - DAY_MS), offsetAt(midnight + DAY_MS)]
    .map((offset) => midnight - offset)
    .toSorted((a, b) => a - b);
  const isInDay = (ms: number) => Math.floor((ms + offsetAt(ms)) / DAY_MS) === day;
  return candidates.find(isInDay) ?? midnight - offsetAt(midnight);
}
