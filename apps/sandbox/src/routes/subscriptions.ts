import { z } from 'zod';
import { type Condition, listOperation } from '../api/lists.ts';
import { del, get, post, type Route, retrieveOperation } from '../api/operation.ts';
import { searchOperation } from '../api/search.ts';
import { resolvePrice } from '../catalog/create-price.ts';
import { nowSeconds } from '../clock.ts';
import {
  applyPaymentToInvoice,
  defaultMethod,
  noDefaultMethod,
} from '../invoices/collect-payment.ts';
import { confirmIntent } from '../payment-intents/confirm-intent.ts';
import { noSuch } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';
import type { RequestedItem } from '../subscriptions/create-items.ts';
import { endSubscription } from '../subscriptions/end-subscription.ts';
import {
  cancelSubscriptionParams,
  createSubscriptionParams,
  subscriptionFilters,
  updateSubscriptionParams,
} from '../subscriptions/params.ts';
import { startSubscription } from '../subscriptions/start-subscription.ts';
import { updateSubscription } from '../subscriptions/update-subscription.ts';
import { exclusiveParams, invalid } from '../wire/errors.ts';
import { mergeMetadata, paging, text } from '../wire/params.ts';

export const subscriptionRoutes: readonly Route[] = [
  post('/v1/subscriptions', createSubscriptionParams, ({ tx }, params) =>
    createSubscription(tx, params),
  ),
  listOperation('subscription', '/v1/subscriptions', subscriptionFilters, {
    price: (id) =>
      id === undefined
        ? null
        : { sql: `data->'items'->'data' @> $?::jsonb`, value: JSON.stringify([{ price: { id } }]) },
    status: statusCondition,
  }),
  searchOperation('subscription', '/v1/subscriptions'),

  get(
    '/v1/subscription_items',
    z.strictObject({ ...paging, subscription: text() }),
    async ({ tx }, { subscription, limit, starting_after }) => {
      const { data } = (await tx.read('subscription', subscription, 'subscription')).data.items;
      const from = starting_after ? data.findIndex((item) => item.id === starting_after) + 1 : 0;
      const page = data.slice(from, from + (limit ?? 10));
      const has_more = from + page.length < data.length;
      return { object: 'list', data: page, has_more, url: '/v1/subscription_items' };
    },
  ),
  retrieveOperation('subscription', '/v1/subscriptions'),

  post('/v1/subscriptions/:id', updateSubscriptionParams, async ({ tx, id }, params) => {
    const subscription = await tx.lock('subscription', id);
    await updateSubscription(tx, subscription, params);
    return subscription.data;
  }),

  del(
    '/v1/subscriptions/:id',
    cancelSubscriptionParams,
    async ({ tx, id }, { cancellation_details }) => {
      const subscription = await tx.lock('subscription', id);
      if (
        subscription.data.status === 'canceled' ||
        subscription.data.status === 'incomplete_expired'
      ) {
        throw noSuch('subscription', id);
      }
      await endSubscription(tx, subscription, 'cancellation_requested', cancellation_details);
      return subscription.data;
    },
  ),
];

async function createSubscription(tx: Tx, params: z.output<typeof createSubscriptionParams>) {
  await tx.read('customer', params.customer, 'customer');
  if (params.default_payment_method !== undefined) {
    const method = await tx.read(
      'payment_method',
      params.default_payment_method,
      'default_payment_method',
    );
    if (method.data.customer !== params.customer) {
      throw invalid(
        `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
        { code: 'resource_missing', param: 'default_payment_method' },
      );
    }
  }
  const isSent = params.collection_method === 'send_invoice';
  if (isSent !== (params.days_until_due !== undefined)) {
    throw invalid(
      'You must pass `days_until_due` with `collection_method=send_invoice`, and only then.',
      {
        param: 'days_until_due',
      },
    );
  }
  const requestedItems: RequestedItem[] = [];
  for (const [index, item] of params.items.entries()) {
    const price = await resolvePrice(tx, item, `items[${index}]`);
    requestedItems.push({ price, quantity: item.quantity ?? 1, metadata: item.metadata });
  }
  const behavior = params.payment_behavior ?? 'allow_incomplete';
  const { customer, default_payment_method = null } = params;
  const method = await defaultMethod(tx, { customer, default_payment_method });
  const { subscription, invoice, intent } = await startSubscription(tx, {
    ...params,
    requestedItems,
    trialEnd: computeTrialEnd(params),
    metadata: mergeMetadata({}, params.metadata ?? {}),
    saveMethod: params.payment_settings?.save_default_payment_method === 'on_subscription',
    missingMethod: params.trial_settings?.end_behavior.missing_payment_method,
  });
  if (!intent || behavior === 'default_incomplete') return subscription.data;
  if (!method) throw noDefaultMethod();
  const off_session = params.off_session ?? false;
  const error = await confirmIntent(tx, intent, { payment_method: method, off_session }, false);
  // Thrown, so that the transaction rolls back.
  if (error && behavior === 'error_if_incomplete') throw error;
  await applyPaymentToInvoice(tx, intent, invoice, subscription);
  return subscription.data;
}

function computeTrialEnd(params: z.output<typeof createSubscriptionParams>): number | null {
  if (params.trial_end !== undefined && params.trial_period_days !== undefined) {
    throw exclusiveParams('trial_end', 'trial_period_days');
  }
  if (params.trial_period_days) return nowSeconds() + params.trial_period_days * 86_400;
  if (params.trial_end === undefined || params.trial_end === 'now') return null;
  if (params.trial_end <= nowSeconds()) {
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  }
  return params.trial_end;
}

/** Excludes canceled subscriptions unless a status is given. */
function statusCondition(status: string | undefined): Condition | null {
  if (status === 'all') return null;
  if (status === undefined) return { sql: `data->>'status' <> $?`, value: 'canceled' };
  if (status === 'ended')
    return { sql: `data->>'status' = ANY($?)`, value: ['canceled', 'incomplete_expired'] };
  return { sql: `data->>'status' = $?`, value: status };
}
