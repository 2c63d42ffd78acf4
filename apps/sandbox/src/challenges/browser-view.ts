import type Stripe from 'stripe';

const PAYMENT_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies readonly (keyof Stripe.PaymentIntent)[];

const SETUP_FIELDS = [
  'id',
  'object',
  'automatic_payment_methods',
  'cancellation_reason',
  'client_secret',
  'created',
  'description',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'status',
  'usage',
] as const satisfies readonly (keyof Stripe.SetupIntent)[];

/** What a publishable key may see of an intent: nothing of metadata, customer or charges. */
export function browserView(intent: Stripe.PaymentIntent | Stripe.SetupIntent): object {
  const fields: readonly string[] =
    intent.object === 'payment_intent' ? PAYMENT_FIELDS : SETUP_FIELDS;
  return Object.fromEntries(Object.entries(intent).filter(([key]) => fields.includes(key)));
}
