import { DomainError } from '@parley/domain';

const MAX_DEPTH = 32;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * JSON that can be kept and given back exactly, or a refusal that says what could not be.
 * @param bytes the body as it came
 * @throws DomainError invalid_request
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  const value = parse(text);
  const flaw = findFlaw(text);
  if (flaw !== null) throw new DomainError('invalid_request', `The body ${flaw}.`);
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

/** What a text that is valid JSON has that could not be kept; null when there is nothing. */
function findFlaw(text: string): string | null {
  /** The keys seen so far of each object we are in; null for an array. */
  const open: (Set<string> | null)[] = [];
  let keyComes = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    switch (char) {
      case '{':
      case '[':
        if (open.length === MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
        open.push(char === '{' ? new Set() : null);
        keyComes = char === '{';
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        keyComes = open.at(-1) !== null;
        break;
      case '"': {
        const end = endOfString(text, i);
        const flaw = flawOfString(text.slice(i, end), keyComes ? (open.at(-1) ?? null) : null);
        if (flaw !== null) return flaw;
        keyComes = false;
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
            return `has the number ${digits.slice(0, 40)}, which is beyond 2^53; send it as a string`;
          }
          i += Math.max(digits.length, 1) - 1;
        }
    }
  }
  return null;
}

/** The index just behind the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i + 1;
}

/** @param keys those of the object, when the string is a key */
function flawOfString(literal: string, keys: Set<string> | null): string | null {
  const value = literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
  if (value.includes('\0')) return 'has a NUL character, which cannot be kept';
  if (!value.isWellFormed()) return 'has a lone surrogate, which is no character';
  if (keys === null) return null;
  if (value === '__proto__') return 'has the key "__proto__", which is not allowed';
  if (keys.has(value))
    return `has the key ${JSON.stringify(value.slice(0, 80))} twice in one object`;
  keys.add(value);
  return null;
}
