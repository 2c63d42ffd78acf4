import type Stripe from 'stripe';
import { wireDecimal } from '../catalog/create-price.ts';
import { nowSeconds } from '../clock.ts';
import { getId, newId } from '../store/kinds.ts';
import { invalid, missingParam } from '../wire/errors.ts';

export interface RequestedItem {
  price: Stripe.Price;
  quantity: number;
  metadata?: Record<string, string> | undefined;
}

/** Builds the items of a subscription; `checkRequestedItems` has checked them. */
export function createItems(
  subscription: string,
  requestedItems: readonly RequestedItem[],
  period: { start: number; end: number },
): Stripe.SubscriptionItem[] {
  return requestedItems.map(({ price, quantity, metadata }) => ({
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: nowSeconds(),
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: metadata ?? {},
    plan: getPlan(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  }));
}

export function checkRequestedItems(
  requestedItems: readonly RequestedItem[],
): Stripe.Price.Recurring {
  const first = requestedItems[0];
  if (!first) throw missingParam('items');
  const recurring = first.price.recurring;
  if (!recurring || requestedItems.some(({ price }) => price.type !== 'recurring')) {
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param: 'items[0][price]' },
    );
  }
  for (const { price } of requestedItems) {
    if (price.currency !== first.price.currency) {
      throw invalid('All items of a subscription must have the same currency.', { param: 'items' });
    }
    const other = price.recurring;
    if (
      other?.interval !== recurring.interval ||
      other.interval_count !== recurring.interval_count
    ) {
      throw invalid('All items of a subscription must have the same billing interval.', {
        param: 'items',
      });
    }
  }
  return recurring;
}

export const billedAmount = (item: { price: Stripe.Price; quantity?: number }): number =>
  item.price.recurring?.usage_type === 'metered'
    ? 0
    : (item.price.unit_amount ?? 0) * (item.quantity ?? 1);

/** Returns the legacy `plan` of a price, which items contain. */
export function getPlan(price: Stripe.Price): Stripe.Plan {
  const amount = price.unit_amount ?? 0;
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount,
    amount_decimal: wireDecimal(amount),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: price.livemode,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: getId(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: price.recurring?.usage_type ?? 'licensed',
  };
}
