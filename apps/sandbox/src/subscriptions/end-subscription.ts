import { nowSeconds } from '../clock.ts';
import { voidInvoice } from '../invoices/conclude-invoice.ts';
import { idOf } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';

interface Farewell {
  reason: 'cancellation_requested' | 'payment_failed';
  comment?: string | null | undefined;
  feedback?: string | null | undefined;
}

/** Ends a subscription for good; what it still owed is given up. */
export async function endSubscription(
  tx: Tx,
  subscription: Row<'subscription'>,
  farewell: Farewell,
): Promise<void> {
  const before = subscription.data;
  const now = nowSeconds();
  const incomplete = before.status === 'incomplete';
  const invoiceId = idOf(before.latest_invoice);
  if (incomplete && invoiceId) await voidInvoice(tx, await tx.lock('invoice', invoiceId));
  subscription.data = {
    ...before,
    canceled_at: before.canceled_at ?? now,
    cancellation_details: {
      comment: farewell.comment ?? null,
      feedback: (farewell.feedback ?? null) as NonNullable<
        typeof before.cancellation_details
      >['feedback'],
      feedback_option: null,
      reason: farewell.reason,
    },
    ended_at: now,
    status: 'canceled',
  };
  await tx.save(subscription);
  await tx.emit('customer.subscription.deleted', subscription);
}

/** A first payment that nobody made within a day. */
export async function abandonSubscription(
  tx: Tx,
  subscription: Row<'subscription'>,
): Promise<void> {
  if (subscription.data.status !== 'incomplete') return;
  const invoiceId = idOf(subscription.data.latest_invoice);
  if (invoiceId) await voidInvoice(tx, await tx.lock('invoice', invoiceId));
  const before = subscription.data;
  subscription.data = { ...before, ended_at: nowSeconds(), status: 'incomplete_expired' };
  await tx.save(subscription);
  await tx.emit('customer.subscription.updated', subscription, before);
}
