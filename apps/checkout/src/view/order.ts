import { formatMoney } from '@parley/domain';
import type { PayerPage, PaymentForm, Terms } from '@parley/operations';
import type { Messages } from '../messages.ts';

/** The cart and the total, formatted for the payer's locale. */
export interface Order {
  readonly lines: readonly OrderLine[];
  readonly total: string;
  /** Whether further charges follow, so that `total` is only what is due today. */
  readonly recurs: boolean;
  /** One sentence about the charges after today; empty if nothing recurs. */
  readonly terms: string;
}

interface OrderLine {
  readonly name: string;
  readonly quantity: string;
  /** Empty if the merchant gave no amount. */
  readonly amount: string;
}

export function formatOrder(page: PayerPage, locale: string, messages: Messages): Order {
  const { currency, terms } = page;
  // After the payment, amount_minor is the amount that was taken.
  const total = terms && !page.payment_received ? terms.due_now_minor : page.amount_minor;
  const count = new Intl.NumberFormat(locale);
  return {
    total: formatMoney({ amountMinor: total, currency }, locale),
    recurs: terms !== null,
    terms: terms ? formatTerms(terms, currency, locale, messages) : '',
    lines: page.lines.map(({ name, quantity, amountMinor }) => ({
      name,
      quantity: count.format(quantity),
      amount: amountMinor === null ? '' : formatMoney({ amountMinor, currency }, locale),
    })),
  };
}

function formatTerms(terms: Terms, currency: string, locale: string, messages: Messages): string {
  const charges = messages.joinCharges(
    terms.recurring.map(({ amount_minor: amountMinor, interval, interval_count }) =>
      messages.every(formatMoney({ amountMinor, currency }, locale), interval, interval_count),
    ),
  );
  if (terms.trial_end !== null) {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
    return messages.freeUntil(day.format(new Date(terms.trial_end)), charges);
  }
  if (terms.trial_days !== null) return messages.freeDays(terms.trial_days, charges);
  return messages.thenCharges(charges);
}

/** The labels of the pay button for a kind of form, before and after it is pressed. */
export function payButtonLabels(
  kind: PaymentForm['kind'],
  { total }: Order,
  page: Pick<PayerPage, 'terms' | 'may_miss_card'>,
  messages: Messages,
): { ready: string; busy: string } {
  const isFree = page.terms?.due_now_minor === 0;
  if (kind === 'setup') {
    const ready = page.may_miss_card ? messages.saveCard : messages.startTrial;
    return { ready, busy: messages.saving };
  }
  if (kind === 'hosted') {
    const ready = isFree ? messages.continueToTrial : messages.continueToPay(total);
    return { ready, busy: messages.continuing };
  }
  return isFree
    ? { ready: messages.startTrial, busy: messages.saving }
    : { ready: messages.pay(total), busy: messages.paying(total) };
}
