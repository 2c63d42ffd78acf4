import { expect, it } from 'vitest';
import { newId } from './new-id.ts';

it('generates different event ids that sort in the order of their creation', () => {
  // Hundreds per millisecond, and more than two bytes can count.
  const ids = Array.from({ length: 100_000 }, () => newId('evt'));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});
