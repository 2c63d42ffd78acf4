import { formatMoney, type Money } from '@parley/domain';

/** Default locale; pages can pass another one. */
const LOCALE = 'en';

/** Formats an amount in minor units: "€42.00". */
export function money(amount: Money, locale: string = LOCALE): string {
  return formatMoney(amount, locale);
}

/** Formats an amount for a column with several currencies: digits and code separately. */
export function moneyColumn(
  amount: Money,
  locale: string = LOCALE,
): { digits: string; currency: string } {
  const currency = amount.currency.toUpperCase();
  const digits = formatMoney(amount, locale).replace(/[^\d.,-]/g, '');
  return { digits, currency };
}
