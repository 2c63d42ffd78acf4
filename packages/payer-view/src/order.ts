import { formatMoney, type Interval, intervals } from '@parley/domain';
import type { PayerPage, PaymentForm, Terms } from '@parley/operations';
import type { Messages } from './messages/en.ts';

/** The total of a cart and how it results from the lines, formatted for the payer's locale. */
export interface Order {
  /** Between the lines and the total; empty unless it is known. */
  readonly sums: readonly Sum[];
  readonly total: string;
  /** What was refunded of a payment whose rest the merchant keeps; null otherwise. */
  readonly refunded: string | null;
  /** Whether further charges follow, so that `total` is only what is due today. */
  readonly recurs: boolean;
  /** One sentence about the charges after today; empty if nothing recurs. */
  readonly terms: string;
}

export interface Sum {
  readonly label: string;
  readonly value: string;
}

/** The lines of a cart, formatted for the payer's locale. */
interface OrderLines {
  readonly lines: readonly OrderLine[];
  /** How many lines cannot be shown; empty if there are none. */
  readonly more: string;
}

interface OrderLine {
  readonly name: string;
  /** With its unit. */
  readonly quantity: string;
  /** The quantity, and the amount of one if it is known; empty for one piece. */
  readonly detail: string;
  /** Of the whole line; empty if it is not known. */
  readonly amount: string;
}

export function formatOrder(page: PayerPage, locale: string, messages: Messages): Order {
  const { currency, terms } = page;
  // After the payment, amount_minor is the amount that was taken.
  const total = terms && !page.payment_received ? terms.due_now_minor : page.amount_minor;
  const format = (amountMinor: number) => formatMoney({ amountMinor, currency }, locale);
  const amounts = total === page.amount_minor ? getSums(page.breakdown) : [];
  return {
    sums: amounts.map(([label, minor]) => ({
      label: messages.receipt[label],
      value: format(minor),
    })),
    total: format(total),
    refunded:
      page.payment_status === 'partially_refunded' && page.refunded_minor > 0
        ? format(page.refunded_minor)
        : null,
    recurs: terms !== null,
    terms: terms ? formatTerms(terms, currency, locale, messages) : '',
  };
}

/** In the order in which they lead to the total. */
function getSums(breakdown: PayerPage['breakdown']) {
  if (breakdown === null) return [];
  const { subtotal_minor: subtotal, added_minor, adjustments } = breakdown;
  const added = adjustments
    ? ([
        ['discount', -adjustments.discount_minor],
        ['shipping', adjustments.shipping_minor],
        ['tax', adjustments.tax_minor],
      ] as const)
    : ([['added', added_minor]] as const);
  return [['subtotal', subtotal] as const, ...added.filter(([, minor]) => minor !== 0)];
}

export function formatLines(page: PayerPage, locale: string, messages: Messages): OrderLines {
  const { currency, omitted_lines: omitted } = page;
  const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const format = (amountMinor: number | null) =>
    amountMinor === null ? '' : formatMoney({ amountMinor, currency }, locale);
  return {
    more: omitted > 0 ? messages.moreItems(count.format(omitted)) : '',
    lines: page.lines.map((line) => {
      const { name, unit, unitAmountMinor } = line;
      const quantity = count.format(line.quantity) + (unit ? `\u00a0${unit}` : '');
      const isOne = line.quantity === 1 && unit === null;
      const detail =
        unitAmountMinor === null
          ? messages.pieces(quantity)
          : messages.unitPrice(quantity, format(unitAmountMinor));
      return { name, quantity, detail: isOne ? '' : detail, amount: format(line.amountMinor) };
    }),
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
  { total }: Pick<Order, 'total'>,
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
