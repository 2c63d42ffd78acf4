import { expect, it } from 'vitest';
import { translator } from '#test/translator.ts';
import { createBucketNames } from './bucket-names.ts';

it.each([
  ['24h', '2026-11-22T23:00:00Z', '2026-11-23T00:00:00Z', 'Mon 23 Nov, 00:00', '00:00'],
  ['7d', '2026-11-22T23:00:00Z', '2026-11-23T23:00:00Z', 'Mon 23 Nov', '23 Nov'],
  ['30d', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 'Sun 25 Oct', '25 Oct'],
  ['13w', '2026-10-26T23:00:00Z', '2026-11-02T23:00:00Z', '27 Oct – 2 Nov', '27 Oct'],
] as const)('names a part of %s in the time zone', (period, from, until, name, label) => {
  const { getName, getLabel } = createBucketNames(period, {
    t: translator('overview'),
    locale: 'en',
    zone: 'Europe/Berlin',
  });
  expect(getName({ from, until })).toBe(name);
  expect(getLabel({ from, until })).toBe(label);
});

it('names a part of a period in German', () => {
  const german = { t: translator('overview', 'de'), locale: 'de', zone: 'Europe/Berlin' };
  const day = { from: '2026-11-22T23:00:00Z', until: '2026-11-23T23:00:00Z' };
  expect(createBucketNames('7d', german).getName(day)).toBe('Mo, 23. Nov.');
  expect(createBucketNames('24h', german).getName(day)).toBe('Mo, 23. Nov., 00:00');
  expect(createBucketNames('13w', german).getLabel(day)).toBe('23. Nov.');
});
