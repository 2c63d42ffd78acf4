import { expect, it } from 'vitest';
import { createdRange } from './created-range.ts';

it.each([
  // Central Europe: the day without the hour after 02:00, and the one that has it twice.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  // The clock goes from midnight to 01:00, and from 01:00 to midnight.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
  // The same west of UTC, for which the offset at the same time in UTC is the one before the change.
  ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['2026-03-29', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z', '2026-03-30T00:00:00.000Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['2026-12-31', 'UTC', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('the day %s of %s is from %s to %s', (day, zone, from, before) => {
  expect(createdRange({ created_from: day, created_to: day }, zone)).toEqual({
    created_from: from,
    created_before: before,
  });
});
