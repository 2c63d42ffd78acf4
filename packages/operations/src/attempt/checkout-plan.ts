import type { AttemptRecord, LoadedSession } from '@parley/db';
import { type CartPlan, type Money, type PlanItem, parseCartPlan } from '@parley/domain';
import { chargeMultiple } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';

/** The line items and trial that the provider's object for a cart is created with. */
export interface CheckoutPlan {
  readonly items: readonly PlanItem[];
  readonly trialDays: number | null;
}

/** A cart revision. */
export interface Cart extends Money {
  readonly cartSnapshot: Readonly<Record<string, unknown>>;
}

type Options = Pick<
  AttemptRecord,
  'integrationPath' | 'commercialMode' | 'pricingMode' | 'merchandiseSubtotalMinor'
>;

/**
 * The plan for a cart under the options of the reservation.
 * @param merchantName the name of the single line item when the cart's lines do not add up
 * @returns null when only the merchant's own server can create the object
 */
export function checkoutPlan(
  attempt: Options,
  cart: Cart,
  merchantName: string,
): CheckoutPlan | null {
  const { amountMinor, currency } = cart;
  // A payment intent needs an amount; the merchant creates whatever starts without one.
  if (attempt.integrationPath === 'payment_intent') {
    return amountMinor > 0 ? singleItem(merchantName, amountMinor) : null;
  }
  const subtotal = attempt.merchandiseSubtotalMinor;
  const finalized = attempt.pricingMode === 'provider_finalized';
  // Only the merchant decides which taxes and shipping are added to the merchandise.
  if (finalized && subtotal !== null && subtotal !== amountMinor) return null;
  const plan = parseCartPlan(cart.cartSnapshot);
  if (attempt.commercialMode === 'subscription') {
    return subscriptionPlan(attempt, plan, amountMinor);
  }
  // The provider refuses other unit amounts, even if the total is one that it takes.
  const multiple = chargeMultiple(currency);
  const oneTime = plan?.items.every(
    ({ priceId, recurring, unitAmountMinor }) =>
      priceId === null && recurring === null && (unitAmountMinor ?? 0) % multiple === 0,
  );
  return plan && oneTime && total(plan) === amountMinor
    ? { items: plan.items, trialDays: null }
    : singleItem(merchantName, amountMinor);
}

const singleItem = (name: string, amountMinor: number): CheckoutPlan => ({
  items: [{ name, quantity: 1, unitAmountMinor: amountMinor, priceId: null, recurring: null }],
  trialDays: null,
});

function subscriptionPlan(
  { integrationPath }: Options,
  plan: CartPlan | null,
  amountMinor: number,
): CheckoutPlan | null {
  if (!plan?.items.some((item) => item.recurring !== null || item.priceId !== null)) return null;
  const hasOneTime = plan.items.some((item) => item.recurring === null && item.priceId === null);
  if (integrationPath === 'direct_subscription' && hasOneTime) return null;
  // The total of the provider's own prices is checked against the created object.
  const known = plan.items.every((item) => item.priceId === null);
  if (!known || total(plan) === amountMinor) return plan;
  return plan.trialDays !== null && oneTimeAmount(plan) === amountMinor ? plan : null;
}

const total = ({ items }: CartPlan): number =>
  items.reduce((sum, item) => sum + getAmount(item), 0);

/** Minor units; zero for an item whose amount only the provider's price defines. */
export const getAmount = (item: PlanItem): number => (item.unitAmountMinor ?? 0) * item.quantity;

/** The amount that is charged once, and so immediately even before a trial; minor units. */
export const oneTimeAmount = ({ items }: CartPlan): number =>
  items.reduce((sum, item) => sum + (item.recurring ? 0 : getAmount(item)), 0);

/** The plan of one cart revision, with its charge. */
export interface PlannedCart extends Money {
  readonly plan: CheckoutPlan;
}

/**
 * The cart that the attempt's object was confirmed for, or else is created for.
 * @param loaded the session, which has the current cart
 */
export async function findAttemptCart(
  deps: Deps,
  caller: Caller,
  { session, attempt, cartSnapshot }: LoadedSession,
): Promise<Cart> {
  const version = attempt.confirmedCartVersion ?? attempt.reservedCartVersion;
  if (version === null || version === session.cartVersion) return { ...session, cartSnapshot };
  return deps.database.forScope(caller).carts.find(session.id, version);
}

/**
 * The plan to create the attempt's object with: that of its own cart, so that a retry under the
 * same idempotency key sends the same parameters; otherwise that of the current cart.
 * @returns null when only the merchant's own server can create the object
 */
export function planAttemptCart(
  { session, attempt, cartSnapshot, merchantName }: LoadedSession,
  attemptCart: Cart,
): PlannedCart | null {
  for (const cart of [attemptCart, { ...session, cartSnapshot }]) {
    const plan = checkoutPlan(attempt, cart, merchantName);
    if (plan) return { plan, amountMinor: cart.amountMinor, currency: cart.currency };
  }
  return null;
}
