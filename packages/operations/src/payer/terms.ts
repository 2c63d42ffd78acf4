import type { LoadedSession } from '@parley/db';
import { type CartPlan, type PlanItem, parseCartPlan } from '@parley/domain';
import type { PayerAccess } from '@parley/provider';

/** What a subscription charges, as the payer is told before agreeing. */
export interface Terms {
  /** Minor units. */
  readonly due_now_minor: number;
  readonly recurring: readonly {
    /** Minor units. */
    readonly amount_minor: number;
    readonly interval: string;
    readonly interval_count: number;
  }[];
  /** Days before the first charge, where the trial has not begun; null without one. */
  readonly trial_days: number | null;
  /** When a trial that has begun ends: RFC 3339. */
  readonly trial_end: string | null;
}

/** By the cart, as far as it says; null where nothing recurs, or only the provider knows what. */
export function termsOfCart({ session, attempt, cartSnapshot }: LoadedSession): Terms | null {
  if (attempt.status === 'unreserved' || attempt.commercialMode !== 'subscription') return null;
  const plan = parseCartPlan(cartSnapshot);
  if (!plan || plan.items.some((item) => item.priceId !== null)) return null;
  const recurring = recurringOf(plan.items);
  if (recurring.length === 0) return null;
  // A payment intent charges at once, whatever follows.
  const trialDays = attempt.integrationPath === 'payment_intent' ? null : plan.trialDays;
  return {
    due_now_minor: trialDays === null ? session.finalAmountMinor : onceAmount(plan),
    recurring,
    trial_days: trialDays,
    trial_end: null,
  };
}

/**
 * By the provider's own object, completed by the cart's where the object does not tell.
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

/** What is charged at one rhythm is one charge. */
function recurringOf(items: readonly PlanItem[]): Terms['recurring'] {
  const charges = new Map<string, Terms['recurring'][number]>();
  for (const item of items) {
    if (!item.recurring) continue;
    const { interval, intervalCount } = item.recurring;
    const rhythm = `${intervalCount} ${interval}`;
    const before = charges.get(rhythm)?.amount_minor ?? 0;
    const amount_minor = before + amountOf(item);
    charges.set(rhythm, { amount_minor, interval, interval_count: intervalCount });
  }
  return [...charges.values()];
}

/** Minor units; nothing for what only the provider's price says. */
export const amountOf = (item: PlanItem): number => (item.unitAmountMinor ?? 0) * item.quantity;

/** What is charged once, and so at once even where a trial begins; minor units. */
export const onceAmount = ({ items }: CartPlan): number =>
  items.reduce((sum, item) => sum + (item.recurring ? 0 : amountOf(item)), 0);
