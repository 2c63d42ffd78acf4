import { DomainError, isStorableNumber, MIN_STORABLE_NUMBER } from '@parley/domain';

const MAX_DEPTH = 32;
/** PostgreSQL parses and stores every value of a body on its own: 100,000 of them take it 150 ms. */
const MAX_VALUES = 10_000;
/** Length of a field path in a message. Keys can be as long as the body. */
const MAX_PATH_LENGTH = 200;
/** Fewer than the 16 digits of 2^53. */
const MAX_SAFE_CHARACTERS = 15;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d] as const;
const [COMMA, QUOTE, BACKSLASH, MINUS, ZERO, NINE] = [0x2c, 0x22, 0x5c, 0x2d, 0x30, 0x39] as const;
const [POINT, UPPER_E, LOWER_E] = [0x2e, 0x45, 0x65] as const;
const [LOWER_T, LOWER_F, LOWER_N] = [0x74, 0x66, 0x6e] as const;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const TOO_MANY_VALUES =
  'has more than 10,000 JSON values, where every object, array, string, number, boolean and null counts; ' +
  'send fewer, or send a long list as one string';

/**
 * Parses JSON strictly. It rejects what JSON.parse or PostgreSQL would change or drop: duplicate
 * keys, unsafe integers, tiny numbers, NUL characters, lone surrogates, deep nesting. It also rejects
 * bodies with more than 10,000 values.
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
    return decoder.decode(bytes);
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
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    // Codes of characters: comparing strings takes most of the time of a large body.
    const code = text.charCodeAt(i);
    switch (code) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (open.length === MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
        expectsKey = code === OPEN_BRACE;
        open.push(expectsKey ? { keys: new Set(), at: '' } : { keys: null, at: 0 });
        values += 1;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        open.pop();
        break;
      case COMMA: {
        const container = open.at(-1);
        if (typeof container?.at === 'number') container.at += 1;
        expectsKey = typeof container?.at === 'string';
        break;
      }
      case QUOTE: {
        const { end, isEscaped } = readString(text, i);
        // Valid JSON and UTF-8 contain the characters that are not accepted only as escapes.
        if (isEscaped || expectsKey) {
          const problem = findStringProblem(text.slice(i, end), open, expectsKey);
          if (problem !== null) return problem;
        }
        if (!expectsKey) values += 1;
        expectsKey = false;
        i = end - 1;
        break;
      }
      case LOWER_T:
      case LOWER_F:
      case LOWER_N:
        // Only true, false and null have letters here, and each has one of these.
        values += 1;
        break;
      default:
        if (code === MINUS || (code >= ZERO && code <= NINE)) {
          values += 1;
          const safeEnd = endOfSafeInteger(text, i);
          if (safeEnd > i) {
            i = safeEnd - 1;
            break;
          }
          NUMBER.lastIndex = i;
          const [digits = ''] = NUMBER.exec(text) ?? [];
          const problem = findNumberProblem(digits);
          if (problem !== null) {
            return `contains the number ${digits.slice(0, 40)}${formatPlace(open)}, ${problem}`;
          }
          i += Math.max(digits.length, 1) - 1;
        }
    }
    if (values > MAX_VALUES) return TOO_MANY_VALUES;
  }
  return null;
}

/** The index after an integer that is safe because it is short; `start` for any other number. */
function endOfSafeInteger(text: string, start: number): number {
  let i = start + 1;
  let code = text.charCodeAt(i);
  while (code >= ZERO && code <= NINE) code = text.charCodeAt(++i);
  const isInteger = code !== POINT && code !== LOWER_E && code !== UPPER_E;
  const isSafe = isInteger && i - start <= MAX_SAFE_CHARACTERS;
  return isSafe ? i : start;
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

/** The index after the closing quote of the string that starts at `start`, and whether it has escapes. */
function readString(text: string, start: number): { end: number; isEscaped: boolean } {
  let isEscaped = false;
  for (let i = start + 1; ; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return { end: i + 1, isEscaped };
    if (code === BACKSLASH) {
      isEscaped = true;
      i += 1;
    }
  }
}

/** Where a value is, such as " at metadata.note"; empty for the whole body. */
function formatPlace(open: readonly Container[]): string {
  const path = open.map(({ at }) => at).join('.');
  return path && ` at ${path.slice(0, MAX_PATH_LENGTH)}`;
}

function findStringProblem(
  literal: string,
  open: readonly Container[],
  isKey: boolean,
): string | null {
  const value = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
  const getPlace = () => formatPlace(isKey ? open.slice(0, -1) : open);
  if (value.includes('\0')) return `contains a NUL character${getPlace()}, which cannot be stored`;
  if (!value.isWellFormed()) {
    return `contains a lone surrogate${getPlace()}, which is not a valid character`;
  }
  const object = open.at(-1);
  if (!isKey || !object?.keys) return null;
  if (value === '__proto__') return 'contains the key "__proto__", which is not allowed';
  if (object.keys.has(value))
    return `contains the key ${JSON.stringify(value.slice(0, 80))} twice in one object`;
  object.keys.add(value);
  object.at = value;
  return null;
}
