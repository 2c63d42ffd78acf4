import { describe, expect, it } from 'vitest';
import { createRoundRobinQueue } from './round-robin-queue.ts';

const any = () => true;

/** A queue of items whose first letter names the flow. */
function getQueue(...items: readonly string[]) {
  const queue = createRoundRobinQueue<string>();
  for (const item of items) queue.add(item.slice(0, 1), item);
  return queue;
}

describe('a round-robin queue', () => {
  it('takes one item of each flow before the second of any', () => {
    const queue = getQueue('a1', 'a2', 'a3', 'b1', 'c1', 'b2');
    expect(queue.size).toBe(6);
    expect(queue.take(10, any)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.size).toBe(0);
    expect(queue.take(10, any)).toEqual([]);
  });

  it('continues with the flow whose last turn is the longest ago', () => {
    const queue = getQueue('a1', 'a2', 'b1', 'b2', 'c1');
    expect(queue.take(2, any)).toEqual(['a1', 'b1']);
    queue.add('d', 'd1');
    expect(queue.take(2, any)).toEqual(['c1', 'a2']);
    expect(queue.take(2, any)).toEqual(['b2', 'd1']);
  });

  it('keeps refused items in their order, and offers each once per call', () => {
    const queue = getQueue('a1', 'a2', 'a3', 'a4', 'b1');
    const offered: string[] = [];
    const accept = (item: string) => {
      offered.push(item);
      return item !== 'a1' && item !== 'a3' && item !== 'b1';
    };
    expect(queue.take(10, accept)).toEqual(['a2', 'a4']);
    expect(offered.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
    expect(queue.size).toBe(3);
    expect(queue.take(10, any)).toEqual(['b1', 'a1', 'a3']);
  });

  it('keeps the turn of a flow whose items were all refused', () => {
    const queue = getQueue('a1', 'b1', 'b2', 'c1');
    expect(queue.take(1, (item) => item !== 'a1')).toEqual(['b1']);
    expect(queue.take(1, any)).toEqual(['a1']);
    expect(queue.take(2, any)).toEqual(['c1', 'b2']);
  });

  it('removes the first items of each flow that meet a condition', () => {
    const queue = getQueue('a1', 'a2', 'a1', 'b1', 'c2');
    expect(queue.removeFirst((item) => item.endsWith('1'))).toEqual(['a1', 'b1']);
    expect(queue.size).toBe(3);
    expect(queue.take(10, any)).toEqual(['a2', 'c2', 'a1']);
  });
});
