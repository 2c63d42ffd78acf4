import { describe, expect, it } from 'vitest';
import { absoluteTime, clockTime, relativeTime } from './time.ts';

const now = new Date('2026-11-20T12:00:00.000Z');

describe('relativeTime', () => {
  it.each([
    ['2026-11-20T12:00:00.000Z', 'just now'],
    ['2026-11-20T12:00:20.000Z', 'just now'],
    ['2026-11-20T11:59:15.000Z', '45 s ago'],
    ['2026-11-20T11:55:00.000Z', '5 min ago'],
    ['2026-11-20T09:00:00.000Z', '3 h ago'],
    ['2026-11-19T11:00:00.000Z', '25 h ago'],
    ['2026-11-10T11:00:00.000Z', '10 days ago'],
    ['2026-11-21T11:30:00.000Z', 'in 23 h'],
    ['2026-03-01T11:30:00.000Z', '1 Mar'],
    ['2025-03-01T11:30:00.000Z', '1 Mar 2025'],
  ])('formats %s as “%s”', (at, text) => {
    expect(relativeTime(new Date(at), now, { zone: 'UTC', locale: 'en' })).toBe(text);
  });
});

it('absoluteTime formats the full time in the given time zone', () => {
  expect(absoluteTime(now, { zone: 'UTC', locale: 'en' })).toBe('20 Nov 2026, 12:00:00 UTC');
  expect(absoluteTime(now, { zone: 'Asia/Tokyo', locale: 'en' })).toBe(
    '20 Nov 2026, 21:00:00 GMT+9',
  );
});

it('clockTime formats the time of day, with the date on other days', () => {
  expect(clockTime(now, now, { zone: 'Europe/Berlin', locale: 'en' })).toBe('13:00:00');
  expect(
    clockTime(new Date('2026-11-19T22:59:00Z'), now, { zone: 'Europe/Berlin', locale: 'en' }),
  ).toBe('19 Nov, 23:59');
  expect(
    clockTime(new Date('2026-11-19T23:30:00Z'), now, { zone: 'Europe/Berlin', locale: 'en' }),
  ).toBe('00:30:00');
});

it.each([
  ['2026-11-20T12:00:20.000Z', 'jetzt'],
  ['2026-11-20T11:59:15.000Z', 'vor 45 Sekunden'],
  ['2026-11-20T11:55:00.000Z', 'vor 5 Minuten'],
  ['2026-11-21T11:30:00.000Z', 'in 23 Stunden'],
  ['2026-11-10T11:00:00.000Z', 'vor 10 Tagen'],
  ['2026-03-01T11:30:00.000Z', '1. März'],
])('formats %s in German as “%s”', (at, text) => {
  expect(relativeTime(new Date(at), now, { zone: 'UTC', locale: 'de' })).toBe(text);
});
