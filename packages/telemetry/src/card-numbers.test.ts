import { describe, expect, it } from 'vitest';
import { containsCardNumber, redactCardNumbers } from './card-numbers.ts';

/** Test numbers that the networks publish, of each length. */
const numbers = [
  '676770000005', // Maestro, 12 digits
  '4222222222222', // Visa, 13
  '30569309025904', // Diners Club, 14
  '378282246310005', // American Express, 15
  '4242424242424242', // Visa, 16
  '5555555555554444', // Mastercard
  '2223003122003222', // Mastercard, 2 series
  '6011111111111117', // Discover
  '3530111333300000', // JCB
  '6362970000457013', // Elo
  '67628568647596813', // Maestro, 17
  '632000000000000000', // 18
  '6205500000000000004', // UnionPay, 19
];

/** Groups as people write them. */
const groupings: readonly ((number: string) => string[])[] = [
  (number) => [number],
  (number) => number.match(/.{1,4}/g) ?? [],
  (number) => [number.slice(0, 4), number.slice(4, 10), number.slice(10)],
  (number) => number.match(/.{1,2}/g) ?? [],
  (number) => [...number],
];

const separators = [
  ...[' ', '  ', ' - ', '-', '.', '/', '_', ',', ':', ';', '|', '+', '*', '#', '\t', '\n', '\r\n'],
  ...[
    '\u00a0',
    '\u202f',
    '\u2009',
    '\u200b',
    '\u00ad',
    '\u2010',
    '\u2013',
    '\u2014',
    '\u00b7',
    '💳',
  ],
  ...['\\n', '\\t', '%20', '%2D', '%2d', '%0A'],
];

const surroundings: readonly ((number: string) => string)[] = [
  (number) => number,
  (number) => `card ${number}, valid to 12/29, code 123`,
  (number) => `"${number}"`,
  (number) => `pan=${number}&n=1`,
  (number) => `no${number}x`,
  (number) => `1 ${number}`,
  (number) => `order 17: ${number} 2 3`,
];

const corpus = numbers.flatMap((number) =>
  groupings.flatMap((group) =>
    separators.flatMap((separator) =>
      surroundings.map((surround) => ({ number, text: surround(group(number).join(separator)) })),
    ),
  ),
);

const getDigits = (text: string) => text.replaceAll(/%[0-9A-Fa-f]{2}|\D/g, '');

describe('a card number', () => {
  it('is redacted in any grouping, with any separator, in any text', () => {
    const missed = corpus.filter(
      ({ number, text }) =>
        !containsCardNumber(text) || getDigits(redactCardNumbers(text)).includes(number),
    );
    expect(missed).toEqual([]);
    expect(corpus.length).toBeGreaterThan(10_000);
  });

  it.each([
    ['card 4242 4242 4242 4242, valid to 12/29', 'card …, valid to 12/29'],
    ['4242-4242-4242-4242 or 3782.822463.10005', '… or …'],
    ['４２４２４２４２４２４２４２４２', '…'],
    ['٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', '…'],
    ['۴۲۴۲-۴۲۴۲-۴۲۴۲-۴۲۴۲', '…'],
    ['424242424242424242421225', '…'],
  ])('is replaced by an ellipsis in %s', (text, redacted) => {
    expect(redactCardNumbers(text)).toBe(redacted);
  });
});

describe('other digits', () => {
  it.each([
    '4242424242424241',
    '4000 1234 5678 9010',
    '42424242424',
    'psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0',
    '2026-11-20T09:30:00.000Z',
    'https://shop.example:8080/orders/1042?page=2',
    '192.168.100.209',
    '{"status":200,"duration_ms":12,"bytes":1042}',
    '+49 30 901820',
    '',
  ])('stay as they are: %s', (text) => {
    expect(redactCardNumbers(text)).toBe(text);
  });
});

it.each([
  ['digits', '4'],
  ['single digits', '1 '],
  ['card numbers', '4242 4242 4242 4242, '],
  ['runs that are one digit too short', '12345678901x'],
  ['runs with one separator too many', '1----'],
  ['percent-encoded separators', '1%20'],
  ['separators that could be digits', '1%2B'],
  ['escaped line breaks', '1\\n'],
])('takes no quadratic time: %s', (_, pattern) => {
  const text = pattern.repeat(262_144 / pattern.length);
  const start = process.cpuUsage();
  containsCardNumber(text);
  // It takes about 0.1 s of processor time. Quadratic time would be minutes.
  expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
});
