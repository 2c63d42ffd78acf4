import { expect, it } from 'vitest';
import { countSlowResponses, mayTakePlace } from './delivery-lane.ts';

it.each([
  [0, 2_000, 1],
  [1, 2_000, 2],
  [2, 14_000, 2],
  [2, 1_999, 0],
])('after %i slow responses, one that takes %i ms makes them %i', (before, durationMs, after) => {
  expect(countSlowResponses(before, durationMs)).toBe(after);
});

it('one that shares 64 places takes a fifth of them, and ten leave a quarter free', () => {
  for (const [sharers, free] of [
    [1, 51],
    [10, 16],
    [63, 1],
  ] as const) {
    const taken = Array.from({ length: sharers }, () => 0);
    let left = 64;
    for (let changed = true; changed; ) {
      changed = false;
      for (const [index, count] of taken.entries()) {
        if (!mayTakePlace(count, left)) continue;
        taken[index] = count + 1;
        left -= 1;
        changed = true;
      }
    }
    expect(left).toBe(free);
  }
});

it('ten that take as many of 64 places as they may, one after the other, leave five free', () => {
  let free = 64;
  for (let sharer = 0; sharer < 10; sharer++) {
    for (let taken = 0; mayTakePlace(taken, free); taken++) free -= 1;
  }
  expect(free).toBe(5);
});
