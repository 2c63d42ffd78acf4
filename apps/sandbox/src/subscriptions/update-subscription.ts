import type Stripe from 'stripe';
import { resolvePrice } from '../catalog/create-price.ts';
import { nowSeconds } from '../clock.ts';
import { changeSubscription } from '../invoices/invoice-outcomes.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';
import { mergeMetadata, pickDefined } from '../wire/params.ts';
import { checkRequestedItems, createItems, getPlan } from './create-items.ts';
import { cycleSubscription } from './cycle-subscription.ts';
import { cancellationDetails } from './end-subscription.ts';
import type { UpdateSubscription } from './params.ts';
import { scheduleNext } from './start-subscription.ts';

export async function updateSubscription(
  tx: Tx,
  subscription: Row<'subscription'>,
  params: UpdateSubscription,
): Promise<void> {
  const { data } = subscription;
  if (data.status === 'canceled' || data.status === 'incomplete_expired')
    return updateEnded(tx, subscription, params);
  if (params.default_payment_method !== undefined)
    await tx.read('payment_method', params.default_payment_method, 'default_payment_method');
  const items = await changedItems(tx, data, params.items ?? []);
  const change: Partial<Stripe.Subscription> = {
    ...cancellation(data, params),
    ...pickDefined(params, 'default_payment_method', 'description'),
    ...(params.pause_collection === undefined
      ? {}
      : {
          pause_collection: params.pause_collection && {
            behavior: params.pause_collection.behavior,
            resumes_at: params.pause_collection.resumes_at ?? null,
          },
        }),
    ...(params.payment_settings?.save_default_payment_method && data.payment_settings
      ? {
          payment_settings: {
            ...data.payment_settings,
            save_default_payment_method: params.payment_settings.save_default_payment_method,
          },
        }
      : {}),
    ...(params.trial_settings
      ? {
          trial_settings: {
            end_behavior: { billing_cycle_anchor: null, ...params.trial_settings.end_behavior },
          },
        }
      : {}),
    metadata: mergeMetadata(data.metadata, params.metadata),
    items: { ...data.items, data: items },
  };
  const ended = params.trial_end === undefined ? null : trialChange(params.trial_end, items);
  await changeSubscription(tx, subscription, { ...change, ...ended });
  if (ended === null) return;
  if (params.trial_end === 'now') await cycleSubscription(tx, subscription);
  else await scheduleNext(tx, subscription.id, Number(params.trial_end), true);
}

/** An ended subscription keeps all fields except its metadata and cancellation details. */
async function updateEnded(
  tx: Tx,
  subscription: Row<'subscription'>,
  { metadata, cancellation_details, ...fixed }: UpdateSubscription,
): Promise<void> {
  if (Object.values(fixed).some((value) => value !== undefined)) {
    throw invalid(
      'A canceled subscription can only update its cancellation_details and metadata.',
      { code: 'invalid_canceled_subscription_fields' },
    );
  }
  const { data } = subscription;
  await changeSubscription(tx, subscription, {
    metadata: mergeMetadata(data.metadata, metadata),
    cancellation_details: {
      feedback_option: null,
      reason: null,
      ...data.cancellation_details,
      comment: cancellation_details?.comment ?? data.cancellation_details?.comment ?? null,
      feedback: cancellation_details?.feedback ?? data.cancellation_details?.feedback ?? null,
    },
  });
}

function trialChange(
  trialEnd: number | 'now',
  items: Stripe.SubscriptionItem[],
): Partial<Stripe.Subscription> {
  const now = nowSeconds();
  const end = trialEnd === 'now' ? now : trialEnd;
  if (end < now) {
    throw invalid('Invalid timestamp: trial_end must be in the future, or `now`.', {
      param: 'trial_end',
    });
  }
  return {
    billing_cycle_anchor: end,
    trial_end: end,
    status: 'trialing',
    items: {
      object: 'list',
      data: items.map((item) => ({ ...item, current_period_end: end })),
      has_more: false,
      url: `/v1/subscription_items?subscription=${items[0]?.subscription ?? ''}`,
    },
  };
}

function cancellation(
  data: Stripe.Subscription,
  params: UpdateSubscription,
): Partial<Stripe.Subscription> {
  const end = data.items.data[0]?.current_period_end ?? null;
  const change: Partial<Stripe.Subscription> = {};
  if (params.cancel_at_period_end !== undefined) {
    change.cancel_at_period_end = params.cancel_at_period_end;
    change.cancel_at = params.cancel_at_period_end ? end : null;
    change.canceled_at = params.cancel_at_period_end ? nowSeconds() : null;
  }
  if (params.cancel_at !== undefined) {
    change.cancel_at = params.cancel_at;
    change.canceled_at = params.cancel_at === null ? null : nowSeconds();
  }
  const details = params.cancellation_details;
  if (details || change.canceled_at !== undefined) {
    const requested = change.canceled_at ?? data.canceled_at;
    change.cancellation_details = cancellationDetails(
      requested ? 'cancellation_requested' : null,
      details,
    );
  }
  return change;
}

/** Changes or deletes the items with an id and adds the others, without proration. */
async function changedItems(
  tx: Tx,
  data: Stripe.Subscription,
  changes: NonNullable<UpdateSubscription['items']>,
): Promise<Stripe.SubscriptionItem[]> {
  let items = data.items.data;
  const first = items[0];
  if (changes.length === 0 || !first) return items;
  const period = { start: first.current_period_start, end: first.current_period_end };
  for (const [index, change] of changes.entries()) {
    const at = `items[${index}]`;
    const named = change.price !== undefined || change.price_data !== undefined;
    const price = named ? await resolvePrice(tx, change, at) : null;
    if (change.id === undefined) {
      if (!price)
        throw invalid(`You must specify \`price\` or \`id\` in \`${at}\`.`, { param: at });
      items = [
        ...items,
        ...createItems(data.id, [{ price, quantity: change.quantity ?? 1 }], period),
      ];
      continue;
    }
    const old = items.find((item) => item.id === change.id);
    if (!old) {
      throw invalid(`No such subscription_item: '${change.id}'`, {
        code: 'resource_missing',
        param: `${at}[id]`,
      });
    }
    const next = {
      ...old,
      ...(price ? { price, plan: getPlan(price) } : {}),
      ...(change.quantity === undefined ? {} : { quantity: change.quantity }),
      metadata: mergeMetadata(old.metadata, change.metadata ?? {}),
    };
    items = items.flatMap((item) =>
      item.id !== change.id ? [item] : change.deleted ? [] : [next],
    );
  }
  checkRequestedItems(items.map((item) => ({ price: item.price, quantity: item.quantity ?? 1 })));
  return items;
}
