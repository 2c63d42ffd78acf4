import { invalid } from '../wire/errors.ts';

/** The smallest charge per currency, in minor units, where the provider documents one. */
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

/** Three-decimal currencies are charged in whole tens of their smallest unit. */
const IN_TENS = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

export function checkAmount(amount: number, currency: string, param = 'amount'): void {
  const minimum = MINIMUM[currency] ?? 1;
  if (amount < minimum) {
    throw invalid(`Amount must be no less than ${minimum} in the smallest unit of ${currency}.`, {
      code: 'amount_too_small',
      param,
    });
  }
  if (IN_TENS.has(currency) && amount % 10 !== 0) {
    throw invalid(
      `Invalid integer: ${amount}. Amounts in ${currency} must be evenly divisible by 10.`,
      { code: 'parameter_invalid_integer', param },
    );
  }
}
