import type { z } from 'zod';
import { listOperation } from '../api/lists.ts';
import { CommittedError, fromBrowser, post, type Route } from '../api/operation.ts';
import { searchOperation } from '../api/search.ts';
import { updateIntentOwners } from '../flows/update-owners.ts';
import { browserView, checkClientSecret } from '../intents/browser-access.ts';
import { lockIntent } from '../intents/lock-intent.ts';
import { cancelIntent } from '../payment-intents/cancel-intent.ts';
import { confirmIntent } from '../payment-intents/confirm-intent.ts';
import { createIntent } from '../payment-intents/create-intent.ts';
import {
  cancelIntentParams,
  confirmIntentParams,
  createIntentParams,
  updateIntentParams,
} from '../payment-intents/params.ts';
import { updateIntent } from '../payment-intents/update-intent.ts';
import { findPaymentMethod } from '../payment-methods/create-payment-method.ts';
import { checkAmount } from '../wire/check-amount.ts';
import { exclusiveParams, invalid, type StripeError } from '../wire/errors.ts';
import { text } from '../wire/params.ts';
import { retrieveIntent } from './retrieve-intent.ts';

const responseFor = (error: StripeError | null, body: unknown) =>
  error ? new CommittedError(error) : body;

export const paymentIntentRoutes: readonly Route[] = [
  post('/v1/payment_intents', createIntentParams, async ({ tx }, params) => {
    checkAmount(params.amount, params.currency);
    if (params.automatic_payment_methods && params.payment_method_types) {
      throw exclusiveParams('automatic_payment_methods', 'payment_method_types');
    }
    if (params.automatic_payment_methods?.enabled === false && !params.payment_method_types) {
      params.payment_method_types = ['card'];
      params.automatic_payment_methods = undefined;
    }
    if (!params.confirm) forbidWithoutConfirm(params);
    if (params.customer !== undefined) await tx.read('customer', params.customer, 'customer');
    const { payment_method, payment_method_data, ...fields } = params;
    const method = await findPaymentMethod(tx, { payment_method, payment_method_data });
    const intent = await createIntent(
      tx,
      method ? { ...fields, payment_method: method.id } : fields,
    );
    if (!params.confirm) return intent.data;
    const { return_url, off_session, error_on_requires_action, use_stripe_sdk } = params;
    const error = await confirmIntent(
      tx,
      intent,
      { return_url, off_session, error_on_requires_action, use_stripe_sdk },
      false,
    );
    return responseFor(error, intent.data);
  }),
  searchOperation('payment_intent', '/v1/payment_intents'),
  listOperation('payment_intent', '/v1/payment_intents', {
    customer: text(),
  }),
  retrieveIntent('payment_intent', '/v1/payment_intents'),

  post('/v1/payment_intents/:id', updateIntentParams, async ({ tx, id }, params) => {
    const intent = await lockIntent(tx, id);
    await updateIntent(tx, intent, params);
    return intent.data;
  }),

  fromBrowser(
    post(
      '/v1/payment_intents/:id/confirm',
      confirmIntentParams,
      async (call, { client_secret, ...params }) => {
        const { tx } = call;
        const intent = await lockIntent(tx, call.id);
        checkClientSecret(call.caller, client_secret, intent.data);
        const browser = call.caller === 'publishable';
        const error = await confirmIntent(tx, intent, params, browser);
        await updateIntentOwners(tx, intent);
        if (!browser) return responseFor(error, intent.data);
        if (!error) return browserView(intent.data);
        return new CommittedError(error, { payment_intent: browserView(intent.data) });
      },
    ),
  ),

  post(
    '/v1/payment_intents/:id/cancel',
    cancelIntentParams,
    async ({ tx, id }, { cancellation_reason }) => {
      const intent = await lockIntent(tx, id);
      const { checkout_session } = intent.hidden;
      const session = checkout_session ? await tx.read('checkout.session', checkout_session) : null;
      // That of a complete session can be canceled, like one that waits for its capture.
      if (session?.data.status === 'open') {
        throw invalid(
          "You can't cancel the PaymentIntent of a Checkout Session. Expire the Checkout Session instead.",
          { code: 'payment_intent_unexpected_state' },
        );
      }
      await cancelIntent(tx, intent, cancellation_reason ?? null);
      return intent.data;
    },
  ),
];

/** Rejects parameters that only have a meaning together with `confirm`. */
function forbidWithoutConfirm(params: z.output<typeof createIntentParams>): void {
  for (const name of [
    'return_url',
    'off_session',
    'error_on_requires_action',
    'mandate_data',
  ] as const) {
    if (params[name] === undefined) continue;
    throw invalid(`You cannot provide \`${name}\` when \`confirm\` is not set to true.`, {
      param: name,
    });
  }
}
