import { expect, it } from 'vitest';
import { toStorableJson } from './storable-json.ts';

it('replaces NUL and lone surrogates in values and keys, and keeps everything else', () => {
  const text = String.raw`{"a\u0000": ["x\u0000y", "\ud800", "\ud83d\ude42"], "b": {"c": null, "d": 1.5}}`;
  expect(toStorableJson(JSON.parse(text))).toEqual({
    'a\uFFFD': ['x\uFFFDy', '\uFFFD', '🙂'],
    b: { c: null, d: 1.5 },
  });
});

it('replaces numbers that are beyond the range or print with hundreds of digits with null', () => {
  const text =
    '{"amount": 1e999, "other": -1e999, "large": 1e300, "tiny": -5e-324, "kept": [0, 1e21, 1e-20]}';
  expect(toStorableJson(JSON.parse(text))).toEqual({
    amount: null,
    other: null,
    large: null,
    tiny: null,
    kept: [0, 1e21, 1e-20],
  });
});

it('cuts nesting that would exhaust the stack', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`);
  const text = JSON.stringify(toStorableJson(deep));
  expect(text).toBe(`${'['.repeat(64)}null${']'.repeat(64)}`);
});

it('replaces what it finds in each place, and only there', () => {
  const value = JSON.parse(
    '{"a": [{"b": 1}, {"c": [1, 1e300], "d": "e"}], "f": {"__proto__": [2]}}',
  );
  expect(toStorableJson(value)).toEqual(
    JSON.parse('{"a": [{"b": 1}, {"c": [1, null], "d": "e"}], "f": {"__proto__": [2]}}'),
  );
  expect(JSON.stringify(value)).toContain('1e+300');
  const nested = JSON.parse(`${'{"a":'.repeat(60)}1e300${'}'.repeat(60)}`);
  expect(JSON.stringify(toStorableJson(nested))).toContain('{"a":null}');
});
