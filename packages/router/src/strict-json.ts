import { DomainError } from '@parley/domain';

const MAX_DEPTH = 32;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Parses JSON strictly. It rejects what JSON.parse or PostgreSQL would change or drop: duplicate
 * keys, unsafe integers, NUL characters, lone surrogates, deep nesting.
 * @param bytes the raw body
 * @throws DomainError invalid_request
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  const value = parse(text);
  const problem = findProblem(text);
  if (problem !== null) throw new DomainError('invalid_request', `The body ${problem}.`);
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DomainError('invalid_request', 'The body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('invalid_request', 'The body is not valid JSON.');
  }
}

/** The first problem of a valid JSON text; null without one. */
function findProblem(text: string): string | null {
  /** The keys of each enclosing object so far; null for an array. */
  const open: (Set<string> | null)[] = [];
  let expectsKey = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    switch (char) {
      case '{':
      case '[':
        if (open.length === MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
        open.push(char === '{' ? new Set() : null);
        expectsKey = char === '{';
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        expectsKey = open.at(-1) !== null;
        break;
      case '"': {
        const end = endOfString(text, i);
        const problem = findStringProblem(
          text.slice(i, end),
          expectsKey ? (open.at(-1) ?? null) : null,
        );
        if (problem !== null) return problem;
        expectsKey = false;
        i = end - 1;
        break;
      }
      default:
        if (char === '-' || (char !== undefined && char >= '0' && char <= '9')) {
          NUMBER.lastIndex = i;
          const [digits = ''] = NUMBER.exec(text) ?? [];
          const value = Number(digits);
          if (
            !Number.isFinite(value) ||
            (Number.isInteger(value) && !Number.isSafeInteger(value))
          ) {
            return `contains the number ${digits.slice(0, 40)}, which is beyond 2^53; send it as a string`;
          }
          i += Math.max(digits.length, 1) - 1;
        }
    }
  }
  return null;
}

/** The index after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

/** @param keys the keys of the object so far, if the string is a key */
function findStringProblem(literal: string, keys: Set<string> | null): string | null {
  const value = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
  if (value.includes('\0')) return 'contains a NUL character, which cannot be stored';
  if (!value.isWellFormed()) return 'contains a lone surrogate, which is not a valid character';
  if (keys === null) return null;
  if (value === '__proto__') return 'contains the key "__proto__", which is not allowed';
  if (keys.has(value))
    return `contains the key ${JSON.stringify(value.slice(0, 80))} twice in one object`;
  keys.add(value);
  return null;
}
