import { type Charge, formatMoney } from '@parley/domain';

/** The product speaks English; a page that knows better says so. */
const LOCALE = 'en';

/** An amount as a person reads it: "€42.00". Minor units. */
export function money(charge: Charge, locale: string = LOCALE): string {
  return formatMoney(charge, locale);
}

/** An amount for a column of amounts in several currencies: digits apart from their code. */
export function moneyColumn(charge: Charge): { digits: string; currency: string } {
  const currency = charge.currency.toUpperCase();
  const digits = formatMoney(charge, LOCALE).replace(/[^\d.,-]/g, '');
  return { digits, currency };
}
