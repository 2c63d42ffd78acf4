import { ALWAYS_00, DIGITS, formatAmount } from './currencies.ts';
import { invalid } from './errors.ts';

/** The minimum charge in minor units, for currencies whose minimum Stripe documents. */
const MINIMUM: Record<string, number> = {
  usd: 50,
  aed: 200,
  ars: 50,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  cop: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  idr: 50,
  ils: 50,
  inr: 50,
  jpy: 50,
  krw: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  php: 50,
  pln: 200,
  ron: 200,
  rub: 50,
  sek: 300,
  sgd: 50,
  thb: 1000,
  zar: 50,
};

/** The maximum charge in minor units: eight digits, except in these currencies. */
const MAXIMUM: Record<string, number> = {
  cop: 9_999_999_999,
  huf: 9_999_999_999,
  idr: 999_999_999_999,
  inr: 999_999_999,
  jpy: 9_999_999_999,
  lbp: 99_999_999_999,
};

interface Subject {
  /** The parameter that the error names. */
  param: string;
  /** The beginning of the message. */
  subject?: string;
}

/** Refuses an amount that cannot be charged. */
export function checkAmount(
  amount: number,
  currency: string,
  { param, subject = 'Amount must be' }: Subject = { param: 'amount' },
): void {
  const minimum = MINIMUM[currency] ?? 1;
  if (amount < minimum) {
    throw invalid(`${subject} at least ${formatAmount(minimum, currency)} ${currency}`, {
      code: 'amount_too_small',
      param,
    });
  }
  checkUnits(amount, currency, { param, subject });
}

/** Refuses an amount that no charge can contain. A price may be less than the minimum charge. */
export function checkUnits(
  amount: number,
  currency: string,
  { param, subject = 'Amount must be' }: Subject,
): void {
  const maximum = MAXIMUM[currency] ?? 99_999_999;
  if (amount > maximum) {
    throw invalid(`${subject} no more than ${formatAmount(maximum, currency)} ${currency}`, {
      code: 'amount_too_large',
      param,
    });
  }
  const multiple = ALWAYS_00.includes(currency) ? 100 : DIGITS[currency] === 3 ? 10 : 1;
  if (amount % multiple !== 0) {
    throw invalid(
      `Invalid integer: ${amount}. Amounts in ${currency} must be evenly divisible by ${multiple}.`,
      { code: 'parameter_invalid_integer', param },
    );
  }
}
