import { expect, it } from 'vitest';
import { newId } from './new-id.ts';

it('generates different event ids that sort in the order of their creation', () => {
  // Hundreds per millisecond.
  const ids = Array.from({ length: 20_000 }, () => newId('evt'));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});
