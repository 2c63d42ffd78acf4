import { expect, it } from 'vitest';
import { describeCart } from './session-timeline.ts';

it.each([
  [{ lines: [{ name: 'Coffee' }] }, 'Coffee'],
  [{ lines: [{ name: 'Coffee', quantity: 2 }, { name: 'Filters' }] }, '2 × Coffee + 1 more'],
  [{ sku: 'A-1' }, null],
])('describes %o as %s', (snapshot, text) => {
  expect(describeCart(snapshot)).toBe(text);
});
