import { expect, it } from 'vitest';
import { basketTitle } from './basket.ts';

it.each([
  [{ lines: [{ name: 'Coffee' }] }, 'Coffee'],
  [{ lines: [{ name: 'Coffee', quantity: 2 }, { name: 'Filters' }] }, '2 × Coffee + 1 more'],
  [{ sku: 'A-1' }, null],
])('sums %o up as %s', (snapshot, title) => {
  expect(basketTitle(snapshot)).toBe(title);
});
