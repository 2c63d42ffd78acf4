import { expect, it } from 'vitest';
import { isStorableNumber } from './storable-number.ts';

it.each([
  [0, true],
  [-0, true],
  [0.1 + 0.2 - 0.3, true],
  [1e-20, true],
  [-1e-20, true],
  [9.9e-21, false],
  [-5e-324, false],
  [1e21, true],
  [-1e21, true],
  [1.1e21, false],
  [-1.7e308, false],
  [Infinity, false],
  [NaN, false],
])('isStorableNumber(%d) is %s', (value, expected) => {
  expect(isStorableNumber(value)).toBe(expected);
});
