import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { type Hidden, newClientSecret, newId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { mergeMetadata } from '../wire/params.ts';
import type { CreateSetup } from './params.ts';

/** Creates a SetupIntent; the caller has checked the objects that it refers to. */
export async function createSetup(
  tx: Tx,
  params: Partial<CreateSetup>,
  hidden: Hidden = {},
): Promise<Row<'setup_intent'>> {
  const id = newId('seti');
  const types = params.allowed_payment_method_types ?? params.payment_method_types;
  const setup: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: types
      ? null
      : {
          allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always',
          enabled: true,
        },
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: nowSeconds(),
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: tx.config.livemode,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata ?? {}),
    next_action: null,
    on_behalf_of: null,
    payment_method: params.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: types && types.length > 0 ? types : ['card'],
    single_use_mandate: null,
    status: params.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  };
  return tx.create('setup_intent', setup, 'setup_intent.created', hidden);
}
