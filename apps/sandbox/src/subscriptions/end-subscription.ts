import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { changeSubscription, voidInvoice } from '../invoices/invoice-outcomes.ts';
import { getId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { pickOrNull } from '../wire/params.ts';

type Details = Stripe.Subscription.CancellationDetails;

/** What a client says about a cancellation. */
interface Remarks {
  comment?: string | null | undefined;
  feedback?: Details['feedback'] | undefined;
}

export const cancellationDetails = (reason: Details['reason'], remarks: Remarks = {}): Details => ({
  ...pickOrNull(remarks, 'comment feedback'),
  feedback_option: null,
  reason,
});

/** Cancels a subscription; if it was incomplete, voids its invoice. */
export async function endSubscription(
  tx: Tx,
  subscription: Row<'subscription'>,
  reason: 'cancellation_requested' | 'payment_failed',
  remarks?: Remarks,
): Promise<void> {
  const { status, canceled_at, latest_invoice } = subscription.data;
  const now = nowSeconds();
  const invoiceId = getId(latest_invoice);
  if (status === 'incomplete' && invoiceId)
    await voidInvoice(tx, await tx.lock('invoice', invoiceId));
  await tx.change(subscription, {
    canceled_at: canceled_at ?? now,
    cancellation_details: cancellationDetails(reason, remarks),
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
  const invoiceId = getId(subscription.data.latest_invoice);
  if (invoiceId) await voidInvoice(tx, await tx.lock('invoice', invoiceId));
  const change = { ended_at: nowSeconds(), status: 'incomplete_expired' } as const;
  await changeSubscription(tx, subscription, change);
}
