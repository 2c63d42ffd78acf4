import { expect, it } from 'vitest';
import { parseTimestampField } from './parse-timestamp-field.ts';

it('explains a plus sign that a URL turned into a space', () => {
  const parse = (text: string) => () => parseTimestampField('created_from', text);
  expect(parse('2026-11-27T00:00:00 02:00')).toThrow('Encode + as %2B in a URL.');
  expect(parse('yesterday')).not.toThrow('%2B');
  expect(parse('2026-11-27T00:00:00+02:00')()).toEqual(new Date('2026-11-26T22:00:00Z'));
});
