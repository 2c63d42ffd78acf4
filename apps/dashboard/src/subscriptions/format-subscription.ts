import type { StatusLabels } from '#messages/status-labels.ts';
import type { Translator } from '#messages/translator.ts';
import type { Outputs } from '#trpc/client.ts';

export type Subscription = Outputs['subscriptions']['get'];

/** The title of a subscription's page: its buyer and status. */
export function formatSubscriptionTitle(
  labels: StatusLabels,
  { buyer_reference, status }: Pick<Subscription, 'buyer_reference' | 'status'>,
): string {
  return `${buyer_reference} ${labels.subscription(status).label}`;
}

type Item = Subscription['items'][number];

/** How often an item is charged: "every month", "every 3 months". */
export function formatInterval(
  t: Translator<'subscriptions'>,
  { interval, interval_count: count }: Pick<Item, 'interval' | 'interval_count'>,
): string {
  return t(`items.${interval}`, { count });
}

/** What caused the last read from the provider. An unknown source is returned unchanged. */
export function formatSyncSource(
  t: Translator<'subscriptions'>,
  source: string | null,
): string | null {
  const key = `source.${source}` as 'source.event';
  return source !== null && t.has(key) ? t(key) : source;
}

/** The status of the latest invoice. An unknown status is returned unchanged. */
export function formatPaymentStatus(
  t: Translator<'subscriptions'>,
  status: string | null,
): string | null {
  const key = `invoice.${status}` as 'invoice.paid';
  return status !== null && t.has(key) ? t(key) : status;
}
