import { expect, it } from 'vitest';
import { formatAmount } from './currencies.ts';

it.each([
  [4_200, 'eur', '€42.00'],
  [4_200, 'jpy', '¥4,200'],
  [1_230, 'kwd', 'KWD\u00a01.230'],
  [500_000, 'isk', 'ISK\u00a05,000'],
  [500_050, 'ugx', 'UGX\u00a05,000.50'],
  [5_000, 'mga', 'MGA\u00a05,000'],
  // Intl has no decimals for the afghani.
  [4_200, 'afn', 'AFN\u00a042.00'],
])('formats %i %s as %s', (amount, currency, text) => {
  expect(formatAmount(amount, currency)).toBe(text);
});
