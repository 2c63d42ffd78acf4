/** Maximum number of items of a subscription in API responses. */
export const MAX_SUBSCRIPTION_ITEMS = 500;

/** Maximum number of disputes of a subscription that are stored: those that matter most. */
export const MAX_SUBSCRIPTION_DISPUTES = 20;

export const intervals = ['day', 'week', 'month', 'year'] as const;
export type Interval = (typeof intervals)[number];

export const usageTypes = ['licensed', 'metered'] as const;
export type UsageType = (typeof usageTypes)[number];

/** A subscription item as returned by the API. */
export interface SubscriptionItem {
  readonly interval: Interval;
  readonly interval_count: number;
  readonly provider_product_id: string | null;
  readonly quantity: number;
  readonly usage_type: UsageType;
  readonly provider_price_id: string;
}

/** A dispute of a renewal of a subscription, as returned by the API. */
export interface SubscriptionDispute {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly due_by: string | null;
  readonly opened_at: string;
  readonly closed_at: string | null;
  /** The payment intent of the renewal. */
  readonly payment_id: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly disputed_minor: number;
  readonly captured_at: string;
}

/** A subscription item as read from the provider, before validation. */
export interface ProviderSubscriptionItem {
  readonly interval: string | null;
  readonly intervalCount: number | null;
  readonly productId: string | null;
  /** Null for metered usage. */
  readonly quantity: number | null;
  readonly usageType: string | null;
  readonly priceId: string;
  readonly currency: string;
}

export const configurationStatuses = ['action_required', 'supported', 'unknown'] as const;
export type ConfigurationStatus = (typeof configurationStatuses)[number];

export interface SubscriptionConfiguration {
  readonly status: ConfigurationStatus;
  /** Why action is required; null otherwise. */
  readonly reason: string | null;
  /** The valid items, at most 500. */
  readonly items: readonly SubscriptionItem[];
}

/** Statuses of the provider in which a subscription bills nothing more, unless its payer pays the first invoice. */
const idleSubscriptionStatuses = ['incomplete', 'incomplete_expired', 'canceled'];

/** Whether a subscription bills now or later, by the provider's status. */
export const isSubscriptionRunning = (status: string): boolean =>
  !idleSubscriptionStatuses.includes(status);

/** Checks that a subscription is supported: one currency and 1 to 500 valid items. */
export function getSubscriptionConfiguration(
  source: readonly ProviderSubscriptionItem[],
): SubscriptionConfiguration {
  const parsed = source.map(toItem);
  const items = parsed.filter((item) => item !== null).slice(0, MAX_SUBSCRIPTION_ITEMS);
  const reason = findUnsupportedReason(source, parsed.includes(null));
  return { status: reason === null ? 'supported' : 'action_required', reason, items };
}

function findUnsupportedReason(
  source: readonly ProviderSubscriptionItem[],
  someInvalid: boolean,
): string | null {
  if (source.length === 0) return 'no_items';
  if (source.length > MAX_SUBSCRIPTION_ITEMS) return 'too_many_items';
  if (new Set(source.map((item) => item.currency)).size > 1) return 'mixed_currencies';
  return someInvalid ? 'invalid_item' : null;
}

function toItem(source: ProviderSubscriptionItem): SubscriptionItem | null {
  const interval = intervals.find((known) => known === source.interval);
  const usage = usageTypes.find((known) => known === (source.usageType ?? 'licensed'));
  // Metered usage has no quantity: it counts as one subscription to the meter.
  const quantity = usage === 'metered' ? (source.quantity ?? 1) || 1 : source.quantity;
  const count = source.intervalCount;
  if (!interval || !usage || !isCount(quantity) || !isCount(count)) return null;
  if (!/^(price|plan)_/.test(source.priceId) || source.priceId.length > 255) return null;
  return {
    interval,
    interval_count: count,
    provider_product_id: source.productId,
    quantity,
    usage_type: usage,
    provider_price_id: source.priceId,
  };
}

const isCount = (value: number | null): value is number =>
  Number.isInteger(value) && Number(value) >= 1;
