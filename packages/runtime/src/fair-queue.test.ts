import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const idle = () => 0;

function getQueue(...items: readonly string[]) {
  const queue = createFairQueue<string>();
  // The first letter names the flow.
  for (const item of items) queue.add(item.slice(0, 1), item);
  return queue;
}

/** Takes everything; `take` returns the next item. */
function drain(take: () => string | undefined): string[] {
  const taken: string[] = [];
  for (let item = take(); item !== undefined; item = take()) taken.push(item);
  return taken;
}

test('flows of equal load take turns, each in the order of arrival', () => {
  const queue = getQueue('a1', 'a2', 'a3', 'b1', 'c1', 'b2');
  expect(drain(() => queue.takeNext(idle))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.size).toBe(0);
});

test('a flow with a lower load comes first', () => {
  const load: Record<string, number> = { a: 2, b: 1, c: 1 };
  const queue = getQueue('a1', 'b1', 'c1', 'b2');
  expect(drain(() => queue.takeNext((flow) => load[flow] ?? 0))).toEqual(['b1', 'c1', 'b2', 'a1']);
});

test('takes the oldest of all and the newest of a flow', () => {
  const queue = getQueue('a1', 'b1', 'a2', 'b2', 'b3');
  expect(queue.takeNewest('b')).toBe('b3');
  expect(queue.takeNewest('c')).toBeUndefined();
  queue.takeNext(idle);
  expect(queue.oldest()).toBe('b1');
  expect(drain(queue.takeOldest)).toEqual(['b1', 'a2', 'b2']);
});

test('finds the longest flow among those that wait', () => {
  const queue = getQueue('a1', 'b1', 'b2');
  expect(queue.longest()).toEqual({ flow: 'b', length: 2 });
  drain(() => queue.takeNewest('b'));
  expect(queue.longest()).toEqual({ flow: 'a', length: 1 });
  expect(queue.getLength('b')).toBe(0);
  drain(queue.takeOldest);
  expect(queue.longest()).toBeNull();
});

test('an item that was added as first comes before those of its flow, and only its turn removes it', () => {
  const queue = getQueue('a1', 'a2', 'b1');
  queue.addFirst('a', 'a0');
  queue.addFirst('c', 'c0');
  expect([queue.size, queue.firstSize, queue.getLength('a')]).toEqual([3, 2, 2]);
  expect(queue.longest()).toEqual({ flow: 'a', length: 2 });
  expect(queue.takeNewest('c')).toBeUndefined();
  expect(drain(queue.takeOldest)).toEqual(['a1', 'a2', 'b1']);
  expect([queue.oldest(), queue.longest()]).toEqual([undefined, null]);
  queue.add('a', 'a3');
  expect(drain(() => queue.takeNext(idle))).toEqual(['a0', 'c0', 'a3']);
  expect(queue.firstSize).toBe(0);
});
