import type { AttemptRecord } from '@parley/db';
import { type CartPlan, type Charge, type PlanItem, parseCartPlan } from '@parley/domain';
import { amountOf, onceAmount } from './terms.ts';

/** What the page can have the provider sell. */
export interface Sale {
  readonly items: readonly PlanItem[];
  readonly trialDays: number | null;
}

interface Cart extends Charge {
  readonly cartSnapshot: Readonly<Record<string, unknown>>;
}

type Reserved = Pick<
  AttemptRecord,
  'integrationPath' | 'commercialMode' | 'pricingMode' | 'merchandiseSubtotalMinor'
>;

/**
 * What the provider's object for a cart would sell, under the options of the reservation.
 * @param merchant names what is sold, where the cart's lines do not add up to its charge
 * @returns null where only the merchant's own server knows how to create it
 */
export function saleOf(attempt: Reserved, cart: Cart, merchant: string): Sale | null {
  const { amountMinor } = cart;
  // A payment intent is a charge: what begins without one is the merchant's to begin.
  if (attempt.integrationPath === 'payment_intent') {
    return amountMinor > 0 ? whole(merchant, amountMinor) : null;
  }
  const subtotal = attempt.merchandiseSubtotalMinor;
  const finalized = attempt.pricingMode === 'provider_finalized';
  // What comes on top of the merchandise, and how, only the merchant's options say.
  if (finalized && subtotal !== null && subtotal !== amountMinor) return null;
  const plan = parseCartPlan(cart.cartSnapshot);
  if (attempt.commercialMode === 'subscription') {
    return subscriptionSale(attempt, plan, amountMinor);
  }
  const once = plan?.items.every((item) => item.priceId === null && item.recurring === null);
  return plan && once && total(plan) === amountMinor
    ? { items: plan.items, trialDays: null }
    : whole(merchant, amountMinor);
}

const whole = (name: string, amountMinor: number): Sale => ({
  items: [{ name, quantity: 1, unitAmountMinor: amountMinor, priceId: null, recurring: null }],
  trialDays: null,
});

function subscriptionSale(
  { integrationPath }: Reserved,
  plan: CartPlan | null,
  amountMinor: number,
): Sale | null {
  if (!plan?.items.some((item) => item.recurring !== null || item.priceId !== null)) return null;
  const sellsOnce = plan.items.some((item) => item.recurring === null && item.priceId === null);
  if (integrationPath === 'direct_subscription' && sellsOnce) return null;
  // What the provider's own prices come to is checked against the object itself.
  const known = plan.items.every((item) => item.priceId === null);
  if (!known || total(plan) === amountMinor) return plan;
  return plan.trialDays !== null && onceAmount(plan) === amountMinor ? plan : null;
}

const total = ({ items }: CartPlan): number => items.reduce((sum, item) => sum + amountOf(item), 0);
