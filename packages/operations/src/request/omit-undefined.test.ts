import { expect, it } from 'vitest';
import { omitUndefined } from './omit-undefined.ts';

it('a field is omitted if it is undefined, not if it is null, false, zero or empty', () => {
  const given = { a: null, b: false, c: 0, d: '' };
  expect(Object.entries(omitUndefined({ ...given, e: undefined }))).toEqual(Object.entries(given));
});
