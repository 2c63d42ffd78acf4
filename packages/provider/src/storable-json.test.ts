import { expect, it } from 'vitest';
import { toStorableJson } from './storable-json.ts';

it('replaces NUL and lone surrogates in values and keys, and keeps everything else', () => {
  const text = String.raw`{"a\u0000": ["x\u0000y", "\ud800", "\ud83d\ude42"], "b": {"c": null, "d": 1.5}}`;
  expect(toStorableJson(JSON.parse(text))).toEqual({
    'a\uFFFD': ['x\uFFFDy', '\uFFFD', '🙂'],
    b: { c: null, d: 1.5 },
  });
});

it('replaces numbers beyond the range with null', () => {
  expect(toStorableJson(JSON.parse('{"amount": 1e999, "other": -1e999, "large": 1e300}'))).toEqual({
    amount: null,
    other: null,
    large: 1e300,
  });
});

it('cuts nesting that would exhaust the stack', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`);
  const text = JSON.stringify(toStorableJson(deep));
  expect(text).toBe(`${'['.repeat(64)}null${']'.repeat(64)}`);
});
