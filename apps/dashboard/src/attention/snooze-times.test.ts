import { expect, it } from 'vitest';
import { formatLocal, readLocal } from '#preferences/local-time.ts';
import { listSnoozeChoices } from './snooze-times.ts';

const choicesAt = (now: string, zone: string) =>
  listSnoozeChoices(new Date(now), zone).map(({ id, until }) => [id, until.toISOString()]);

it('offers an hour, tomorrow and Monday morning in the zone of the person', () => {
  // In Tokyo it is Saturday already.
  expect(choicesAt('2026-11-20T20:30:00.000Z', 'Asia/Tokyo')).toEqual([
    ['hour', '2026-11-20T21:30:00.000Z'],
    ['tomorrow', '2026-11-22T00:00:00.000Z'],
    ['monday', '2026-11-23T00:00:00.000Z'],
  ]);
  // In New York the clock changes in the night to Sunday.
  expect(choicesAt('2026-10-31T20:30:00.000Z', 'America/New_York')).toEqual([
    ['hour', '2026-10-31T21:30:00.000Z'],
    ['tomorrow', '2026-11-01T14:00:00.000Z'],
    ['monday', '2026-11-02T14:00:00.000Z'],
  ]);
});

it('offers Monday once, and not today', () => {
  const sunday = choicesAt('2026-11-22T12:00:00.000Z', 'UTC');
  expect(sunday.slice(1)).toEqual([['tomorrow', '2026-11-23T09:00:00.000Z']]);
  const monday = choicesAt('2026-11-23T05:00:00.000Z', 'UTC');
  expect(monday.at(-1)).toEqual(['monday', '2026-11-30T09:00:00.000Z']);
});

it.each(['UTC', 'Asia/Kathmandu', 'America/St_Johns'])(
  'reads the value of a field in %s',
  (zone) => {
    const at = new Date('2026-07-01T22:45:00.000Z');
    expect(readLocal(formatLocal(at, zone), zone)).toEqual(at);
    expect(readLocal('', zone)).toBeNull();
  },
);
