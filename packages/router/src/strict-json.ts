import { DomainError, isStorableNumber, MIN_STORABLE_NUMBER } from '@parley/domain';

const MAX_DEPTH = 32;
/** Length of a field path in a message. Keys can be as long as the body. */
const MAX_PATH_LENGTH = 200;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Parses JSON strictly. It rejects what JSON.parse or PostgreSQL would change or drop: duplicate
 * keys, unsafe integers, tiny numbers, NUL characters, lone surrogates, deep nesting.
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
  if (text.startsWith('\uFEFF')) {
    throw new DomainError(
      'invalid_request',
      'The body begins with a byte order mark. Send UTF-8 without one.',
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('invalid_request', 'The body is not valid JSON.');
  }
}

/** An object or array that encloses the current position. */
interface Container {
  /** The keys so far; null for an array. */
  readonly keys: Set<string> | null;
  /** The current key or index. */
  at: string | number;
}

/** The first problem of a valid JSON text; null without one. */
function findProblem(text: string): string | null {
  const open: Container[] = [];
  let expectsKey = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    switch (char) {
      case '{':
      case '[':
        if (open.length === MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
        open.push(char === '{' ? { keys: new Set(), at: '' } : { keys: null, at: 0 });
        expectsKey = char === '{';
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',': {
        const container = open.at(-1);
        if (typeof container?.at === 'number') container.at += 1;
        expectsKey = typeof container?.at === 'string';
        break;
      }
      case '"': {
        const end = endOfString(text, i);
        const problem = findStringProblem(text.slice(i, end), expectsKey ? open.at(-1) : undefined);
        if (problem !== null) return problem;
        expectsKey = false;
        i = end - 1;
        break;
      }
      default:
        if (char === '-' || (char !== undefined && char >= '0' && char <= '9')) {
          NUMBER.lastIndex = i;
          const [digits = ''] = NUMBER.exec(text) ?? [];
          const problem = findNumberProblem(digits);
          if (problem !== null) {
            const path = open
              .map(({ at }) => at)
              .join('.')
              .slice(0, MAX_PATH_LENGTH);
            return `contains the number ${digits.slice(0, 40)}${path && ` at ${path}`}, ${problem}`;
          }
          i += Math.max(digits.length, 1) - 1;
        }
    }
  }
  return null;
}

/** A digit other than 0 before the exponent. */
const NON_ZERO = /^[-0.]*[1-9]/;

function findNumberProblem(literal: string): string | null {
  const value = Number(literal);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    return 'which is beyond 2^53; send it as a string';
  }
  if (!isStorableNumber(value) || (value === 0 && NON_ZERO.test(literal))) {
    return `which is closer to 0 than ${MIN_STORABLE_NUMBER}; send 0 or a string`;
  }
  return null;
}

/** The index after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

/** @param object the enclosing object, if the string is a key */
function findStringProblem(literal: string, object: Container | undefined): string | null {
  const value = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
  if (value.includes('\0')) return 'contains a NUL character, which cannot be stored';
  if (!value.isWellFormed()) return 'contains a lone surrogate, which is not a valid character';
  if (!object?.keys) return null;
  if (value === '__proto__') return 'contains the key "__proto__", which is not allowed';
  if (object.keys.has(value))
    return `contains the key ${JSON.stringify(value.slice(0, 80))} twice in one object`;
  object.keys.add(value);
  object.at = value;
  return null;
}
