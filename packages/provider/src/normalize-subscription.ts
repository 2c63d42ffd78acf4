import { isSubscriptionRunning, type ProviderSubscriptionItem } from '@parley/domain';
import type Stripe from 'stripe';
import {
  fromSeconds,
  getId,
  getIntentIds,
  outcomeOfIntents,
  outcomeWithoutPayment,
  proxyMetadata,
  toInvoicePayment,
} from './normalize.ts';
import type { ProviderOutcome, ProviderRoot, ProviderSubscription } from './port.ts';

/**
 * Normalizes a subscription as the root object of an attempt. Its first invoice decides the outcome:
 * a subscription that was paid and has ended since still counts as paid. One that ended before it took anything does not.
 * @param first the first invoice; null when there is none
 * @param intents the payments of that invoice, if known, from the one that decides most
 */
export function fromSubscription(
  subscription: Stripe.Subscription,
  first: Stripe.Invoice | null = expandedInvoice(subscription),
  intents: readonly Stripe.PaymentIntent[] = [],
): ProviderRoot {
  return {
    id: subscription.id,
    type: 'subscription',
    createdAt: fromSeconds(subscription.created),
    charge: first && { amountMinor: first.amount_due, currency: first.currency },
    merchandiseSubtotalMinor: first?.subtotal ?? null,
    outcome: subscriptionOutcome(subscription, first, outcomeOfIntents(intents)),
    subscriptionId: subscription.id,
    intentIds: getIntentIds(intents[0], first),
    metadata: proxyMetadata(subscription.metadata),
    clientSecret: null,
  };
}

function subscriptionOutcome(
  subscription: Stripe.Subscription,
  first: Stripe.Invoice | null,
  payment: ProviderOutcome | null,
): ProviderOutcome {
  if (first?.status === 'paid') {
    const root = { id: subscription.id, type: 'subscription' };
    return first.amount_paid === 0
      ? outcomeWithoutPayment(subscription, first)
      : { kind: 'succeeded', taken: toInvoicePayment(first, root) };
  }
  // The end of a subscription does not stop a payment that is processing. A void invoice never shows its success.
  if (payment?.kind === 'processing') return payment;
  if (payment?.kind === 'succeeded')
    return first?.status === 'open' ? { kind: 'processing' } : payment;
  const unpaid: ProviderOutcome =
    payment === null || payment.kind === 'canceled'
      ? { kind: 'awaiting_payment', decline: null }
      : payment;
  const decline = unpaid.kind === 'awaiting_payment' ? unpaid.decline : null;
  const failed: ProviderOutcome = { kind: 'failed', reason: decline?.code ?? 'payment_failed' };
  const due = first !== null && first.amount_due > 0 ? first.status : null;
  const isGivenUp = due === 'void' || due === 'uncollectible';
  // It bills later. What is uncollectible can be paid all the same.
  if (isGivenUp && isSubscriptionRunning(subscription.status)) return failed;
  // An invoice that is sent to the payer is a draft at first.
  const isDue = due === 'open' || due === 'draft';
  switch (subscription.status) {
    case 'trialing':
      // A fee may be due before the trial.
      return isDue ? unpaid : { kind: 'nothing_due', billingStartsLater: true };
    case 'active':
      // Without an invoice, billing starts later, at the billing cycle anchor.
      if (subscription.latest_invoice === null)
        return { kind: 'nothing_due', billingStartsLater: true };
      // One whose invoices are sent to the payer is active before its first payment, and so is one after a paid renewal.
      return isDue && (payment !== null || subscription.collection_method === 'send_invoice')
        ? unpaid
        : { kind: 'processing' };
    case 'incomplete_expired':
      return { kind: 'expired' };
    case 'canceled':
      // An invoice that is not void can be paid all the same.
      return due === null || due === 'void'
        ? { kind: 'canceled', reason: subscription.cancellation_details?.reason ?? null }
        : failed;
    default:
      return unpaid;
  }
}

/** The latest invoice, if it was expanded. */
function expandedInvoice({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | null {
  return typeof invoice === 'string' ? null : invoice;
}

/**
 * Normalizes a subscription.
 * @param intent the payment of the latest invoice, if that is open and known
 */
export function toSubscription(
  subscription: Stripe.Subscription,
  items: readonly Stripe.SubscriptionItem[],
  intent: Stripe.PaymentIntent | null = null,
): ProviderSubscription {
  // Items can have different periods; the one that ends first is shown.
  const next = items.toSorted((a, b) => a.current_period_end - b.current_period_end)[0];
  return {
    id: subscription.id,
    status: subscription.status,
    customerId: getId(subscription.customer),
    cancelAt: date(subscription.cancel_at),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    currentPeriodStart: date(next?.current_period_start),
    currentPeriodEnd: date(next?.current_period_end),
    trialEnd: date(subscription.trial_end),
    endedAt: date(subscription.ended_at),
    pauseCollectionBehavior: subscription.pause_collection?.behavior ?? null,
    items: items.map(toItem),
    latestInvoice: toInvoice(expandedInvoice(subscription), intent),
  };
}

function toItem({ price, quantity }: Stripe.SubscriptionItem): ProviderSubscriptionItem {
  return {
    interval: price.recurring?.interval ?? null,
    intervalCount: price.recurring?.interval_count ?? null,
    productId: getId(price.product),
    quantity: quantity ?? null,
    usageType: price.recurring?.usage_type ?? null,
    priceId: price.id,
    currency: price.currency,
  };
}

function toInvoice(
  invoice: Stripe.Invoice | null,
  intent: Stripe.PaymentIntent | null,
): ProviderSubscription['latestInvoice'] {
  if (!invoice) return null;
  const status = invoice.status ?? 'draft';
  const unpaid = intent?.status === 'requires_action' ? 'action_required' : 'failed';
  return {
    id: invoice.id ?? '',
    amountMinor: invoice.amount_due,
    currency: invoice.currency,
    paymentStatus: status === 'open' && invoice.attempted ? unpaid : status,
  };
}

const date = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? fromSeconds(seconds) : null;
