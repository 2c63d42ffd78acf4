import type { Money } from '@parley/domain';

/** Why the provider never takes a charge. */
export interface ChargeRefusal {
  readonly field: 'amount_minor' | 'currency';
  /** What is wrong, as the rest of a sentence that begins with the field. */
  readonly problem: string;
}

/**
 * Active ISO 4217 codes that the provider charges in no country: of funds, of indexed units, and of
 * currencies that its list does not contain.
 * Source: docs.stripe.com/currencies, and the list in its error message for an invalid currency.
 */
const neverCharged: ReadonlySet<string> = new Set(
  `bov che chw clf cou cup ern iqd irr kpw lyd mru mxv sdg ssp stn syp tmt usn uyi uyw ved ves xad
   zwg`.split(/\s+/),
);

/**
 * The smallest charge by currency, in minor units, where the provider documents one. It converts a
 * charge in another currency to the settlement currency of the account, whose minimum then applies.
 */
const minimums: Readonly<Record<string, number>> = {
  aed: 200,
  ars: 50,
  aud: 50,
  brl: 50,
  cad: 50,
  chf: 50,
  cop: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  idr: 50,
  ils: 50,
  inr: 50,
  jpy: 50,
  krw: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  php: 50,
  pln: 200,
  ron: 200,
  rub: 50,
  sek: 300,
  sgd: 50,
  thb: 1_000,
  usd: 50,
  zar: 50,
};

/** The largest charge in minor units: eight digits, and more in these currencies. */
const MAXIMUM = 99_999_999;
const maximums: Readonly<Record<string, number>> = {
  cop: 9_999_999_999,
  huf: 9_999_999_999,
  idr: 999_999_999_999,
  inr: 999_999_999,
  jpy: 9_999_999_999,
  lbp: 99_999_999_999,
};

/** Every amount is a multiple of this number of minor units. */
const multiples: Readonly<Record<string, number>> = {
  isk: 100,
  ugx: 100,
  bhd: 10,
  jod: 10,
  kwd: 10,
  omr: 10,
  tnd: 10,
};

/**
 * Returns why the provider can never take a charge, or null. An amount of 0 is not charged.
 * Some charges are refused only later: the account's country, its settlement currency and the payment
 * method have limits of their own.
 */
export function findChargeRefusal({ amountMinor, currency }: Money): ChargeRefusal | null {
  if (neverCharged.has(currency)) {
    const problem = `must be one that the provider can charge, such as eur, not ${currency}.`;
    return { field: 'currency', problem };
  }
  if (amountMinor === 0) return null;
  const rule = findBrokenRule(amountMinor, currency);
  if (rule === null) return null;
  return { field: 'amount_minor', problem: `must be ${rule}, not ${amountMinor}.` };
}

/** Every amount of a currency that the provider takes is a multiple of this number of minor units. */
export const chargeMultiple = (currency: string): number => multiples[currency] ?? 1;

/** What an amount must be and is not, or null. */
function findBrokenRule(amountMinor: number, currency: string): string | null {
  const minimum = minimums[currency] ?? 0;
  if (amountMinor < minimum)
    return `0, or at least ${minimum} for ${currency}, the provider's minimum`;
  const maximum = maximums[currency] ?? MAXIMUM;
  if (amountMinor > maximum) return `at most ${maximum} for ${currency}, the provider's maximum`;
  const multiple = chargeMultiple(currency);
  if (amountMinor % multiple !== 0) return `a multiple of ${multiple} for ${currency}`;
  return null;
}
