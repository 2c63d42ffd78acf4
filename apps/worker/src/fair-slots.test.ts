import { expect, it } from 'vitest';
import { FairSlots } from './fair-slots.ts';

/** Acquires slots for a flow; returns a function that counts those it holds. */
function acquireMany(slots: FairSlots, flow: string, count: number): () => number {
  let held = 0;
  for (let n = 0; n < count; n++) {
    const waiting = slots.acquire(flow);
    if (waiting) waiting.then(() => (held += 1));
    else held += 1;
  }
  return () => held;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('one flow gets a fifth of the slots, and ten leave some to the next one', () => {
  expect(acquireMany(new FairSlots(64), 'merch_1', 100)()).toBe(13);
  const slots = new FairSlots(64);
  for (let n = 0; n < 10; n++) acquireMany(slots, `busy_${n}`, 100);
  expect(acquireMany(slots, 'quiet', 1)()).toBe(1);
});

it('a free slot goes to the waiting flow that has the fewest', async () => {
  const slots = new FairSlots(12);
  const busy = acquireMany(slots, 'busy', 10);
  const other = acquireMany(slots, 'other', 10);
  expect([busy(), other()]).toEqual([3, 2]);
  // Both have two and eight are free, which is not more than four for each that a flow has.
  slots.release('busy');
  await settle();
  expect([busy(), other()]).toEqual([3, 2]);
  slots.release('other');
  await settle();
  expect([busy(), other()]).toEqual([3, 3]);
});

it('resolves all that wait when it is closed', async () => {
  const slots = new FairSlots(2);
  const got = acquireMany(slots, 'merch_1', 5);
  expect(got()).toBe(1);
  slots.close();
  await settle();
  expect(got()).toBe(5);
});
