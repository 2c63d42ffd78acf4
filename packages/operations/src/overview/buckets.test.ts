import { expect, it } from 'vitest';
import { getBuckets } from './buckets.ts';

const HOUR_MS = 60 * 60_000;

/** The lengths of the parts in hours, of the period before and of the period. */
function getHours(period: Parameters<typeof getBuckets>[0], until: string, timeZone: string) {
  const { previous, current } = getBuckets(period, new Date(until), timeZone);
  return [previous, current].map((one) =>
    [...one.starts.slice(1), one.until].map(
      (end, n) => (end.getTime() - (one.starts[n]?.getTime() ?? 0)) / HOUR_MS,
    ),
  );
}
const getStarts = (...input: [Parameters<typeof getBuckets>[0], string, string]) => {
  const [period, until, timeZone] = input;
  const { previous, current } = getBuckets(period, new Date(until), timeZone);
  return [...previous.starts, ...current.starts].map((start) => start.toISOString());
};
const days = (count: number, hours = 24) => Array.from({ length: count }, () => hours);

it('ends both periods after the same time of their last hour, day or week', () => {
  const until = '2026-11-23T04:15:00Z';
  expect(getHours('7d', until, 'UTC')).toEqual([
    [...days(6), 4.25],
    [...days(6), 4.25],
  ]);
  expect(getHours('30d', until, 'Asia/Kathmandu')[1]).toEqual([...days(29), 10]);
  expect(getHours('24h', until, 'Asia/Kathmandu')).toEqual([days(24, 1), days(24, 1)]);
  expect(getHours('13w', until, 'UTC')[0]).toEqual([...days(12, 168), 148.25]);
});

it('begins hours, days and weeks on the clocks of the time zone', () => {
  const until = '2026-11-23T04:15:00Z';
  expect(getStarts('7d', until, 'America/New_York').at(-1)).toBe('2026-11-22T05:00:00.000Z');
  expect(getStarts('7d', until, 'America/New_York')[0]).toBe('2026-11-09T05:00:00.000Z');
  expect(getStarts('24h', until, 'Asia/Kathmandu').at(-1)).toBe('2026-11-23T03:15:00.000Z');
  expect(getStarts('13w', until, 'UTC').at(-1)).toBe('2026-11-17T00:00:00.000Z');
  // At the end of a day, the day is over and the next one has not begun.
  expect(getStarts('7d', '2026-11-23T00:00:00Z', 'UTC').at(-1)).toBe('2026-11-22T00:00:00.000Z');
});

it.each([
  // Back by an hour at 03:00 on 25 October, and forward by one at 02:00 on 29 March.
  ['Europe/Berlin', '2026-10-26T11:00:00Z', [...days(5), 25, 12]],
  ['Europe/Berlin', '2026-03-30T10:00:00Z', [...days(5), 23, 12]],
  // Forward at midnight on 6 September, so that the day begins at 01:00; back at 24:00 on 4 April.
  ['America/Santiago', '2026-09-07T15:00:00Z', [...days(5), 23, 12]],
  ['America/Santiago', '2026-04-05T16:00:00Z', [...days(5), 25, 12]],
  // Back from 01:00 to midnight on 1 November, which there is twice.
  ['America/Havana', '2026-11-02T17:00:00Z', [...days(5), 25, 12]],
  // By half an hour on 5 April.
  ['Australia/Lord_Howe', '2026-04-06T01:30:00Z', [...days(5), 24.5, 12]],
])('counts a day of %s before %s with a change of the clock', (timeZone, until, expected) => {
  expect(getHours('7d', until, timeZone)[1]).toEqual(expected);
});

it('compares with at most the whole of a day that a change of the clock made shorter', () => {
  const [previous] = getHours('7d', '2026-04-05T21:45:00Z', 'Europe/Berlin');
  expect(previous).toEqual([...days(6), 23]);
});

it.each(['', 'Mars/Olympus', '+05:07'])('refuses the time zone "%s"', (timeZone) => {
  expect(() => getBuckets('7d', new Date('2026-11-23T00:00:00Z'), timeZone)).toThrow(/IANA/);
});
