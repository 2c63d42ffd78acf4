import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

/** The same value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, v]) => [key, reversed(v)] as const);
  return Object.fromEntries(entries.reverse());
}

describe('canonicalJson', () => {
  it.each<[string, unknown, string]>([
    ['sorts keys', { b: 1, a: 2 }, '{"a":2,"b":1}'],
    [
      'sorts keys at every depth',
      { x: [{ d: 1, c: { f: 1, e: 2 } }] },
      '{"x":[{"c":{"e":2,"f":1},"d":1}]}',
    ],
    ['sorts numeric keys as text', { 9: 'a', 10: 'b' }, '{"10":"b","9":"a"}'],
    ['sorts uppercase before lowercase letters', { a: 1, B: 2 }, '{"B":2,"a":1}'],
    [
      'sorts by code unit',
      { '\u{1f600}': 1, '\ufb33': 2, é: 3, z: 4 },
      '{"z":4,"é":3,"\u{1f600}":1,"\ufb33":2}',
    ],
    ['puts the shorter of two keys first', { ab: 1, a: 2, '': 3 }, '{"":3,"a":2,"ab":1}'],
    ['preserves the order of arrays', [3, 1, 2], '[3,1,2]'],
    ['does not normalize composed and decomposed characters', ['é', 'e\u0301'], '["é","e\u0301"]'],
    ['omits undefined values, as JSON does', { a: undefined, b: 1 }, '{"b":1}'],
    ['writes an undefined array element as null, as JSON does', [undefined], '[null]'],
    ['writes undefined as null', undefined, 'null'],
  ])('%s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('parses back to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
