import {
  currencyExponent,
  formatMoney,
  parseAmount,
  toDecimal as writeDecimal,
} from '@parley/domain/money';

/** An amount as the API has it. A session or a payment can be passed as it is. */
export interface Money {
  /** In the provider's minor units: 4200 is €42.00 or ¥4200, 500000 is ISK 5,000. */
  readonly amount_minor: number;
  /** ISO 4217, in any case. */
  readonly currency: string;
}

const toCharge = ({ amount_minor, currency }: Money) => {
  if (!Number.isSafeInteger(amount_minor)) {
    throw new RangeError('amount_minor must be a whole number of minor units.');
  }
  return { amountMinor: amount_minor, currency: currency.toLowerCase() };
};

/**
 * The number of digits after the decimal point in the provider's amounts. It differs from ISO 4217 in isk, ugx and mga.
 * @throws RangeError for an unknown currency
 */
export function getMinorDigits(currency: string): number {
  return currencyExponent(currency.toLowerCase());
}

/**
 * Formats an amount for people.
 * @param locale BCP 47, such as de-DE
 * @throws RangeError for an unknown currency
 */
export function format(money: Money, locale: string): string {
  return formatMoney(toCharge(money), locale);
}

/**
 * The amount in major units, exactly: "42.00" for 4200 eur, "4200" for 4200 jpy, "5000" for 500000 isk.
 * @throws RangeError for an unknown currency
 */
export function toDecimal(money: Money): string {
  return writeDecimal(toCharge(money));
}

/**
 * Reads an amount in major units: 4200 for "42.00" in eur, 500000 for "5000" in isk.
 * @param decimalSign the other one separates thousands: "1.234,50" with a comma
 * @returns amount_minor
 * @throws RangeError for text that is not a valid amount in the currency, such as "12.50" in jpy
 */
export function parse(text: string, currency: string, decimalSign: '.' | ',' = '.'): number {
  const code = currency.toLowerCase();
  const amountMinor = parseAmount(text, code, decimalSign);
  if (amountMinor === null || !Number.isSafeInteger(amountMinor) || hasPart(amountMinor, code)) {
    throw new RangeError(`${JSON.stringify(text)} is not a valid amount in ${code}.`);
  }
  return amountMinor;
}

/** Whether an amount has a fraction that its currency does not have, as 50.25 in isk. */
const hasPart = (amountMinor: number, currency: string): boolean =>
  writeDecimal({ amountMinor, currency }).includes('.') &&
  !writeDecimal({ amountMinor: 0, currency }).includes('.');
