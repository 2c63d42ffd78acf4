import type Stripe from 'stripe';
import { automaticMethodTypes } from '../payment-methods/bank-methods.ts';
import { findPaymentMethod } from '../payment-methods/create-payment-method.ts';
import type { Row, Tx } from '../store/tx.ts';
import { checkAmount } from '../wire/check-amount.ts';
import { invalid } from '../wire/errors.ts';
import { mergeMetadata, pickDefined } from '../wire/params.ts';
import { cardOptions, getShipping } from './create-intent.ts';
import type { UpdateIntent } from './params.ts';

/** Fields that may change in every state. */
const ALWAYS_EDITABLE = new Set(['metadata', 'description', 'receipt_email', 'shipping']);

export async function updateIntent(
  tx: Tx,
  intent: Row<'payment_intent'>,
  params: UpdateIntent,
): Promise<void> {
  const changed = Object.entries(params).filter(([, value]) => value !== undefined);
  const restricted = changed.map(([key]) => key).filter((key) => !ALWAYS_EDITABLE.has(key));
  const { status } = intent.data;
  const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(
    status,
  );
  if (restricted.length > 0 && !open) {
    throw invalid(
      `This PaymentIntent's ${restricted[0]} could not be updated because it has a status of ${status}. You may only update the ${restricted[0]} of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent.data },
    );
  }
  const amount = params.amount ?? intent.data.amount;
  const currency = params.currency ?? intent.data.currency;
  if (params.amount !== undefined || params.currency !== undefined) checkAmount(amount, currency);
  if (params.customer !== undefined) await tx.read('customer', params.customer, 'customer');
  const method =
    (await findPaymentMethod(tx, params))?.id ??
    (params.payment_method === null ? null : undefined);
  const next: Stripe.PaymentIntent = {
    ...intent.data,
    amount,
    currency,
    ...pickDefined(
      params,
      'allowed_payment_method_types',
      'customer',
      'description',
      'receipt_email',
      'setup_future_usage',
      'statement_descriptor',
      'statement_descriptor_suffix',
    ),
    ...(params.shipping === undefined ? {} : { shipping: getShipping(params.shipping) }),
    ...(params.payment_method_options
      ? { payment_method_options: cardOptions(params.payment_method_options) }
      : {}),
    ...(method === undefined ? {} : { payment_method: method }),
    metadata: mergeMetadata(intent.data.metadata, params.metadata),
  };
  const { automatic_payment_methods: automatic } = next;
  if (automatic) {
    next.payment_method_types = automaticMethodTypes({
      currency,
      redirects: automatic.allow_redirects !== 'never',
      reusable: next.setup_future_usage !== null,
    });
  }
  if (restricted.length > 0) {
    // The authentication in progress was for the previous values.
    next.next_action = null;
    next.status = next.payment_method ? 'requires_confirmation' : 'requires_payment_method';
  }
  await tx.change(intent, next, restricted.length > 0 ? { challenge: undefined } : {});
}
