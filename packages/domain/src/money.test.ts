import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  currencyCodes,
  currencyExponent,
  formatMoney,
  isCurrency,
  isSameMoney,
  MAX_AMOUNT_MINOR,
  parseAmount,
  toDecimal,
} from './money.ts';

/** Codes by the number of digits of the provider's amounts, independent of the table in the source. */
const twoDigits = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN  BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
  CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK  DKK DOP DZD  EGP ERN ETB EUR  FJD FKP
  GBP GEL GHS GIP GMD GTQ GYD  HKD HNL HTG HUF  IDR ILS INR IRR ISK  JMD  KES KGS KHR KPW KYD KZT
  LAK LBP LKR LRD LSL  MAD MDL MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN
  NAD NGN NIO NOK NPR NZD  PAB PEN PGK PHP PKR PLN  QAR  RON RSD RUB
  SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL  THB TJS TMT TOP TRY TTD TWD TZS
  UAH UGX USD USN UYU UZS  VED VES  WST  XAD XCD XCG  YER  ZAR ZMW ZWG`;
const digits: Record<number, string> = {
  0: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UYI VND VUV XAF XOF XPF',
  2: twoDigits,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const codesWith = (n: number) => (digits[n] ?? '').toLowerCase().trim().split(/\s+/).sort();

describe('the currency table', () => {
  for (const n of [0, 2, 3, 4]) {
    it(`has exactly the codes with ${n} digits in the amounts of the provider`, () => {
      const codes = currencyCodes.filter((code) => currencyExponent(code) === n);
      expect(codes.sort()).toEqual(codesWith(n));
    });
  }

  it.each([
    ['isk', 500_000, '5000', 'ISK\u00a05,000'],
    ['ugx', 500_000, '5000', 'UGX\u00a05,000'],
    ['mga', 5_000, '5000', 'MGA\u00a05,000'],
  ])('differs from ISO 4217 for %s: %i is %s', (currency, amountMinor, decimal, shown) => {
    expect(toDecimal({ amountMinor, currency })).toBe(decimal);
    expect(formatMoney({ amountMinor, currency }, 'en-US')).toBe(shown);
    expect(parseAmount('5,000', currency, '.')).toBe(amountMinor);
  });

  it('contains every code once, in lowercase', () => {
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length);
    expect(currencyCodes.filter((code) => !/^[a-z]{3}$/.test(code))).toEqual([]);
    expect(currencyCodes).toHaveLength([0, 2, 3, 4].flatMap(codesWith).length);
  });

  it('accepts every code it contains', () => {
    expect(currencyCodes.filter((code) => !isCurrency(code))).toEqual([]);
  });

  it.each([
    ['of another case', 'EUR'],
    ['withdrawn: the kuna', 'hrk'],
    ['withdrawn: the lev', 'bgn'],
    ['withdrawn: the Antillean guilder', 'ang'],
    ['of a metal', 'xau'],
    ['of the test', 'xts'],
    ['of no currency', 'xxx'],
    ['of drawing rights', 'xdr'],
    ['never given', 'abc'],
    ['empty', ''],
    ['a property of every object', 'constructor'],
  ])('rejects a code that is %s', (_, code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => currencyExponent(code)).toThrow(
      new RangeError(`${code} is not an active ISO 4217 code in lowercase`),
    );
    expect(() => toDecimal({ amountMinor: 1, currency: code })).toThrow(RangeError);
    expect(() => formatMoney({ amountMinor: 1, currency: code }, 'en-US')).toThrow(RangeError);
  });
});

describe('toDecimal', () => {
  it.each([
    [0, 'jpy', '0'],
    [4200, 'jpy', '4200'],
    [-4200, 'jpy', '-4200'],
    [0, 'eur', '0.00'],
    [5, 'eur', '0.05'],
    [-5, 'eur', '-0.05'],
    [4200, 'eur', '42.00'],
    [1, 'kwd', '0.001'],
    [-1234567, 'kwd', '-1234.567'],
    [1, 'clf', '0.0001'],
    [-12345, 'clf', '-1.2345'],
    [MAX_AMOUNT_MINOR, 'jpy', '2147483647'],
    [MAX_AMOUNT_MINOR, 'eur', '21474836.47'],
    [MAX_AMOUNT_MINOR, 'kwd', '2147483.647'],
    [MAX_AMOUNT_MINOR, 'clf', '214748.3647'],
    [Number.MAX_SAFE_INTEGER, 'eur', '90071992547409.91'],
    [-0, 'eur', '0.00'],
    [0, 'isk', '0'],
    [-500_000, 'ugx', '-5000'],
    // The provider takes no fraction of these, but an amount that has one is not rounded.
    [12_345, 'isk', '123.45'],
    [5, 'ugx', '0.05'],
  ])('formats %i %s as %s', (amountMinor, currency, text) => {
    expect(toDecimal({ amountMinor, currency })).toBe(text);
  });

  it('preserves every minor unit in every currency', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(...currencyCodes), (amount, currency) => {
        const text = toDecimal({ amountMinor: amount, currency });
        const [whole = '', fraction = ''] = text.split('.');
        const digits = currencyExponent(currency);
        const isWhole = ['isk', 'ugx'].includes(currency) && amount % 100 === 0;
        expect(fraction).toHaveLength(isWhole ? 0 : digits);
        expect(BigInt(whole + fraction.padEnd(digits, '0'))).toBe(BigInt(amount));
      }),
    );
  });
});

describe('formatMoney', () => {
  it.each([
    ['de-DE', 123456789, 'eur', '1.234.567,89\u00a0€'],
    ['de-DE', -5, 'eur', '-0,05\u00a0€'],
    ['de-DE', 4200, 'jpy', '4.200\u00a0¥'],
    ['de-DE', 1234567, 'kwd', '1.234,567\u00a0KWD'],
    ['de-DE', -123456, 'clf', '-12,3456\u00a0CLF'],
    ['en-US', 123456789, 'eur', '€1,234,567.89'],
    ['en-US', -5, 'usd', '-$0.05'],
    ['en-US', -4200, 'jpy', '-¥4,200'],
    ['en-US', 1234, 'kwd', 'KWD\u00a01.234'],
    ['en-US', 1, 'clf', 'CLF\u00a00.0001'],
    ['en-US', Number.MAX_SAFE_INTEGER, 'usd', '$90,071,992,547,409.91'],
    ['ja-JP', 4200, 'jpy', '\uffe54,200'],
    ['ja-JP', 123450, 'eur', '€1,234.50'],
    ['ja-JP', -1, 'kwd', '-KWD\u00a00.001'],
    ['ja-JP', 123456, 'clf', 'CLF\u00a012.3456'],
  ])('formats for %s %i %s as %s', (locale, amountMinor, currency, text) => {
    expect(formatMoney({ amountMinor, currency }, locale)).toBe(text);
  });

  for (const locale of ['de-DE', 'en-US', 'ja-JP']) {
    it(`shows every digit of every currency to ${locale}`, () => {
      for (const currency of currencyCodes) {
        const shown = formatMoney({ amountMinor: 1234567, currency }, locale);
        expect(shown.replace(/\D/g, ''), currency).toBe('1234567');
        const point = locale === 'de-DE' ? ',' : '.';
        const fraction = shown.match(/\d(?:[.,\d]*\d)?/)?.[0].split(point)[1] ?? '';
        const exponent = currencyExponent(currency);
        expect(exponent === 0 || fraction.length === exponent, `${currency}: ${shown}`).toBe(true);
      }
    });
  }
});

describe('isSameMoney', () => {
  const charge = { amountMinor: 4200, currency: 'eur' };
  it('is true for the same amount and currency', () => {
    expect(isSameMoney(charge, { ...charge })).toBe(true);
  });
  it('is false for another amount or currency', () => {
    expect(isSameMoney(charge, { ...charge, amountMinor: 4201 })).toBe(false);
    expect(isSameMoney(charge, { ...charge, currency: 'usd' })).toBe(false);
  });
});

describe('parseAmount', () => {
  it.each([
    ['12.50', 'eur', '.', 1_250],
    ['12,50', 'eur', ',', 1_250],
    ['1,234,567.8', 'eur', '.', 123_456_780],
    ['1.234,56 €', 'eur', ',', 123_456],
    ['1 234', 'eur', ',', 123_400],
    // The sign of the other language, where it cannot separate thousands.
    ['12.50', 'eur', ',', 1_250],
    ['1.250', 'eur', ',', 125_000],
    ['1.250', 'kwd', '.', 1_250],
    ['1.250', 'kwd', ',', 1_250_000],
    // Half of a dinar or five hundred: the group after a zero decides nothing.
    ['0.500', 'kwd', ',', null],
    ['0,500', 'eur', '.', null],
    ['KWD 0,500', 'kwd', '.', null],
    ['0.500', 'kwd', '.', 500],
    ['0,500', 'kwd', ',', 500],
    ['10.500', 'kwd', ',', 10_500_000],
    ['1,250', 'jpy', '.', 1_250],
    ['12.5', 'jpy', '.', null],
    ['1.250', 'eur', '.', null],
    ['1,2,3', 'eur', '.', null],
    ['.5', 'eur', '.', null],
    ['-5', 'eur', '.', null],
    ['1e3', 'eur', '.', null],
    ['', 'eur', '.', null],
    ['5,000', 'isk', '.', 500_000],
    ['5.000 UGX', 'ugx', ',', null],
    ['5.000', 'ugx', ',', 500_000],
    ['123.45', 'isk', '.', 12_345],
    ['5,000', 'mga', '.', 5_000],
    ['12.5', 'mga', '.', null],
  ])('reads %j of %s with the decimal sign %j as %j', (text, currency, sign, expected) => {
    expect(parseAmount(text, currency, sign)).toBe(expected);
  });

  it('reads back every amount that toDecimal writes', () => {
    const amount = fc.integer({ min: 0, max: MAX_AMOUNT_MINOR });
    fc.assert(
      fc.property(amount, fc.constantFrom(...currencyCodes), (amountMinor, currency) => {
        expect(parseAmount(toDecimal({ amountMinor, currency }), currency, '.')).toBe(amountMinor);
      }),
    );
  });
});
