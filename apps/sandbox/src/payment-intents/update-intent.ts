import type Stripe from 'stripe';
import { makePaymentMethod, resolvePaymentMethod } from '../payment-methods/make-payment-method.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';
import { mergeMetadata } from '../wire/metadata.ts';
import { checkAmount } from './check-amount.ts';
import { cardOptions, shippingOf } from './make-intent.ts';
import type { UpdateIntent } from './params.ts';

/** These may change whatever has become of the money. */
const ALWAYS = new Set(['metadata', 'description', 'receipt_email', 'shipping', 'expand']);

export async function updateIntent(
  tx: Tx,
  intent: Row<'payment_intent'>,
  given: UpdateIntent,
): Promise<void> {
  const changed = Object.entries(given).filter(([, value]) => value !== undefined);
  const bound = changed.map(([key]) => key).filter((key) => !ALWAYS.has(key));
  const { status } = intent.data;
  const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(
    status,
  );
  if (bound.length > 0 && !open) {
    throw invalid(
      `This PaymentIntent's ${bound[0]} could not be updated because it has a status of ${status}. You may only update the ${bound[0]} of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent.data },
    );
  }
  const amount = given.amount ?? intent.data.amount;
  const currency = given.currency ?? intent.data.currency;
  if (given.amount !== undefined || given.currency !== undefined) checkAmount(amount, currency);
  if (given.customer !== undefined) await tx.read('customer', given.customer, 'customer');
  const method = await methodChange(tx, given);
  const next: Stripe.PaymentIntent = {
    ...intent.data,
    amount,
    currency,
    ...(given.customer === undefined ? {} : { customer: given.customer }),
    ...(given.description === undefined ? {} : { description: given.description }),
    ...(given.receipt_email === undefined ? {} : { receipt_email: given.receipt_email }),
    ...(given.setup_future_usage === undefined
      ? {}
      : { setup_future_usage: given.setup_future_usage }),
    ...(given.shipping === undefined ? {} : { shipping: shippingOf(given.shipping) }),
    ...(given.statement_descriptor === undefined
      ? {}
      : { statement_descriptor: given.statement_descriptor }),
    ...(given.statement_descriptor_suffix === undefined
      ? {}
      : { statement_descriptor_suffix: given.statement_descriptor_suffix }),
    ...(given.payment_method_options
      ? { payment_method_options: cardOptions(given.payment_method_options) }
      : {}),
    ...(method === undefined ? {} : { payment_method: method }),
    metadata: mergeMetadata(intent.data.metadata, given.metadata),
  };
  if (bound.length > 0) {
    // What was being authenticated is no longer what would be charged.
    next.next_action = null;
    next.status = next.payment_method ? 'requires_confirmation' : 'requires_payment_method';
    const { challenge: _, ...hidden } = intent.hidden;
    intent.hidden = hidden;
  }
  intent.data = next;
  await tx.save(intent);
}

async function methodChange(tx: Tx, given: UpdateIntent): Promise<string | null | undefined> {
  if (given.payment_method_data) return (await makePaymentMethod(tx, given.payment_method_data)).id;
  if (given.payment_method === undefined || given.payment_method === null)
    return given.payment_method;
  return (await resolvePaymentMethod(tx, given.payment_method)).id;
}
