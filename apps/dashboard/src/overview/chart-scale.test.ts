import { expect, it } from 'vitest';
import { createScale } from './chart-scale.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [9, [0, 5, 10]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 20, 40, 60]],
  [120_450, [0, 50_000, 100_000, 150_000]],
  [8_000_000_000, [0, 2e9, 4e9, 6e9, 8e9]],
])('draws the lines of a chart up to %d', (max, lines) => {
  expect(createScale(max)).toEqual(lines);
});
