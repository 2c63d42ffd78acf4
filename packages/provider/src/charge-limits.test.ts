import { currencyCodes, currencyExponent } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { findChargeRefusal } from './charge-limits.ts';

const refusal = (amountMinor: number, currency: string) => {
  const found = findChargeRefusal({ amountMinor, currency });
  return found && `${found.field} ${found.problem}`;
};

describe('findChargeRefusal', () => {
  it('accepts 0 in every currency of the provider, because nothing is charged', () => {
    const refused = currencyCodes.filter((currency) => refusal(0, currency) !== null);
    expect(refused.sort().join(' ')).toBe(
      'bov che chw clf cou cup ern iqd irr kpw lyd mru mxv sdg ssp stn syp tmt usn uyi uyw ved ves xad zwg',
    );
  });

  it.each([
    [50, 'usd'],
    [50, 'eur'],
    [30, 'gbp'],
    [200, 'aed'],
    [1_500, 'czk'],
    [250, 'dkk'],
    [400, 'hkd'],
    [17_500, 'huf'],
    [50, 'jpy'],
    [50, 'krw'],
    [1_000, 'mxn'],
    [300, 'sek'],
    [1_000, 'thb'],
    [50, 'zar'],
  ])('has a minimum of %i for %s', (minimum, currency) => {
    expect(refusal(minimum, currency)).toBeNull();
    expect(refusal(minimum - 1, currency)).toBe(
      `amount_minor must be 0, or at least ${minimum} for ${currency}, the provider's minimum, not ${minimum - 1}.`,
    );
  });

  it.each([
    ['no minimum is documented', 1, 'kes'],
    ['the charge has two digits, although the payout has none', 17_501, 'huf'],
    ['the charge has two digits, although the payout has none', 101, 'twd'],
  ])('accepts what the provider may take: %s', (_, amountMinor, currency) => {
    expect(refusal(amountMinor, currency)).toBeNull();
  });

  it.each([
    [99_999_999, 'eur'],
    [99_999_999, 'krw'],
    [999_999_999, 'inr'],
  ])('has a maximum of %i for %s', (maximum, currency) => {
    expect(refusal(maximum, currency)).toBeNull();
    expect(refusal(maximum + 1, currency)).toBe(
      `amount_minor must be at most ${maximum} for ${currency}, the provider's maximum, not ${maximum + 1}.`,
    );
  });

  it.each(['cop', 'huf', 'idr', 'jpy', 'lbp'])(
    'accepts the largest amount of a session in %s, which has more than eight digits at the provider',
    (currency) => {
      expect(refusal(2_147_483_647, currency)).toBeNull();
    },
  );

  it.each([
    ['isk', 100, 500_050, 500_000],
    ['ugx', 100, 150, 100],
    ['bhd', 10, 12_345, 12_340],
    ['jod', 10, 12_345, 12_340],
    ['kwd', 10, 12_345, 12_340],
    ['omr', 10, 12_345, 12_340],
    ['tnd', 10, 12_345, 12_340],
  ])('needs a multiple in %s', (currency, step, amount, multiple) => {
    expect(refusal(multiple, currency)).toBeNull();
    expect(refusal(amount, currency)).toBe(
      `amount_minor must be a multiple of ${step} for ${currency}, not ${amount}.`,
    );
  });

  it('needs a multiple of 10 in every supported currency with three digits', () => {
    const threeDigits = currencyCodes.filter((code) => currencyExponent(code) === 3);
    const accepted = threeDigits.filter((code) => refusal(1_001, code) === null);
    expect(accepted).toEqual([]);
  });

  it('names the currency that the provider does not charge', () => {
    expect(refusal(4_200, 'irr')).toBe(
      'currency must be one that the provider can charge, such as eur, not irr.',
    );
  });
});
