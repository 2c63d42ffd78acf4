import { describe, expect, it } from 'vitest';
import { money, moneyColumn } from './money.ts';

describe('money', () => {
  it.each([
    [{ amountMinor: 4200, currency: 'eur' }, '€42.00'],
    [{ amountMinor: 123_456_789, currency: 'usd' }, '$1,234,567.89'],
    [{ amountMinor: 5700, currency: 'jpy' }, '¥5,700'],
    [{ amountMinor: 1234, currency: 'kwd' }, 'KWD\u00a01.234'],
    [{ amountMinor: 0, currency: 'gbp' }, '£0.00'],
    [{ amountMinor: 500_000, currency: 'isk' }, 'ISK\u00a05,000'],
  ])('formats %o as %s', (charge, text) => {
    expect(money(charge)).toBe(text);
  });

  it('uses the given locale', () => {
    expect(money({ amountMinor: 4200, currency: 'eur' }, 'de-DE')).toBe('42,00\u00a0€');
  });
});

describe('moneyColumn', () => {
  it.each([
    [{ amountMinor: 4200, currency: 'eur' }, '42.00', 'EUR'],
    [{ amountMinor: 570_000, currency: 'jpy' }, '570,000', 'JPY'],
    [{ amountMinor: 1234, currency: 'kwd' }, '1.234', 'KWD'],
    [{ amountMinor: 500_000, currency: 'ugx' }, '5,000', 'UGX'],
    [{ amountMinor: -99, currency: 'chf' }, '-0.99', 'CHF'],
  ])('splits %o into %s and %s', (charge, digits, currency) => {
    expect(moneyColumn(charge)).toEqual({ digits, currency });
  });
});
