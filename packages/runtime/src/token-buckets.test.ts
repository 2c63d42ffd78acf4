import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

test('a bucket gives its burst, then its rate, and takes refunds up to the burst', () => {
  let now = 0;
  const buckets = createTokenBuckets({ perSecond: 0.5, burst: 2 }, () => now);
  expect([1, 2, 3].map(() => buckets.take('a'))).toEqual([0, 0, 2]);
  expect(buckets.take('b')).toBe(0);
  now = 1_000;
  expect(buckets.take('a')).toBe(1);
  now = 2_000;
  expect([1, 2].map(() => buckets.take('a'))).toEqual([0, 2]);
  for (let i = 0; i < 5; i++) buckets.refund('a');
  expect([1, 2, 3].map(() => buckets.take('a'))).toEqual([0, 0, 2]);
});

test('a bucket gives several tokens at once or none, and all of them for more than its burst', () => {
  let now = 0;
  const buckets = createTokenBuckets({ perSecond: 10, burst: 100 }, () => now);
  expect(buckets.take('a', 60)).toBe(0);
  expect([buckets.wait('a', 60), buckets.take('a', 60), buckets.wait('a', 40)]).toEqual([2, 2, 0]);
  now = 2_000;
  expect([buckets.wait('a', 60), buckets.take('a', 60)]).toEqual([0, 0]);
  expect(buckets.wait('a', 1_000)).toBe(10);
  now = 12_000;
  expect([buckets.take('a', 1_000), buckets.wait('a')]).toEqual([0, 1]);
});

test('the number of buckets is bounded: the one that was not used for the longest is forgotten', () => {
  const buckets = createTokenBuckets({ perSecond: 0.001, burst: 1 }, () => 0);
  for (let key = 0; key <= 10_000; key++) buckets.take(String(key));
  expect(buckets.take('10000')).toBeGreaterThan(0);
  expect(buckets.take('0')).toBe(0);
});
