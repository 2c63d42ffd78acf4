import type Stripe from 'stripe';
import { expanded, fromSeconds } from './normalize.ts';
import type { PayerAccess, PayerMount, RecurringCharge } from './payer-access.ts';
import type { ObjectRef } from './port.ts';

/** How the payer's browser mounts an object; null when the object does not wait for the payer. */
export async function readPayerAccess(
  stripe: Stripe,
  { type, id }: ObjectRef,
): Promise<PayerAccess | null> {
  switch (type) {
    case 'payment_intent': {
      const intent = await stripe.paymentIntents.retrieve(id);
      return access(bySecret('payment', intent.client_secret));
    }
    case 'checkout.session': {
      const session = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] });
      const prices = await all(session.line_items, () =>
        stripe.checkout.sessions.listLineItems(id, { limit: 100 }),
      );
      return access(mountOfSession(session), { prices });
    }
    case 'subscription': {
      const subscription = await stripe.subscriptions.retrieve(id, {
        expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
      });
      const prices = await all(subscription.items, () =>
        stripe.subscriptionItems.list({ subscription: id, limit: 100 }),
      );
      const { trial_end: trialEnd } = subscription;
      return access(mountOfSubscription(subscription), { prices, trialEnd });
    }
    default:
      return null;
  }
}

/** A payment intent with `receipt_email` has no address here: the provider emails a receipt to it. */
export async function readPayerEmail(
  stripe: Stripe,
  { type, id }: ObjectRef,
): Promise<string | null> {
  switch (type) {
    case 'payment_intent': {
      const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
      const email = expanded(intent.latest_charge)?.billing_details.email ?? null;
      return intent.receipt_email === null ? email : null;
    }
    case 'checkout.session':
      return (await stripe.checkout.sessions.retrieve(id)).customer_details?.email ?? null;
    default:
      return null;
  }
}

interface Listed<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/** All entries of a list whose first page is part of an object. */
async function all<T>(
  first: Listed<T> | undefined,
  list: () => PromiseLike<Listed<T>>,
): Promise<readonly T[]> {
  return first?.has_more ? (await list()).data : (first?.data ?? []);
}

interface Priced {
  readonly price?: Stripe.Price | null;
  readonly quantity?: number | null;
}

function access(
  mount: PayerMount | null,
  { prices = [], trialEnd = null }: { prices?: readonly Priced[]; trialEnd?: number | null } = {},
): PayerAccess | null {
  return (
    mount && {
      mount,
      recurring: getRecurring(prices),
      trialEnd: trialEnd === null ? null : fromSeconds(trialEnd),
    }
  );
}

const bySecret = (kind: 'payment' | 'setup', clientSecret: string | null | undefined) =>
  clientSecret ? ({ kind, clientSecret } as const) : null;

/** Accepts the current names of the UI modes and those used before API version 2026-03-25. */
function mountOfSession(session: Stripe.Checkout.Session): PayerMount | null {
  const { client_secret: clientSecret, status, url } = session;
  const uiMode: string = session.ui_mode ?? 'hosted_page';
  if (status !== 'open') return null;
  if (uiMode.startsWith('hosted')) return url ? { kind: 'hosted', url } : null;
  if (!clientSecret) return null;
  if (uiMode.startsWith('embedded')) {
    const endsHere = session.redirect_on_completion !== 'always';
    return { kind: 'embedded', clientSecret, endsHere };
  }
  const knownEmail = session.customer ?? session.customer_email ?? session.customer_details?.email;
  return { kind: 'custom', clientSecret, needsEmail: !knownEmail };
}

/** The first payment if one is due, otherwise the setup intent of a missing card. */
function mountOfSubscription(subscription: Stripe.Subscription): PayerMount | null {
  const { latest_invoice: latest, pending_setup_intent: setup } = subscription;
  const invoice = expanded(latest);
  if (invoice?.status === 'open' && invoice.billing_reason === 'subscription_create') {
    return bySecret('payment', invoice.confirmation_secret?.client_secret);
  }
  const awaitsCard = setup && typeof setup !== 'string' && setup.status !== 'canceled';
  return awaitsCard && setup.status !== 'succeeded' ? bySecret('setup', setup.client_secret) : null;
}

/** Adds up the prices of each interval. */
function getRecurring(prices: readonly Priced[]): RecurringCharge[] {
  const charges = new Map<string, RecurringCharge>();
  for (const { price, quantity } of prices) {
    if (!price?.recurring || price.unit_amount === null) continue;
    const { interval, interval_count: intervalCount } = price.recurring;
    const key = `${intervalCount} ${interval}`;
    const before = charges.get(key)?.amountMinor ?? 0;
    const amountMinor = before + price.unit_amount * (quantity ?? 1);
    charges.set(key, { amountMinor, currency: price.currency, interval, intervalCount });
  }
  return [...charges.values()];
}
