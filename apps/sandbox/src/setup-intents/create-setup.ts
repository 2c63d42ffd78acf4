import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { type Hidden, newClientSecret, newId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { mergeMetadata, pickOrNull } from '../wire/params.ts';
import { nulls } from '../wire/words.ts';
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
    ...nulls(`
      application cancellation_reason customer_account excluded_payment_method_types flow_directions
      last_setup_error latest_attempt mandate next_action on_behalf_of
      payment_method_configuration_details single_use_mandate
    `),
    id,
    object: 'setup_intent',
    ...pickOrNull(params, 'allowed_payment_method_types customer description payment_method'),
    automatic_payment_methods: types
      ? null
      : {
          allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always',
          enabled: true,
        },
    client_secret: newClientSecret(id),
    created: nowSeconds(),
    livemode: tx.config.livemode,
    metadata: mergeMetadata({}, params.metadata ?? {}),
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: types && types.length > 0 ? types : ['card'],
    status: params.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  };
  return tx.create('setup_intent', setup, 'setup_intent.created', hidden);
}
