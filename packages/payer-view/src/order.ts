import { formatMoney, type Interval, intervals } from '@parley/domain';
import type { PayerPage, PaymentForm, Terms } from '@parley/operations';
import type { Messages } from './messages/en.ts';

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
  const charges = new Intl.ListFormat(locale).format(
    terms.recurring.map(({ amount_minor: amountMinor, ...recurrence }) => {
      const charge = formatMoney({ amountMinor, currency }, locale);
      return formatRecurrence(charge, recurrence, locale, messages);
    }),
  );
  if (terms.trial_end !== null) {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
    return messages.freeUntil(day.format(new Date(terms.trial_end)), charges);
  }
  if (terms.trial_days !== null) {
    return messages.freeDays(formatSpan(terms.trial_days, 'day', locale), charges);
  }
  return messages.thenCharges(charges);
}

function formatRecurrence(
  charge: string,
  { interval, interval_count: count }: Omit<Terms['recurring'][number], 'amount_minor'>,
  locale: string,
  messages: Messages,
): string {
  // The provider may add an interval that has no words yet.
  if (!isInterval(interval)) return `${charge} / ${count} ${interval}`;
  return count === 1
    ? messages.per[interval](charge)
    : messages.every[interval](charge, formatSpan(count, interval, locale), count);
}

const isInterval = (interval: string): interval is Interval =>
  intervals.some((known) => known === interval);

/** A count of days, weeks, months or years with its plural, such as "2 weeks". */
function formatSpan(count: number, unit: Interval, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
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
