import type { Subscription } from '@parley/contract';

type Item = Subscription['items'][number];

/** How often an item is charged: "every month", "every 3 months". */
export function tellInterval({ interval, interval_count: count }: Item): string {
  return count === 1 ? `every ${interval}` : `every ${count} ${interval}s`;
}

const sources: Readonly<Record<string, string>> = {
  event: 'An event of the provider',
  sweep: 'Parley looked by itself',
  payer: 'The payer’s page',
  merchant: 'Your server',
};

/** What made us read a subscription last. */
export function tellSource(source: string | null): string | null {
  return source === null ? null : (sources[source] ?? source);
}

const payments: Readonly<Record<string, string>> = {
  paid: 'paid',
  open: 'open',
  failed: 'payment failed',
  action_required: 'the payer’s bank asks for a confirmation',
  void: 'voided',
  uncollectible: 'given up as uncollectible',
  draft: 'a draft',
};

/** What became of the newest invoice. */
export function tellPayment(status: string | null): string | null {
  return status === null ? null : (payments[status] ?? status);
}
