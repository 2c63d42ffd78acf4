import type Stripe from 'stripe';
import { type KeyKind, secretsEqual } from '../wire/authenticate.ts';
import { invalid, missingParam } from '../wire/errors.ts';
import { words } from '../wire/words.ts';

const PAYMENT_FIELDS: readonly (keyof Stripe.PaymentIntent)[] = words(`
  id object amount amount_details automatic_payment_methods canceled_at cancellation_reason
  capture_method client_secret confirmation_method created currency description last_payment_error
  livemode next_action payment_method payment_method_types processing receipt_email
  setup_future_usage shipping source status
`);

const SETUP_FIELDS: readonly (keyof Stripe.SetupIntent)[] = words(`
  id object automatic_payment_methods cancellation_reason client_secret created description
  last_setup_error livemode next_action payment_method payment_method_types status usage
`);

/** The fields of an intent that a publishable key may read: no metadata, customer or charges. */
export function browserView(intent: Stripe.PaymentIntent | Stripe.SetupIntent): object {
  const fields: readonly string[] =
    intent.object === 'payment_intent' ? PAYMENT_FIELDS : SETUP_FIELDS;
  return Object.fromEntries(Object.entries(intent).filter(([key]) => fields.includes(key)));
}

/** Throws unless the client secret matches the intent; a secret key may omit it. */
export function checkClientSecret(
  caller: KeyKind,
  clientSecret: string | undefined,
  intent: { id: string; object: string; client_secret: string | null },
): void {
  if (caller === 'secret' && clientSecret === undefined) return;
  if (clientSecret === undefined) {
    throw missingParam('client_secret');
  }
  if (!secretsEqual(clientSecret, intent.client_secret ?? '')) {
    const noun = intent.object === 'setup_intent' ? 'SetupIntent' : 'PaymentIntent';
    throw invalid(
      `The client_secret provided does not match the client_secret associated with this ${noun}.`,
      { code: `${intent.object}_invalid_parameter`, param: 'client_secret' },
    );
  }
}
