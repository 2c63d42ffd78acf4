import { ALWAYS_00, DIGITS, formatAmount } from './currencies.ts';
import { invalid } from './errors.ts';
import { fill } from './words.ts';

/** The minimum charge in minor units, for currencies whose minimum Stripe documents. */
const MINIMUM: Record<string, number> = {
  ...fill(30, 'gbp'),
  ...fill(50, 'usd ars aud brl cad chf cop eur idr ils inr jpy krw nzd php rub sgd zar'),
  ...fill(100, 'bgn'),
  ...fill(200, 'aed myr pln ron'),
  ...fill(250, 'dkk'),
  ...fill(300, 'nok sek'),
  ...fill(400, 'hkd'),
  ...fill(1000, 'mxn thb'),
  ...fill(1500, 'czk'),
  ...fill(17500, 'huf'),
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
