/** Digits as people type them: ASCII, full-width, Arabic and Persian. The lowest four bits are the value. */
const DIGIT = '[0-9\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]';
/**
 * What may be between digits: anything but letters, digits and the quotes and braces of JSON. An escaped line
 * break or tab in JSON and a percent-encoded separator in a URL count as one.
 */
const SEPARATOR = String.raw`(?:%(?:2[0BDEFbdef]|0[9ADad])|\\[nrt]|[^\p{L}\p{N}"{}])`;
const MAX_SEPARATORS = 3;
const MIN_DIGITS = 12;
const MAX_DIGITS = 19;

/** A run of digits in groups, with at least as many as the shortest card number. */
const digitRun = new RegExp(
  `${DIGIT}(?:${SEPARATOR}{0,${MAX_SEPARATORS}}${DIGIT}){${MIN_DIGITS - 1},}`,
  'gu',
);
const digitGroup = new RegExp(`${SEPARATOR}|${DIGIT}+`, 'gu');
const firstDigit = new RegExp(`^${DIGIT}`, 'u');
const ipAddress = /^(?:[01]\d\d|2[0-4]\d|25[0-5])(?:\.(?:[01]\d\d|2[0-4]\d|25[0-5])){3}$/;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Whether a text contains what may be a card number. */
export const containsCardNumber = (text: string): boolean => findCardNumbers(text).length > 0;

/**
 * Replaces what may be a card number in a text.
 * @param replace returns the replacement of the characters from `start` on; an ellipsis by default
 */
export function redactCardNumbers(
  text: string,
  replace: (start: number, number: string) => string = () => '…',
): string {
  let redacted = '';
  let from = 0;
  for (const { start, end } of findCardNumbers(text)) {
    redacted += text.slice(from, start) + replace(start, text.slice(start, end));
    from = end;
  }
  return redacted + text.slice(from);
}

/**
 * Finds groups of 12 to 19 digits that pass the check of card numbers (Luhn), and longer groups. The time is
 * proportional to the length of the text.
 */
function findCardNumbers(text: string): Range[] {
  if (!hasDigitRun(text)) return [];
  return [...text.matchAll(digitRun)].flatMap(({ 0: run, index }) => findInRun(run, index));
}

/** What a character is to `hasDigitRun`. Those beyond ASCII are others, unless they are digits. */
const OTHER = 0;
const DIGIT_CHAR = 1;
const LETTER_OR_QUOTE = 2;
const asciiClasses = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[0-9]/.test(char)) return DIGIT_CHAR;
  return /[A-Za-z"{}]/.test(char) ? LETTER_OR_QUOTE : OTHER;
});
const anyDigit = new RegExp(DIGIT);

/**
 * Whether a text has enough digits in a row without letters between them. It rejects most texts in a fraction
 * of the time of the expression, and none in which the expression finds a run.
 */
function hasDigitRun(text: string): boolean {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const type =
      code < 128 ? asciiClasses[code] : anyDigit.test(text.charAt(at)) ? DIGIT_CHAR : OTHER;
    if (type === DIGIT_CHAR) {
      digits += 1;
      if (digits === MIN_DIGITS) return true;
    } else if (type === LETTER_OR_QUOTE && digits > 0) {
      // The letters of an escaped line break and of a percent-encoded separator.
      if (text[at - 1] !== '\\' && text[at - 2] !== '%') digits = 0;
    }
  }
  return false;
}

function findInRun(run: string, offset: number): Range[] {
  const groups: (Range & { readonly digits: number })[] = [];
  // The Luhn sums of the first n digits, with those at even or at odd positions doubled.
  const sums: [number[], number[]] = [[0], [0]];
  let digits = 0;
  for (const { 0: group, index } of run.matchAll(digitGroup)) {
    if (!firstDigit.test(group)) continue;
    for (let at = 0; at < group.length; at += 1, digits += 1) {
      const digit = group.charCodeAt(at) & 15;
      const doubled = digit > 4 ? 2 * digit - 9 : 2 * digit;
      const isEven = digits % 2 === 0;
      sums[0].push((sums[0][digits] ?? 0) + (isEven ? doubled : digit));
      sums[1].push((sums[1][digits] ?? 0) + (isEven ? digit : doubled));
    }
    groups.push({ start: index, end: index + group.length, digits });
  }
  // The last digit of a number is not doubled, the one before it is.
  const passesLuhn = (from: number, to: number) => {
    const sum = sums[to % 2 === 0 ? 0 : 1];
    return ((sum[to] ?? 0) - (sum[from] ?? 0)) % 10 === 0;
  };

  const found: { start: number; end: number }[] = [];
  for (const [first, { start, end, digits: to }] of groups.entries()) {
    const from = to - (end - start);
    let last = end - start > MAX_DIGITS ? end : -1;
    for (let next = first; next < groups.length; next += 1) {
      const group = groups[next];
      if (!group || group.digits - from > MAX_DIGITS) break;
      if (group.digits - from < MIN_DIGITS || !passesLuhn(from, group.digits)) continue;
      if (!ipAddress.test(run.slice(start, group.end))) last = group.end;
    }
    if (last < 0) continue;
    const previous = found.at(-1);
    // Overlapping candidates are one: the digits of either may be those of a card.
    if (previous && start + offset < previous.end) {
      previous.end = Math.max(previous.end, last + offset);
    } else found.push({ start: start + offset, end: last + offset });
  }
  return found;
}
