import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { newClientSecret, newId } from '../store/ids.ts';
import type { Hidden } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { mergeMetadata } from '../wire/metadata.ts';
import type { CreateIntent } from './params.ts';

type Born = Pick<CreateIntent, 'amount' | 'currency'> & Partial<CreateIntent>;

/** A new PaymentIntent and its event; whatever it names was checked before. */
export async function makeIntent(
  tx: Tx,
  given: Born,
  hidden: Hidden = {},
): Promise<Row<'payment_intent'>> {
  const id = newId('pi');
  const types = given.payment_method_types;
  const automatic: Stripe.PaymentIntent.AutomaticPaymentMethods | null = types
    ? null
    : {
        allow_redirects: given.automatic_payment_methods?.allow_redirects ?? 'always',
        enabled: true,
      };
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: given.capture_method ?? 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: nowSeconds(),
    currency: given.currency,
    customer: given.customer ?? null,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, given.metadata ?? {}),
    next_action: null,
    on_behalf_of: null,
    payment_method: given.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: cardOptions(given.payment_method_options),
    payment_method_types: types && types.length > 0 ? types : ['card'],
    payment_record: null,
    processing: null,
    receipt_email: given.receipt_email ?? null,
    review: null,
    setup_future_usage: given.setup_future_usage ?? null,
    shipping: shippingOf(given.shipping),
    source: null,
    statement_descriptor: given.statement_descriptor ?? null,
    statement_descriptor_suffix: given.statement_descriptor_suffix ?? null,
    status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  const row = await tx.insert('payment_intent', intent, hidden);
  await tx.emit('payment_intent.created', row);
  return row;
}

export function cardOptions(
  options: CreateIntent['payment_method_options'],
): Stripe.PaymentIntent.PaymentMethodOptions {
  const usage = options?.card?.setup_future_usage;
  return {
    card: {
      installments: null,
      mandate_options: null,
      network: null,
      request_three_d_secure: options?.card?.request_three_d_secure ?? 'automatic',
      ...(usage ? { setup_future_usage: usage } : {}),
    },
  };
}

export function shippingOf(given: CreateIntent['shipping']): Stripe.PaymentIntent.Shipping | null {
  if (!given) return null;
  const blank = {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  };
  return {
    address: { ...blank, ...JSON.parse(JSON.stringify(given.address)) } as Stripe.Address,
    carrier: given.carrier ?? null,
    name: given.name,
    phone: given.phone ?? null,
    tracking_number: given.tracking_number ?? null,
  };
}
