import { expect, it } from 'vitest';
import { canTakeSlot } from './fair-share.ts';

it('one that shares 64 slots takes a fifth of them, and ten leave a quarter free', () => {
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
        if (!canTakeSlot(count, left)) continue;
        taken[index] = count + 1;
        left -= 1;
        changed = true;
      }
    }
    expect(left).toBe(free);
  }
});

it('ten that take as many of 64 slots as they may, one after the other, leave five free', () => {
  let free = 64;
  for (let sharer = 0; sharer < 10; sharer++) {
    for (let taken = 0; canTakeSlot(taken, free); taken++) free -= 1;
  }
  expect(free).toBe(5);
});
