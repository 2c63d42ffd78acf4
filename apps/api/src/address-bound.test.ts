import { expect, test } from 'vitest';
import { createAddressBound } from './address-bound.ts';

test('a new item replaces the oldest of its address, or the oldest of all', () => {
  const bound = createAddressBound<string>({ max: 4, maxPerAddress: 3 });
  expect(bound.add('b1', 'b')).toBeUndefined();
  for (const item of ['a1', 'a2', 'a3']) expect(bound.add(item, 'a')).toBeUndefined();
  expect(bound.add('a4', 'a')).toBe('a1');
  expect(bound.add('c1', 'c')).toBe('b1');
  bound.delete('a2');
  bound.delete('a2');
  expect(bound.add('c2', 'c')).toBeUndefined();
  expect(bound.add('c3', 'c')).toBe('a3');
});
