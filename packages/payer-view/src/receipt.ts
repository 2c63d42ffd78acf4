import { formatMoney } from '@parley/domain';
import type { Receipt } from '@parley/operations';
import type { Messages } from './messages/en.ts';
import type { Sum } from './order.ts';

/** The facts of a receipt around its order, formatted for the payer's locale. */
export interface ReceiptRows {
  readonly status: string;
  /** Whether the payer has what was paid for, or gets it. */
  readonly isSuccess: boolean;
  readonly datePaid: string;
  /** After the total: the payments if they differ from it, and what was returned. */
  readonly payments: readonly Sum[];
}

/** Times are in UTC, and their text says so: requests do not contain the payer's time zone. */
export function formatReceipt(receipt: Receipt, locale: string, messages: Messages): ReceiptRows {
  const { page, payments } = receipt;
  const texts = messages.receipt;
  const format = (amountMinor: number, of: string) =>
    formatMoney({ amountMinor, currency: of }, locale);
  const date = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  const paidAt = (payment: Receipt['payments'][number]) => date.format(new Date(payment.paid_at));
  const isTotal = payments.length === 1 && payments[0]?.amount_minor === page.amount_minor;
  return {
    status: new Intl.ListFormat(locale, { type: 'unit' }).format(
      getStatuses(payments).map((status) => texts[status]),
    ),
    isSuccess: page.status !== 'provisioning_failed' && !payments.every(isReturned),
    datePaid: payments.map(paidAt)[0] ?? '',
    payments: payments.flatMap((payment) => {
      const { amount_minor: amount, refunded_minor: refunded, disputed_minor: disputed } = payment;
      const row = (label: string, minor: number) => ({
        label,
        value: format(minor, payment.currency),
      });
      return [
        ...(isTotal ? [] : [row(paidAt(payment), amount)]),
        ...(refunded > 0 ? [row(texts.refunded, refunded)] : []),
        ...(disputed > 0 ? [row(texts.disputed, disputed)] : []),
      ];
    }),
  };
}

type Payment = Receipt['payments'][number];

/** What became of the payments. A dispute is named whatever its end, which the amounts do not show. */
function getStatuses(
  payments: readonly Payment[],
): ('paid' | 'partlyRefunded' | 'refunded' | 'disputed')[] {
  const isDisputed = payments.some((payment) => payment.disputed_minor > 0);
  const disputed = isDisputed ? (['disputed'] as const) : [];
  if (payments.every((payment) => payment.refunded_minor >= payment.amount_minor)) {
    return ['refunded', ...disputed];
  }
  if (payments.some((payment) => payment.refunded_minor > 0))
    return ['partlyRefunded', ...disputed];
  return isDisputed ? ['disputed'] : ['paid'];
}

const isReturned = (payment: Payment): boolean =>
  payment.refunded_minor + payment.disputed_minor >= payment.amount_minor;
