import type Stripe from 'stripe';
import { type Caller, same } from '../wire/authenticate.ts';
import { invalid } from '../wire/errors.ts';

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

/** A browser proves its right to an intent by the intent's own client secret. */
export function checkClientSecret(
  caller: Caller,
  given: string | undefined,
  intent: { id: string; object: string; client_secret: string | null },
): void {
  if (caller === 'secret' && given === undefined) return;
  if (given === undefined) {
    throw invalid('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (!same(given, intent.client_secret ?? '')) {
    const noun = intent.object === 'setup_intent' ? 'SetupIntent' : 'PaymentIntent';
    throw invalid(
      `The client_secret provided does not match the client_secret associated with this ${noun}.`,
      { code: `${intent.object}_invalid_parameter`, param: 'client_secret' },
    );
  }
}
