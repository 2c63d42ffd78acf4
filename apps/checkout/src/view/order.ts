import { formatMoney } from '@parley/domain';
import type { PayerPage } from '@parley/operations';
import { safeLink } from './safe-link.ts';

/** What is bought, written for the payer's locale. */
export interface Order {
  readonly lines: readonly OrderLine[];
  readonly total: string;
}

interface OrderLine {
  readonly name: string;
  readonly quantity: string;
  /** Empty where the merchant did not say. */
  readonly amount: string;
}

export function orderOf(page: PayerPage, locale: string): Order {
  const { currency } = page;
  const count = new Intl.NumberFormat(locale);
  return {
    total: formatMoney({ amountMinor: page.amount_minor, currency }, locale),
    lines: page.lines.map(({ name, quantity, amountMinor }) => ({
      name,
      quantity: count.format(quantity),
      amount: amountMinor === null ? '' : formatMoney({ amountMinor, currency }, locale),
    })),
  };
}

/** Where the page leads at its end; null where the merchant named no place, or no safe one. */
export const destinationOf = (page: PayerPage): string | null =>
  safeLink(page.payer_destination_url);
