import type { MerchantId, Mode } from '@parley/domain';
import { expect, it } from 'vitest';
import { createStreamSlots } from './stream-slots.ts';

function openSlots(max: number) {
  const slots = createStreamSlots(max);
  const ended: string[] = [];
  const take = (merchant: string, name: string, mode: Mode = 'test') =>
    slots.take({ merchantId: merchant as MerchantId, mode }, () => ended.push(name));
  return { take, ended };
}

it('gives a merchant all slots while no other merchant needs them, and five of a mode', () => {
  const { take, ended } = openSlots(10);
  for (let i = 0; i < 5; i++) {
    take('a', 'test');
    take('a', 'live', 'live');
  }
  expect(() => take('a', 'sixth')).toThrow('Too many event streams are open.');
  expect(ended).toEqual([]);
});

it('ends the oldest streams of the merchants with the most until all have as many', () => {
  const { take, ended } = openSlots(6);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) take(name.slice(0, 1), name);
  take('c', 'c1');
  expect(ended).toEqual(['a1']);
  take('c', 'c2');
  expect(ended).toEqual(['a1', 'a2']);
  // Each has two: a third of one merchant would only replace a stream of another.
  for (const merchant of ['a', 'b', 'c']) expect(() => take(merchant, 'x')).toThrow();
  take('d', 'd1');
  expect(ended).toEqual(['a1', 'a2', 'a3']);
  expect(() => take('d', 'd2')).toThrow();
});

it('frees a slot once, also that of a stream that was ended', () => {
  const { take, ended } = openSlots(3);
  const free = take('a', 'a1');
  take('a', 'a2');
  take('a', 'a3');
  const freeB = take('b', 'b1');
  free();
  free();
  expect(() => take('b', 'b2')).toThrow();
  freeB();
  take('b', 'b3');
  expect(ended).toEqual(['a1']);
});
