import { describe, expect, test } from 'vitest';
import { format, getMinorDigits, parse, toDecimal } from './money.ts';

/** Currency, an amount in minor units, the same as a decimal, and for people in English. */
const amounts = [
  ['eur', 4200, '42.00', '€42.00'],
  ['jpy', 4200, '4200', '¥4,200'],
  ['isk', 500000, '5000', 'ISK 5,000'],
  ['ugx', 500000, '5000', 'UGX 5,000'],
  ['mga', 5000, '5000', 'MGA 5,000'],
  ['kwd', 4200, '4.200', 'KWD 4.200'],
  ['clf', 42000, '4.2000', 'CLF 4.2000'],
] as const;

describe.each(amounts)('%s', (currency, amount_minor, decimal, text) => {
  test('is formatted, written and read with the minor units of the provider', () => {
    for (const code of [currency, currency.toUpperCase()]) {
      const money = { amount_minor, currency: code };
      expect(format(money, 'en').replaceAll('\u00a0', ' ')).toBe(text);
      expect(toDecimal(money)).toBe(decimal);
      expect(parse(decimal, code)).toBe(amount_minor);
      const digits = getMinorDigits(code);
      expect(parse('1', code)).toBe(10 ** digits);
    }
  });
});

test('parse reads thousands and both decimal signs', () => {
  expect(parse('1,234.50', 'eur')).toBe(123450);
  expect(parse('€ 1.234,50', 'eur', ',')).toBe(123450);
});

test.each([
  ['12.50', 'jpy'],
  ['50.25', 'isk'],
  ['12.345', 'eur'],
  ['-1', 'eur'],
  ['', 'eur'],
  ['twelve', 'eur'],
  ['99999999999999999', 'eur'],
])('parse refuses %j in %s', (text, currency) => {
  expect(() => parse(text, currency)).toThrow(RangeError);
});

test('parse accepts a fraction of zeros that the currency does not show', () => {
  expect(parse('50.00', 'isk')).toBe(5000);
});

test('an unknown currency and a broken amount are refused', () => {
  for (const currency of ['', 'xxx', 'EURO']) {
    expect(() => toDecimal({ amount_minor: 1, currency })).toThrow(RangeError);
    expect(() => parse('1', currency)).toThrow(RangeError);
    expect(() => getMinorDigits(currency)).toThrow(RangeError);
  }
  for (const amount_minor of [1.5, Number.NaN, 2 ** 53]) {
    expect(() => format({ amount_minor, currency: 'eur' }, 'en')).toThrow(RangeError);
  }
});
