import { z } from 'zod';
import { type Condition, CREATED, createdConditions, fieldIs, listObjects } from '../api/lists.ts';
import { operation, type Sandbox } from '../api/operation.ts';
import { searchObjects, searchParams } from '../api/search.ts';
import { resolvePrice } from '../catalog/make-price.ts';
import { nowSeconds } from '../clock.ts';
import { defaultMethod, followPayment, noDefaultMethod } from '../invoices/collect-payment.ts';
import { confirmIntent } from '../payment-intents/confirm-intent.ts';
import type { Tx } from '../store/tx.ts';
import { endSubscription } from '../subscriptions/end-subscription.ts';
import type { Wanted } from '../subscriptions/make-items.ts';
import {
  cancelSubscriptionParams,
  createSubscriptionParams,
  listSubscriptionsParams,
  updateSubscriptionParams,
} from '../subscriptions/params.ts';
import { startSubscription } from '../subscriptions/start-subscription.ts';
import { updateSubscription } from '../subscriptions/update-subscription.ts';
import { invalid } from '../wire/errors.ts';
import { mergeMetadata } from '../wire/metadata.ts';
import { expand, paging, text } from '../wire/params.ts';

export function subscriptionRoutes(sandbox: Sandbox): void {
  operation(sandbox, {
    method: 'POST',
    path: '/v1/subscriptions',
    params: createSubscriptionParams,
    handle: ({ tx }, given) => createSubscription(tx, given),
  });

  operation(sandbox, {
    method: 'GET',
    path: '/v1/subscriptions',
    params: listSubscriptionsParams,
    handle: ({ tx }, { created, customer, price, status, ...rest }) =>
      listObjects(
        tx,
        'subscription',
        '/v1/subscriptions',
        [
          fieldIs('customer', customer),
          price === undefined
            ? null
            : {
                sql: `data->'items'->'data' @> $?::jsonb`,
                value: JSON.stringify([{ price: { id: price } }]),
              },
          statusCondition(status),
          ...createdConditions(created, CREATED),
        ],
        rest,
      ),
  });

  operation(sandbox, {
    method: 'GET',
    path: '/v1/subscriptions/search',
    params: searchParams,
    handle: ({ tx }, given) => searchObjects(tx, 'subscription', '/v1/subscriptions/search', given),
  });

  operation(sandbox, {
    method: 'GET',
    path: '/v1/subscription_items',
    params: z.strictObject({ ...paging, subscription: text() }),
    handle: async ({ tx }, { subscription, limit, starting_after }) => {
      const { data } = (await tx.read('subscription', subscription, 'subscription')).data.items;
      const from = starting_after ? data.findIndex((item) => item.id === starting_after) + 1 : 0;
      const page = data.slice(from, from + (limit ?? 10));
      const has_more = from + page.length < data.length;
      return { object: 'list', data: page, has_more, url: '/v1/subscription_items' };
    },
  });

  operation(sandbox, {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    params: z.strictObject({ expand: expand().optional() }),
    handle: async ({ tx, id }) => (await tx.read('subscription', id)).data,
  });

  operation(sandbox, {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    params: updateSubscriptionParams,
    handle: async ({ tx, id }, given) => {
      const subscription = await tx.lock('subscription', id);
      await updateSubscription(tx, subscription, given);
      return subscription.data;
    },
  });

  operation(sandbox, {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    params: cancelSubscriptionParams,
    handle: async ({ tx, id }, { cancellation_details }) => {
      const subscription = await tx.lock('subscription', id);
      if (
        subscription.data.status === 'canceled' ||
        subscription.data.status === 'incomplete_expired'
      ) {
        throw invalid(`No such subscription: '${id}'`, { code: 'resource_missing', param: 'id' });
      }
      await endSubscription(tx, subscription, {
        ...cancellation_details,
        reason: 'cancellation_requested',
      });
      return subscription.data;
    },
  });
}

async function createSubscription(tx: Tx, given: z.output<typeof createSubscriptionParams>) {
  await tx.read('customer', given.customer, 'customer');
  if (given.default_payment_method !== undefined) {
    const method = await tx.read(
      'payment_method',
      given.default_payment_method,
      'default_payment_method',
    );
    if (method.data.customer !== given.customer) {
      throw invalid(
        `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
        { code: 'resource_missing', param: 'default_payment_method' },
      );
    }
  }
  const wanted: Wanted[] = [];
  for (const [index, item] of given.items.entries()) {
    const price = await resolvePrice(tx, item, `items[${index}]`);
    wanted.push({ price, quantity: item.quantity ?? 1, metadata: item.metadata });
  }
  const behaviour = given.payment_behavior ?? 'allow_incomplete';
  const owner = {
    customer: given.customer,
    default_payment_method: given.default_payment_method ?? null,
  };
  const method = await defaultMethod(tx, owner);
  const trialEnd = trialEndOf(given);
  const started = await startSubscription(tx, {
    customer: given.customer,
    wanted,
    trialEnd,
    metadata: mergeMetadata({}, given.metadata ?? {}),
    description: given.description,
    defaultMethod: given.default_payment_method ?? null,
    saveMethod: given.payment_settings?.save_default_payment_method === 'on_subscription',
    cancelAtPeriodEnd: given.cancel_at_period_end,
    cancelAt: given.cancel_at,
    missingMethod: given.trial_settings?.end_behavior.missing_payment_method,
  });
  const { subscription, invoice, intent } = started;
  if (!intent || behaviour === 'default_incomplete') return subscription.data;
  if (!method) throw noDefaultMethod();
  const off_session = given.off_session ?? false;
  const error = await confirmIntent(tx, intent, { payment_method: method, off_session }, false);
  // Thrown, not answered: nothing of it may stay.
  if (error && behaviour === 'error_if_incomplete') throw error;
  await followPayment(tx, intent, invoice, subscription);
  return subscription.data;
}

function trialEndOf(given: z.output<typeof createSubscriptionParams>): number | null {
  if (given.trial_end !== undefined && given.trial_period_days !== undefined) {
    throw invalid('You may only specify one of these parameters: trial_end, trial_period_days.', {
      param: 'trial_end',
    });
  }
  if (given.trial_period_days) return nowSeconds() + given.trial_period_days * 86_400;
  if (given.trial_end === undefined || given.trial_end === 'now') return null;
  if (given.trial_end <= nowSeconds()) {
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    });
  }
  return given.trial_end;
}

/** Unless asked for, canceled ones are left out. */
function statusCondition(status: string | undefined): Condition | null {
  if (status === 'all') return null;
  if (status === undefined) return { sql: `data->>'status' <> $?`, value: 'canceled' };
  if (status === 'ended')
    return { sql: `data->>'status' = ANY($?)`, value: ['canceled', 'incomplete_expired'] };
  return { sql: `data->>'status' = $?`, value: status };
}
