import { expect, it } from 'vitest';
import { periodEnd } from './period.ts';

const at = (text: string) => Date.parse(text) / 1000;

it.each([
  ['2026-01-31T10:00:00Z', 'month', 1, '2026-02-28T10:00:00Z'],
  ['2026-01-15T10:00:00Z', 'month', 3, '2026-04-15T10:00:00Z'],
  ['2024-02-29T00:00:00Z', 'year', 1, '2025-02-28T00:00:00Z'],
  ['2026-12-31T00:00:00Z', 'week', 2, '2027-01-14T00:00:00Z'],
  ['2026-12-31T00:00:00Z', 'day', 1, '2027-01-01T00:00:00Z'],
])('the period from %s of %s × %i ends at %s', (start, interval, interval_count, end) => {
  expect(periodEnd(at(start), { interval, interval_count })).toBe(at(end));
});
