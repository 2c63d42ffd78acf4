import type Stripe from 'stripe';
import { clockMs, nowSeconds } from '../clock.ts';
import { cancelIntent } from '../payment-intents/cancel-intent.ts';
import { amountCaptured } from '../scenarios.ts';
import { getId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invoicePayments } from './invoice-payments.ts';

/** Days from each failed renewal to the next attempt; after the last one the subscription ends. */
const RETRY_AFTER_DAYS = [1, 3, 5, 7];

type Invoice = Row<'invoice'>;
type Subscription = Row<'subscription'>;

/** Marks an invoice as paid; an incomplete, past due or unpaid subscription becomes active. */
export async function payInvoice(
  tx: Tx,
  invoice: Invoice,
  subscription: Subscription,
  method: string | null,
): Promise<void> {
  if (invoice.data.status !== 'open') return;
  const due = invoice.data.amount_due;
  await tx.change(invoice, {
    amount_paid: amountCaptured(due, subscription.data),
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.data.attempt_count + (due > 0 ? 1 : 0),
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.data.status_transitions, paid_at: nowSeconds() },
  });
  for (const data of await invoicePayments(tx, invoice.data))
    await tx.emit('invoice_payment.paid', { data });
  await tx.emit('invoice.paid', invoice);
  await tx.emit('invoice.payment_succeeded', invoice);
  const saves =
    subscription.data.payment_settings?.save_default_payment_method === 'on_subscription';
  const change: Partial<Stripe.Subscription> = {};
  if (['incomplete', 'past_due', 'unpaid'].includes(subscription.data.status))
    change.status = 'active';
  if (saves && method && getId(subscription.data.default_payment_method) !== method)
    change.default_payment_method = method;
  await changeSubscription(tx, subscription, change);
}

/** Records a failed payment attempt: a running subscription becomes past due, a new one stays incomplete. */
export async function failInvoice(tx: Tx, invoice: Invoice, subscription: Subscription) {
  if (invoice.data.status !== 'open') return;
  const { collection_method, status } = subscription.data;
  // One that is sent to the payer is not collected again, and overdue only after its due date.
  const isCollected = collection_method === 'charge_automatically';
  const running = isCollected && ['active', 'trialing', 'past_due'].includes(status);
  const tries = invoice.data.attempt_count + 1;
  const days = running ? RETRY_AFTER_DAYS[tries - 1] : undefined;
  const next = days === undefined ? null : nowSeconds() + days * 86_400;
  await tx.change(invoice, {
    attempted: true,
    attempt_count: tries,
    next_payment_attempt: next,
  });
  await tx.emit('invoice.payment_failed', invoice);
  if (!running) return;
  if (subscription.data.status !== 'past_due')
    await changeSubscription(tx, subscription, { status: 'past_due' });
  if (next !== null) await tx.schedule('retry_invoice', invoice.id, next * 1000);
  else await tx.schedule('end_unpaid', subscription.id, clockMs());
}

/** Voids an open invoice and cancels its payment intent. */
export async function voidInvoice(tx: Tx, invoice: Invoice): Promise<void> {
  if (invoice.data.status !== 'open') return;
  await tx.change(invoice, {
    status: 'void',
    status_transitions: { ...invoice.data.status_transitions, voided_at: nowSeconds() },
  });
  await tx.emit('invoice.voided', invoice);
  const intentId = invoice.hidden.pending_intent;
  const intent = intentId ? await tx.lock('payment_intent', intentId) : null;
  if (intent && !['succeeded', 'canceled', 'processing'].includes(intent.data.status))
    await cancelIntent(tx, intent, 'void_invoice');
}

export async function changeSubscription(
  tx: Tx,
  subscription: Subscription,
  change: Partial<Stripe.Subscription>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const before = await tx.change(subscription, change);
  await tx.emit('customer.subscription.updated', subscription, before);
}
