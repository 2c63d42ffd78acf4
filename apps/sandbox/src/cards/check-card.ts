import type { StripeError } from '../wire/errors.ts';
import { cardError, DECLINES } from './declines.ts';
import { cardByNumber, type TestCard } from './test-cards.ts';

export interface CardInput {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc?: string | undefined;
}

/** Validates card details and returns the matching test card; throws the API's card error. */
export function checkCard(input: CardInput, now: Date): TestCard {
  const number = input.number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw cardError(DECLINES.incorrect_number);
  const fault = expiryFault(input, now) ?? cvcFault(number, input.cvc);
  if (fault) throw fault;
  const card = cardByNumber(number);
  if (!card) throw cardError(DECLINES.test_mode_live_card);
  return card;
}

export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [i, char] of [...number].reverse().entries()) {
    const digit = Number(char) * (i % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

function expiryFault(input: CardInput, now: Date): StripeError | null {
  const { exp_month: month } = input;
  const year = fullYear(input.exp_year);
  if (month < 1 || month > 12) return cardError(DECLINES.invalid_expiry_month);
  const thisYear = now.getUTCFullYear();
  if (year < thisYear || year > thisYear + 50) return cardError(DECLINES.invalid_expiry_year);
  if (year === thisYear && month < now.getUTCMonth() + 1)
    return cardError(DECLINES.invalid_expiry_month);
  return null;
}

function cvcFault(number: string, cvc: string | undefined): StripeError | null {
  if (cvc === undefined) return null;
  const length = /^3[47]/.test(number) ? 4 : 3;
  // The API accepts American Express cards with three digits too.
  const fits = /^\d+$/.test(cvc) && (cvc.length === length || (length === 4 && cvc.length === 3));
  return fits ? null : cardError(DECLINES.invalid_cvc);
}

/** Completes a two-digit year with this century. */
export const fullYear = (year: number): number => (year >= 0 && year < 100 ? 2000 + year : year);
