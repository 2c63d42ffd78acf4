import { invalid } from '../wire/errors.ts';

/** The minimum charge in minor units, for currencies whose minimum Stripe documents. */
const MINIMUM: Record<string, number> = {
  usd: 50,
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
};

/** The maximum charge in minor units: eight digits, except in these currencies. */
const MAXIMUM: Record<string, number> = {
  cop: 9_999_999_999,
  huf: 9_999_999_999,
  idr: 999_999_999_999,
  inr: 999_999_999,
  jpy: 9_999_999_999,
  lbp: 999_999_999_999,
};

/** Amounts in these currencies must be divisible by 10. */
const THREE_DECIMAL_CURRENCIES = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

export function checkAmount(amount: number, currency: string, param = 'amount'): void {
  const minimum = MINIMUM[currency] ?? 1;
  if (amount < minimum) {
    throw invalid(`Amount must be no less than ${minimum} in the smallest unit of ${currency}.`, {
      code: 'amount_too_small',
      param,
    });
  }
  const maximum = MAXIMUM[currency] ?? 99_999_999;
  if (amount > maximum) {
    throw invalid(`Amount must be no more than ${maximum} in the smallest unit of ${currency}.`, {
      code: 'amount_too_large',
      param,
    });
  }
  if (THREE_DECIMAL_CURRENCIES.has(currency) && amount % 10 !== 0) {
    throw invalid(
      `Invalid integer: ${amount}. Amounts in ${currency} must be evenly divisible by 10.`,
      { code: 'parameter_invalid_integer', param },
    );
  }
}
