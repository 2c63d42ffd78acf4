import type { Charge } from '@parley/domain';
import type Stripe from 'stripe';
import type { ProviderOutcome, ProviderRoot, ProxyMetadata } from './port.ts';

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

const fromSeconds = (seconds: number): Date => new Date(seconds * 1000);

export function proxyMetadata(metadata: Stripe.Metadata | null | undefined): ProxyMetadata {
  return {
    attemptId: metadata?.proxy_acquisition_attempt_id ?? null,
    sessionId: metadata?.proxy_session_id ?? null,
    contractVersion: metadata?.proxy_contract_version ?? null,
  };
}

/** A payment intent in the port's words. */
export function fromPaymentIntent(intent: Stripe.PaymentIntent): ProviderRoot {
  return {
    id: intent.id,
    type: 'payment_intent',
    createdAt: fromSeconds(intent.created),
    charge: { amountMinor: intent.amount, currency: intent.currency },
    outcome: paymentIntentOutcome(intent),
    metadata: proxyMetadata(intent.metadata),
    customerId: idOf(intent.customer),
    clientSecret: intent.client_secret,
  };
}

function paymentIntentOutcome(intent: Stripe.PaymentIntent): ProviderOutcome {
  switch (intent.status) {
    case 'succeeded':
      return {
        kind: 'succeeded',
        taken: { amountMinor: intent.amount_received, currency: intent.currency },
      };
    case 'processing':
    case 'requires_capture':
      return { kind: 'processing' };
    case 'requires_action':
      return { kind: 'action_required' };
    case 'canceled':
      return { kind: 'canceled', reason: intent.cancellation_reason };
    case 'requires_payment_method':
    case 'requires_confirmation':
      return { kind: 'awaiting_payment', declineCode: declineCode(intent.last_payment_error) };
    default:
      // A status newer than this code may be money in motion: hold the charge until it is told.
      return { kind: 'processing' };
  }
}

function declineCode(error: Stripe.PaymentIntent.LastPaymentError | null): string | null {
  return error && (error.decline_code ?? error.code ?? error.type);
}

/** A checkout session in the port's words. Its payment intent, when expanded, tells a late failure. */
export function fromCheckoutSession(session: Stripe.Checkout.Session): ProviderRoot {
  const { amount_total: total, currency } = session;
  const charge = total === null || currency === null ? null : { amountMinor: total, currency };
  return {
    id: session.id,
    type: 'checkout.session',
    createdAt: fromSeconds(session.created),
    charge,
    outcome: checkoutSessionOutcome(session, charge),
    metadata: proxyMetadata(session.metadata),
    customerId: idOf(session.customer),
    clientSecret: session.client_secret,
  };
}

function checkoutSessionOutcome(
  session: Stripe.Checkout.Session,
  charge: Charge | null,
): ProviderOutcome {
  if (session.status === 'expired') return { kind: 'expired' };
  if (session.status !== 'complete') return { kind: 'awaiting_payment', declineCode: null };
  if (session.payment_status === 'no_payment_required') return { kind: 'nothing_due' };
  if (session.payment_status === 'paid') {
    return charge ? { kind: 'succeeded', taken: charge } : { kind: 'processing' };
  }
  const intent = session.payment_intent;
  if (intent && typeof intent !== 'string') {
    const { kind } = paymentIntentOutcome(intent);
    if (kind === 'awaiting_payment' || kind === 'canceled') {
      return { kind: 'failed', reason: declineCode(intent.last_payment_error) ?? 'payment_failed' };
    }
  }
  return { kind: 'processing' };
}

/** A subscription in the port's words, its latest invoice expanded. */
export function fromSubscription(subscription: Stripe.Subscription): ProviderRoot {
  const invoice = subscription.latest_invoice;
  const paid = invoice && typeof invoice !== 'string' ? invoice : null;
  const charge = paid && { amountMinor: paid.amount_due, currency: paid.currency };
  return {
    id: subscription.id,
    type: 'subscription',
    createdAt: fromSeconds(subscription.created),
    charge,
    outcome: subscriptionOutcome(subscription, paid),
    metadata: proxyMetadata(subscription.metadata),
    customerId: idOf(subscription.customer),
    clientSecret: null,
  };
}

function subscriptionOutcome(
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice | null,
): ProviderOutcome {
  switch (subscription.status) {
    case 'trialing':
      return { kind: 'nothing_due' };
    case 'active':
      if (!invoice) return { kind: 'processing' };
      return invoice.amount_paid === 0
        ? { kind: 'nothing_due' }
        : {
            kind: 'succeeded',
            taken: { amountMinor: invoice.amount_paid, currency: invoice.currency },
          };
    case 'incomplete_expired':
      return { kind: 'expired' };
    case 'canceled':
      return { kind: 'canceled', reason: subscription.cancellation_details?.reason ?? null };
    default:
      return { kind: 'awaiting_payment', declineCode: null };
  }
}
