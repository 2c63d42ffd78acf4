import { expect, it } from 'vitest';
import { exampleAmountField, formatAmountField } from './amount-fields.ts';

it.each([
  ['500000', 'isk', '.', '5000'],
  ['5000', 'mga', '.', '5000'],
  ['1250', 'eur', ',', '12,50'],
  ['1250', undefined, '.', '1250'],
])('writes %s of %s with the decimal sign %j as %s', (amount, currency, sign, text) => {
  expect(formatAmountField(amount, currency, sign)).toBe(text);
});

it.each([
  ['eur', ',', '12,50'],
  ['kwd', '.', '1.250'],
  ['jpy', '.', '1250'],
  ['isk', '.', '1250'],
  [undefined, '.', '1250'],
])('has an example for %s with the decimal sign %j: %s', (currency, sign, text) => {
  expect(exampleAmountField(currency, sign)).toBe(text);
});
