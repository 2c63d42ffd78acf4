/** Items of a subscription the interface shows at most. */
export const MAX_SUBSCRIPTION_ITEMS = 500;

export const intervals = ['day', 'week', 'month', 'year'] as const;
export type Interval = (typeof intervals)[number];

export const usageTypes = ['licensed', 'metered'] as const;
export type UsageType = (typeof usageTypes)[number];

/** What is subscribed to, as the interface shows it. */
export interface SubscriptionItem {
  readonly interval: Interval;
  readonly interval_count: number;
  readonly provider_product_id: string | null;
  readonly quantity: number;
  readonly usage_type: UsageType;
  readonly provider_price_id: string;
}

/** An item as the provider shows it, before anything is known of its form. */
export interface ProviderSubscriptionItem {
  readonly interval: string | null;
  readonly intervalCount: number | null;
  readonly productId: string | null;
  /** Null for usage that is metered. */
  readonly quantity: number | null;
  readonly usageType: string | null;
  readonly priceId: string;
  readonly currency: string;
}

export const configurationStatuses = ['action_required', 'supported', 'unknown'] as const;
export type ConfigurationStatus = (typeof configurationStatuses)[number];

export interface SubscriptionConfiguration {
  readonly status: ConfigurationStatus;
  /** Why a person has to act; null otherwise. */
  readonly reason: string | null;
  /** The items that have the interface's form, at most 500. */
  readonly items: readonly SubscriptionItem[];
}

/** Whether a subscription is one we can stand for: one currency, 1 to 500 items of a known form. */
export function getSubscriptionConfiguration(
  source: readonly ProviderSubscriptionItem[],
): SubscriptionConfiguration {
  const shown = source.map(itemOf);
  const items = shown.filter((item) => item !== null).slice(0, MAX_SUBSCRIPTION_ITEMS);
  const reason = reasonOf(source, shown.includes(null));
  return { status: reason === null ? 'supported' : 'action_required', reason, items };
}

function reasonOf(
  source: readonly ProviderSubscriptionItem[],
  someInvalid: boolean,
): string | null {
  if (source.length === 0) return 'no_items';
  if (source.length > MAX_SUBSCRIPTION_ITEMS) return 'too_many_items';
  if (new Set(source.map((item) => item.currency)).size > 1) return 'mixed_currencies';
  return someInvalid ? 'invalid_item' : null;
}

function itemOf(source: ProviderSubscriptionItem): SubscriptionItem | null {
  const interval = intervals.find((known) => known === source.interval);
  const usage = usageTypes.find((known) => known === (source.usageType ?? 'licensed'));
  // Metered usage has no quantity of its own: one subscription to the meter.
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
  value !== null && Number.isInteger(value) && value >= 1;
