import { formatMoney } from '@parley/domain';
import type { PayerPage } from '@parley/operations';
import type { Words } from '../words.ts';
import { safeLink } from './safe-link.ts';
import { termsText } from './terms-text.ts';

/** What is bought, written for the payer's locale. */
export interface Order {
  readonly lines: readonly OrderLine[];
  readonly total: string;
  /** Whether the total is only what is charged now. */
  readonly recurs: boolean;
  /** What is charged after that, and when; empty where nothing recurs. */
  readonly terms: string;
}

interface OrderLine {
  readonly name: string;
  readonly quantity: string;
  /** Empty where the merchant did not say. */
  readonly amount: string;
}

export function orderOf(page: PayerPage, locale: string, words: Words): Order {
  const { currency, terms } = page;
  // Once money is taken, that is what it came to.
  const total = terms && !page.payment_received ? terms.due_now_minor : page.amount_minor;
  const count = new Intl.NumberFormat(locale);
  return {
    total: formatMoney({ amountMinor: total, currency }, locale),
    recurs: terms !== null,
    terms: terms ? termsText(terms, { currency, locale, words }) : '',
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
