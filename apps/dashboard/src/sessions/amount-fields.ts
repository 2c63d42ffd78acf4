import { toDecimal } from '@parley/domain';

/** The sign before the decimals of amounts in a language. */
export const getDecimalSign = (locale: string): string => (0.5).toLocaleString(locale).charAt(1);

/** An amount of the address as the form has it: in major units, or as it is without a currency. */
export function formatAmountField(
  amount: string,
  currency: string | undefined,
  decimalSign: string,
): string {
  if (!currency) return amount;
  return toDecimal({ amountMinor: Number(amount), currency }).replace('.', decimalSign);
}

/** An example for the form: "12.50", or "1250" in a currency that people use without decimals. */
export function exampleAmountField(currency: string | undefined, decimalSign: string): string {
  const hasDecimals = currency && toDecimal({ amountMinor: 0, currency }).includes('.');
  return formatAmountField('1250', hasDecimals ? currency : undefined, decimalSign);
}
