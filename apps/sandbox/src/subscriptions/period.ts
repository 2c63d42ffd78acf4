import type Stripe from 'stripe';

type Interval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

/** Returns the end of a billing period that starts at `start` (seconds); the day is limited to the month's last. */
export function periodEnd(start: number, every: Interval): number {
  const count = every.interval_count;
  if (every.interval === 'day') return start + count * 86_400;
  if (every.interval === 'week') return start + count * 7 * 86_400;
  const from = new Date(start * 1000);
  const months = every.interval === 'year' ? 12 * count : count;
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return Math.floor(to.getTime() / 1000);
}
