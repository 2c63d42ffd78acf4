import { listOperation } from '../api/lists.ts';
import { CommittedError, fromBrowser, post, type Route } from '../api/operation.ts';
import { updateSetupOwners } from '../flows/update-owners.ts';
import { browserView, checkClientSecret } from '../intents/browser-access.ts';
import { lockSetup } from '../intents/lock-intent.ts';
import {
  findPaymentMethod,
  resolvePaymentMethod,
} from '../payment-methods/create-payment-method.ts';
import { cancelSetup, confirmSetup } from '../setup-intents/confirm-setup.ts';
import { createSetup } from '../setup-intents/create-setup.ts';
import {
  cancelSetupParams,
  confirmSetupParams,
  createSetupParams,
  updateSetupParams,
} from '../setup-intents/params.ts';
import { invalid } from '../wire/errors.ts';
import { mergeMetadata, pickDefined, text } from '../wire/params.ts';
import { retrieveIntent } from './retrieve-intent.ts';

export const setupIntentRoutes: readonly Route[] = [
  post(
    '/v1/setup_intents',
    createSetupParams,
    async ({ tx }, { payment_method, payment_method_data, ...fields }) => {
      if (fields.customer !== undefined) await tx.read('customer', fields.customer, 'customer');
      if (fields.return_url !== undefined && !fields.confirm) {
        throw invalid('You cannot provide `return_url` when `confirm` is not set to true.', {
          param: 'return_url',
        });
      }
      const method = await findPaymentMethod(tx, { payment_method, payment_method_data });
      const setup = await createSetup(
        tx,
        method ? { ...fields, payment_method: method.id } : fields,
      );
      if (!fields.confirm) return setup.data;
      const { return_url, use_stripe_sdk } = fields;
      const error = await confirmSetup(tx, setup, { return_url, use_stripe_sdk }, false);
      return error ? new CommittedError(error) : setup.data;
    },
  ),
  listOperation('setup_intent', '/v1/setup_intents', {
    customer: text(),
    payment_method: text(),
  }),
  listOperation('setup_attempt', '/v1/setup_attempts', { setup_intent: text() }),
  retrieveIntent('setup_intent', '/v1/setup_intents'),

  post('/v1/setup_intents/:id', updateSetupParams, async ({ tx, id }, params) => {
    const setup = await lockSetup(tx, id);
    if (params.customer !== undefined) await tx.read('customer', params.customer, 'customer');
    const method = params.payment_method
      ? await resolvePaymentMethod(tx, params.payment_method)
      : null;
    await tx.change(setup, {
      ...pickDefined(params, 'customer', 'description'),
      ...(method ? { payment_method: method.id, status: 'requires_confirmation' } : {}),
      metadata: mergeMetadata(setup.data.metadata ?? {}, params.metadata),
    });
    return setup.data;
  }),

  fromBrowser(
    post(
      '/v1/setup_intents/:id/confirm',
      confirmSetupParams,
      async (call, { client_secret, ...params }) => {
        const { tx } = call;
        const setup = await lockSetup(tx, call.id);
        checkClientSecret(call.caller, client_secret, setup.data);
        const browser = call.caller === 'publishable';
        const error = await confirmSetup(tx, setup, params, browser);
        await updateSetupOwners(tx, setup);
        const shown = browser ? browserView(setup.data) : setup.data;
        return error ? new CommittedError(error, { setup_intent: shown }) : shown;
      },
    ),
  ),

  post(
    '/v1/setup_intents/:id/cancel',
    cancelSetupParams,
    async ({ tx, id }, { cancellation_reason }) => {
      const setup = await lockSetup(tx, id);
      const { status } = setup.data;
      if (status === 'succeeded' || status === 'canceled' || status === 'processing') {
        throw invalid(`You cannot cancel this SetupIntent because it has a status of ${status}.`, {
          code: 'setup_intent_unexpected_state',
          setup_intent: setup.data,
        });
      }
      await cancelSetup(tx, setup, cancellation_reason ?? null);
      return setup.data;
    },
  ),
];
