import { expect, test } from 'vitest';
import { parseTestScale } from './test-scale.ts';

test('accepts a number of at least 1 as the test scale', () => {
  expect(['1', '1.5', '5'].map(parseTestScale)).toEqual([1, 1.5, 5]);
});

test.each(['', ' ', '0', '0.5', '-1', 'five', 'NaN', 'Infinity'])(
  'rejects %j as the test scale',
  (text) => {
    expect(() => parseTestScale(text)).toThrow('TEST_SCALE must be a number of at least 1');
  },
);
