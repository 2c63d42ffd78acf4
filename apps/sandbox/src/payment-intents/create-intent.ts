import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { automaticMethodTypes } from '../payment-methods/bank-methods.ts';
import { type Hidden, newClientSecret, newId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { mergeMetadata, pickOrNull } from '../wire/params.ts';
import { nulls } from '../wire/words.ts';
import type { CreateIntent } from './params.ts';
import { refuseAmount } from './refuse-amount.ts';

type IntentInput = Pick<CreateIntent, 'amount' | 'currency'> & Partial<CreateIntent>;

/** Creates a PaymentIntent; the caller has checked the objects that it refers to. */
export async function createIntent(
  tx: Tx,
  params: IntentInput,
  hidden: Hidden = {},
): Promise<Row<'payment_intent'>> {
  await refuseAmount(tx, params.amount);
  const id = newId('pi');
  const types = params.allowed_payment_method_types ?? params.payment_method_types;
  const automatic: Stripe.PaymentIntent.AutomaticPaymentMethods | null =
    types && !params.automatic_payment_methods
      ? null
      : {
          allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always',
          enabled: true,
        };
  const intent: Stripe.PaymentIntent = {
    ...nulls(`
      application application_fee_amount canceled_at cancellation_reason customer_account
      excluded_payment_method_types last_payment_error latest_charge managed_payments next_action
      on_behalf_of payment_method_configuration_details payment_record processing review source
      transfer_data transfer_group
    `),
    id,
    object: 'payment_intent',
    ...pickOrNull(
      params,
      `allowed_payment_method_types customer description payment_method receipt_email
      setup_future_usage statement_descriptor statement_descriptor_suffix`,
    ),
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    automatic_payment_methods: automatic,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: nowSeconds(),
    currency: params.currency,
    livemode: tx.config.livemode,
    metadata: mergeMetadata({}, params.metadata ?? {}),
    payment_method_options: cardOptions(params.payment_method_options),
    payment_method_types:
      types && types.length > 0
        ? types
        : automaticMethodTypes({
            currency: params.currency,
            redirects: automatic?.allow_redirects !== 'never',
            reusable: params.setup_future_usage !== undefined,
          }),
    shipping: getShipping(params.shipping),
    status: params.payment_method ? 'requires_confirmation' : 'requires_payment_method',
  };
  return tx.create('payment_intent', intent, 'payment_intent.created', hidden);
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

export function getShipping(
  params: CreateIntent['shipping'],
): Stripe.PaymentIntent.Shipping | null {
  if (!params) return null;
  return {
    address: params.address,
    carrier: params.carrier ?? null,
    name: params.name,
    phone: params.phone ?? null,
    tracking_number: params.tracking_number ?? null,
  };
}
