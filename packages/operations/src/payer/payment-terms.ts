import type { LoadedSession } from '@parley/db';
import { type PlanItem, parseCartPlan } from '@parley/domain';
import type { PayerAccess } from '@parley/provider';
import { getAmount, oneTimeAmount } from '../attempt/checkout-plan.ts';

/** The charges of a subscription, as the payer sees them before agreeing. */
export interface Terms {
  /** Minor units. */
  readonly due_now_minor: number;
  readonly recurring: readonly {
    /** Minor units. */
    readonly amount_minor: number;
    readonly interval: string;
    readonly interval_count: number;
  }[];
  /** Days before the first charge of a trial that has not started; null without one. */
  readonly trial_days: number | null;
  /** The end of a trial that has started: RFC 3339. */
  readonly trial_end: string | null;
}

/** The terms that the cart states; null when nothing recurs or only the provider has the prices. */
export function termsOfCart({ session, attempt, cartSnapshot }: LoadedSession): Terms | null {
  if (attempt.status === 'unreserved' || attempt.commercialMode !== 'subscription') return null;
  const plan = parseCartPlan(cartSnapshot);
  if (!plan || plan.items.some((item) => item.priceId !== null)) return null;
  const recurring = getRecurring(plan.items);
  if (recurring.length === 0) return null;
  // A payment intent charges immediately, even when the cart has a trial.
  const trialDays = attempt.integrationPath === 'payment_intent' ? null : plan.trialDays;
  return {
    due_now_minor: trialDays === null ? session.finalAmountMinor : oneTimeAmount(plan),
    recurring,
    trial_days: trialDays,
    trial_end: null,
  };
}

/**
 * The terms of the provider's object, completed from the cart's.
 * @param dueNow minor units
 */
export function termsOfProvider(
  dueNow: number,
  { recurring, trialEnd }: PayerAccess,
  cart: Terms | null,
): Terms | null {
  if (recurring.length === 0) return cart;
  return {
    due_now_minor: dueNow,
    recurring: recurring.map(({ amountMinor, interval, intervalCount }) => ({
      amount_minor: amountMinor,
      interval,
      interval_count: intervalCount,
    })),
    trial_days: trialEnd === null && cart && dueNow === cart.due_now_minor ? cart.trial_days : null,
    trial_end: trialEnd?.toISOString() ?? null,
  };
}

/** Adds up the items of each interval. */
function getRecurring(items: readonly PlanItem[]): Terms['recurring'] {
  const charges = new Map<string, Terms['recurring'][number]>();
  for (const item of items) {
    if (!item.recurring) continue;
    const { interval, intervalCount } = item.recurring;
    const key = `${intervalCount} ${interval}`;
    const amount_minor = (charges.get(key)?.amount_minor ?? 0) + getAmount(item);
    charges.set(key, { amount_minor, interval, interval_count: intervalCount });
  }
  return [...charges.values()];
}
