import type Stripe from 'stripe';
import { lockIntent } from '../intents/lock-intent.ts';
import { confirmIntent } from '../payment-intents/confirm-intent.ts';
import { getId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';
import { failInvoice, payInvoice } from './invoice-outcomes.ts';

/** Updates an invoice and its subscription to match the state of the invoice's payment intent. */
export async function applyPaymentToInvoice(
  tx: Tx,
  intent: Row<'payment_intent'>,
  invoice: Row<'invoice'>,
  subscription: Row<'subscription'>,
): Promise<void> {
  switch (intent.data.status) {
    case 'succeeded':
      return payInvoice(tx, invoice, subscription, getId(intent.data.payment_method));
    case 'requires_payment_method':
      return intent.data.last_payment_error ? failInvoice(tx, invoice, subscription) : undefined;
    case 'requires_action':
      return tx.emit('invoice.payment_action_required', invoice);
    default:
      return undefined;
  }
}

/**
 * Collects an invoice without the payer. A payment that needs the payer's authentication counts as a
 * failed attempt of a running subscription and waits in `requires_action`.
 */
export async function collectInvoice(
  tx: Tx,
  intent: Row<'payment_intent'>,
  invoice: Row<'invoice'>,
  subscription: Row<'subscription'>,
  method: string,
): Promise<void> {
  await confirmIntent(tx, intent, { payment_method: method, off_session: true }, false);
  await applyPaymentToInvoice(tx, intent, invoice, subscription);
  if (intent.data.status === 'requires_action') await failInvoice(tx, invoice, subscription);
}

/** Returns the id of a subscription's default payment method, or of its customer's; null if neither has one. */
export async function defaultMethod(
  tx: Tx,
  subscription: Pick<Stripe.Subscription, 'customer' | 'default_payment_method'>,
): Promise<string | null> {
  const methodId = getId(subscription.default_payment_method);
  if (methodId) return methodId;
  const customer = await tx.find('customer', getId(subscription.customer) ?? '');
  return getId(customer?.data.invoice_settings.default_payment_method);
}

export const noDefaultMethod = () =>
  invalid(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  );

/** Retries the open invoice of a past due subscription with the current default payment method. */
export async function retryInvoice(tx: Tx, id: string): Promise<void> {
  const seen = await tx.read('invoice', id);
  const { subscription: owner, pending_intent } = seen.hidden;
  if (!owner || !pending_intent) return;
  const intent = await lockIntent(tx, pending_intent);
  const subscription = await tx.lock('subscription', owner);
  const invoice = await tx.lock('invoice', id);
  if (invoice.data.status !== 'open' || subscription.data.status !== 'past_due') return;
  const method = await defaultMethod(tx, subscription.data);
  if (method) await collectInvoice(tx, intent, invoice, subscription, method);
}
