import { nowSeconds } from '../clock.ts';
import { changeSubscription, voidInvoice } from '../invoices/invoice-outcomes.ts';
import { idOf } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';

interface CancellationDetails {
  reason: 'cancellation_requested' | 'payment_failed';
  comment?: string | null | undefined;
  feedback?: string | null | undefined;
}

/** Cancels a subscription; if it was incomplete, voids its invoice. */
export async function endSubscription(
  tx: Tx,
  subscription: Row<'subscription'>,
  details: CancellationDetails,
): Promise<void> {
  const before = subscription.data;
  const now = nowSeconds();
  const incomplete = before.status === 'incomplete';
  const invoiceId = idOf(before.latest_invoice);
  if (incomplete && invoiceId) await voidInvoice(tx, await tx.lock('invoice', invoiceId));
  await tx.change(subscription, {
    canceled_at: before.canceled_at ?? now,
    cancellation_details: {
      comment: details.comment ?? null,
      feedback: (details.feedback ?? null) as NonNullable<
        typeof before.cancellation_details
      >['feedback'],
      feedback_option: null,
      reason: details.reason,
    },
    ended_at: now,
    status: 'canceled',
  });
  await tx.emit('customer.subscription.deleted', subscription);
}

/** Ends a subscription whose first payment was not made in time, and voids its invoice. */
export async function expireIncompleteSubscription(
  tx: Tx,
  subscription: Row<'subscription'>,
): Promise<void> {
  if (subscription.data.status !== 'incomplete') return;
  const invoiceId = idOf(subscription.data.latest_invoice);
  if (invoiceId) await voidInvoice(tx, await tx.lock('invoice', invoiceId));
  const change = { ended_at: nowSeconds(), status: 'incomplete_expired' } as const;
  await changeSubscription(tx, subscription, change);
}
