import { expect, it } from 'vitest';
import { FairSlots } from './fair-slots.ts';

/** Lets a flow ask for slots; returns the number that it has got. */
function ask(slots: FairSlots, flow: string, count: number): () => number {
  let got = 0;
  for (let n = 0; n < count; n++) {
    const waiting = slots.acquire(flow);
    if (waiting) waiting.then(() => (got += 1));
    else got += 1;
  }
  return () => got;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('one flow gets a fifth of the slots, and ten leave some to the next one', () => {
  expect(ask(new FairSlots(64), 'merch_1', 100)()).toBe(13);
  const slots = new FairSlots(64);
  for (let n = 0; n < 10; n++) ask(slots, `busy_${n}`, 100);
  expect(ask(slots, 'quiet', 1)()).toBe(1);
});

it('a free slot goes to the waiting flow that has the fewest', async () => {
  const slots = new FairSlots(12);
  const busy = ask(slots, 'busy', 10);
  const other = ask(slots, 'other', 10);
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
  const got = ask(slots, 'merch_1', 5);
  expect(got()).toBe(1);
  slots.close();
  await settle();
  expect(got()).toBe(5);
});
