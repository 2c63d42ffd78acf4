import type { Random } from '../harness/random.ts';
import type { Target } from './target.ts';

/** Characters that end strings, lines or encodings, or that comparisons confuse. */
const oddCharacters = [
  ...['\0', '\t', '\n', '\r', '\u001f', ' ', '\u007f', '\u0080', '\u00a0', '\u00ad', '\u0130', 'ß'],
  ...[
    '\u0660',
    '\u200b',
    '\u2028',
    '\u202e',
    '\ud800',
    '\udfff',
    '\ufeff',
    '\ufffd',
    '\uffff',
    '💳',
  ],
  ...[
    '"',
    "'",
    '\\',
    '/',
    '%',
    '%00',
    '%C3%28',
    '+',
    '-',
    '.',
    ',',
    ':',
    ';',
    '=',
    '@',
    '_',
    '{',
    '}',
    '[',
    ']',
  ],
];
const numbers = [
  '0',
  '-0',
  '1',
  '-1',
  '00',
  '1e21',
  '1e-7',
  '1e999',
  '2147483648',
  '9007199254740993',
  '.5',
];

const MAX_MUTATIONS = 5;
const MAX_REPEATS = 40;

/** Makes an input: by mutations of a seed, or of tokens alone. */
export function createInput(
  random: Random,
  { tokens, maxLength }: Pick<Target, 'tokens' | 'maxLength'>,
  seeds: readonly string[],
): string {
  let text = '';
  if (random.chance(0.1)) {
    for (let count = random.below(12); count > 0; count--) text += createPart(random, tokens);
  } else {
    text = random.pick(seeds);
    for (let count = random.below(MAX_MUTATIONS); count > 0; count--) {
      text = mutateText(random, text, tokens, seeds);
    }
  }
  return text.length > maxLength ? text.slice(0, maxLength) : text;
}

function createPart(random: Random, tokens: readonly string[]): string {
  const kind = random.below(8);
  if (kind < 4) return random.pick(tokens);
  if (kind === 4) return random.pick(oddCharacters);
  if (kind === 5) return random.pick(numbers);
  if (kind === 6) return String.fromCharCode(random.below(128));
  return String.fromCharCode(random.below(65_536));
}

function mutateText(
  random: Random,
  text: string,
  tokens: readonly string[],
  seeds: readonly string[],
): string {
  const from = random.below(text.length + 1);
  const to = Math.min(text.length, from + random.below(random.chance(0.8) ? 4 : text.length + 1));
  const [before, part, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  switch (random.below(8)) {
    case 0:
      return before + after;
    case 1:
      return before + part + part + after;
    case 2:
      return before + part.repeat(random.below(MAX_REPEATS)) + after;
    case 3:
      return before + createPart(random, tokens) + after;
    case 4:
      return before + createPart(random, tokens) + part + after;
    case 5:
      return before + random.pick(seeds).slice(random.below(text.length + 1));
    case 6:
      return after + part + before;
    default:
      return random.chance(0.5)
        ? before + part.toUpperCase() + after
        : before + part.toLowerCase() + after;
  }
}

/** A part of a long input, at most this many times shorter than it. */
const MAX_PARTS = 14;

/**
 * Long inputs that take a parser with quadratic time long: a token, or two in turn, repeated up to a length, between
 * a beginning and an end that prevents a match of the whole.
 */
export function* createLongInputs(
  { tokens, seeds }: Pick<Target, 'tokens' | 'seeds'>,
  length: number,
): Generator<string> {
  const parts = [...new Set(tokens)].slice(0, MAX_PARTS);
  const repeat = (part: string) => part.repeat(Math.max(1, Math.floor(length / part.length)));
  for (const first of parts) {
    for (const second of ['', ...parts]) {
      const body = repeat(first + (first === second ? '' : second));
      yield body;
      for (const end of ['!', '\0']) yield body + end;
    }
  }
  for (const seed of seeds.slice(0, MAX_PARTS)) {
    for (const part of parts) {
      for (const at of [1, Math.floor(seed.length / 2), seed.length]) {
        yield seed.slice(0, at) + repeat(part) + seed.slice(at);
      }
    }
  }
}
