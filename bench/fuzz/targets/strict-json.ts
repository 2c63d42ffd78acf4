import { isDeepStrictEqual } from 'node:util';
import { DomainError, isStorableNumber } from '@parley/domain';
import { parseStrictJson } from '@parley/router/strict-json';
import { attempt, requireProperty, type Target } from '../target.ts';

const MAX_DEPTH = 32;
const MAX_VALUES = 10_000;

/** What `JSON.parse` returns, and whether it is strict, by another way than that of the parser. */
function readLeniently(text: string): { value: unknown; isStrict: boolean } | null {
  let isStrict = text.isWellFormed();
  try {
    // The reviver receives the source of each number, and the last of several equal keys only.
    const value: unknown = JSON.parse(text, (key, one: unknown, context?: { source?: string }) => {
      if (key === '__proto__' || !isText(key)) isStrict = false;
      if (typeof one === 'string' && !isText(one)) isStrict = false;
      if (typeof one === 'number' && !isExact(one, context?.source ?? '')) isStrict = false;
      return one;
    });
    const size = measureValue(value, 0);
    const keys = text.match(/"(?:[^"\\]|\\.)*"\s*:/gs)?.length ?? 0;
    return {
      value: JSON.parse(text),
      isStrict:
        isStrict && size.depth <= MAX_DEPTH && size.values <= MAX_VALUES && size.keys === keys,
    };
  } catch {
    return null;
  }
}

const isText = (text: string) => text.isWellFormed() && !text.includes('\0');

function isExact(value: number, source: string): boolean {
  if (!Number.isFinite(value) || !isStorableNumber(value)) return false;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false;
  return value !== 0 || !/[1-9]/.test(source.replace(/[eE].*/, ''));
}

function measureValue(
  value: unknown,
  depth: number,
): { depth: number; values: number; keys: number } {
  if (typeof value !== 'object' || value === null) return { depth, values: 1, keys: 0 };
  const parts = Object.values(value).map((one) => measureValue(one, depth + 1));
  return {
    depth: Math.max(depth + 1, ...parts.map((part) => part.depth)),
    values: parts.reduce((sum, part) => sum + part.values, 1),
    keys: parts.reduce((sum, part) => sum + part.keys, Array.isArray(value) ? 0 : parts.length),
  };
}

const encoder = new TextEncoder();

/** Accepts exactly the JSON that is stored as it was sent, and returns what `JSON.parse` returns. */
export const strictJson: Target = {
  name: 'strict-json',
  maxLength: 256 * 1024,
  seeds: [
    '{"amount_minor":4200,"currency":"eur","cart_snapshot":{"lines":[{"name":"Tea","quantity":2}]}}',
    '[1,-2.5,1e3,true,false,null,"a\\u00e9\\n"]',
    '{"a":{"b":{"c":[[[{}]]]}},"a2":"\\ud83d\\ude00"}',
    '{"a":1,"a":2}',
    '{"__proto__":1,"x":"\\u0000","y":"\\ud800"}',
    '9007199254740993',
    `${'['.repeat(33)}${']'.repeat(33)}`,
  ],
  tokens: [
    ...['{', '}', '[', ']', ',', ':', '"', '\\', '"a":', '"b":1', 'null', 'true', '1', '"x",'],
    ...['\\u0000', '\\ud800', '\\"', '-', '.', 'e', '1e-30', '9007199254740993', '"__proto__":'],
  ],
  run(text, time) {
    const bytes = encoder.encode(text);
    const { result, error } = attempt(
      () => ({ value: time(() => parseStrictJson(bytes)) }),
      (thrown) => thrown instanceof DomainError && thrown.code === 'invalid_request',
    );
    // Lone surrogates are encoded as U+FFFD.
    const lenient = readLeniently(text.toWellFormed());
    const hasMark = text.startsWith('\ufeff');
    if (!result) {
      requireProperty(!lenient?.isStrict || hasMark, `rejects strict JSON: ${error.message}`);
      return error.message.slice(0, 40);
    }
    requireProperty(lenient !== null, 'accepts what is not JSON');
    requireProperty(lenient?.isStrict === true, 'accepts JSON that is not strict');
    requireProperty(isDeepStrictEqual(result.value, lenient?.value), 'returns another value');
    return 'accepted';
  },
};
