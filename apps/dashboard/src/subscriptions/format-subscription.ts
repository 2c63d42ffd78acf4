import { getSubscriptionStatusLabel } from '@parley/ui/subscription-status';
import type { Outputs } from '#trpc/client.ts';

export type Subscription = Outputs['subscriptions']['get'];

/** The title of a subscription's page: its buyer and status. */
export function formatSubscriptionTitle({
  buyer_reference,
  status,
}: Pick<Subscription, 'buyer_reference' | 'status'>): string {
  return `${buyer_reference} ${getSubscriptionStatusLabel(status).label}`;
}

type Item = Subscription['items'][number];

/** How often an item is charged: "every month", "every 3 months". */
export function formatInterval({
  interval,
  interval_count: count,
}: Pick<Item, 'interval' | 'interval_count'>): string {
  return count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;
}

const sources: Readonly<Record<string, string>> = {
  event: 'A provider event',
  sweep: 'A scheduled check',
  payer: 'The payer page',
  merchant: 'Your server',
};

/** What caused the last read from the provider. An unknown source is returned unchanged. */
export function formatSyncSource(source: string | null): string | null {
  return source === null ? null : (sources[source] ?? source);
}

const paymentStatuses: Readonly<Record<string, string>> = {
  paid: 'paid',
  open: 'open',
  failed: 'payment failed',
  action_required: 'the payer’s bank requires authentication',
  void: 'voided',
  uncollectible: 'uncollectible',
  draft: 'a draft',
};

/** The status of the latest invoice. An unknown status is returned unchanged. */
export function formatPaymentStatus(status: string | null): string | null {
  return status === null ? null : (paymentStatuses[status] ?? status);
}
