import { expect, test } from 'vitest';
import { backOff } from './back-off.ts';

test('1 s, 2 s, 4 s, 8 s, then never again', () => {
  const deaths = [0, 1, 2, 3, 4];
  const waits = deaths.map((_, count) => backOff(deaths.slice(0, count + 1), 5));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, undefined]);
});

test('what died long ago is forgiven', () => {
  expect(backOff([0, 1, 2, 3, 90_000], 90_000)).toBe(1_000);
});
