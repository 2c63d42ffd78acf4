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

test('the addresses of an IPv6 /64 share one bound, IPv4 and IPv4-mapped addresses too', () => {
  const bound = createAddressBound<string>({ max: 10, maxPerAddress: 1 });
  bound.add('a1', '2001:db8:0:1::1');
  expect(bound.add('a2', '2001:db8:0:1:ffff::2')).toBe('a1');
  expect(bound.add('b1', '2001:db8:0:2::1')).toBeUndefined();
  bound.add('c1', '::ffff:192.0.2.1');
  expect(bound.add('c2', '192.0.2.1')).toBe('c1');
  expect(bound.add('d1', '192.0.2.2')).toBeUndefined();
});
