import { expect, it } from 'vitest';
import { countSlowResponses } from './delivery-lane.ts';

it.each([
  [0, 2_000, 1],
  [1, 2_000, 2],
  [2, 14_000, 2],
  [2, 1_999, 0],
])('after %i slow responses, one that takes %i ms makes them %i', (before, durationMs, after) => {
  expect(countSlowResponses(before, durationMs)).toBe(after);
});
