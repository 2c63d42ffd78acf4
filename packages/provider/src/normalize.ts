import { type Money, PROXY_CONTRACT_VERSION } from '@parley/domain';
import type Stripe from 'stripe';
import { isAwaitingPayer } from './outcome-groups.ts';
import type {
  NamedAttempt,
  ObjectRef,
  ProviderDecline,
  ProviderOutcome,
  ProviderPayment,
  ProviderRoot,
  ProxyMetadata,
} from './port.ts';

export const getId = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

export const fromSeconds = (seconds: number): Date => new Date(seconds * 1000);

export function proxyMetadata(metadata: Stripe.Metadata | null | undefined): ProxyMetadata {
  return {
    attemptId: metadata?.proxy_acquisition_attempt_id ?? null,
    sessionId: metadata?.proxy_session_id ?? null,
    contractVersion: metadata?.proxy_contract_version ?? null,
  };
}

/** The attempt that metadata of the current contract version names, if any. */
export function namedAttempts(metadata: Stripe.Metadata | null | undefined): NamedAttempt[] {
  const { attemptId, sessionId, contractVersion } = proxyMetadata(metadata);
  if (contractVersion !== PROXY_CONTRACT_VERSION) return [];
  return sessionId && attemptId ? [{ sessionId, attemptId }] : [];
}

/** Normalizes a payment intent. */
export function fromPaymentIntent(intent: Stripe.PaymentIntent): ProviderRoot {
  return {
    id: intent.id,
    type: 'payment_intent',
    createdAt: fromSeconds(intent.created),
    charge: { amountMinor: intent.amount, currency: intent.currency },
    merchandiseSubtotalMinor: null,
    outcome: paymentIntentOutcome(intent),
    subscriptionId: null,
    intentIds: [intent.id],
    metadata: proxyMetadata(intent.metadata),
    clientSecret: intent.client_secret,
  };
}

export function paymentIntentOutcome(intent: Stripe.PaymentIntent): ProviderOutcome {
  switch (intent.status) {
    case 'succeeded':
      return { kind: 'succeeded', taken: paymentOfIntent(intent) };
    case 'processing':
    case 'requires_capture':
      return { kind: 'processing' };
    case 'requires_action':
      return { kind: 'action_required' };
    case 'canceled':
      // What was captured before the rest of the amount was canceled stays taken.
      return intent.amount_received > 0
        ? { kind: 'succeeded', taken: paymentOfIntent(intent) }
        : { kind: 'canceled', reason: intent.cancellation_reason };
    case 'requires_payment_method':
    case 'requires_confirmation':
      return { kind: 'awaiting_payment', decline: shownDecline(intent) };
    default:
      // An unknown, newer status may mean that money is moving.
      return { kind: 'processing' };
  }
}

/**
 * The outcome of the payment intents of one object, such as those that pay an invoice in parts. Null without any.
 * @param intents from the one that decides most; each that took money is a part
 */
export function outcomeOfIntents(intents: readonly Stripe.PaymentIntent[]): ProviderOutcome | null {
  const [first = null, ...others] = intents.map(paymentIntentOutcome);
  if (first?.kind !== 'succeeded') return first;
  const parts = others.flatMap((other) => (other.kind === 'succeeded' ? [other.taken] : []));
  const { taken } = first;
  return { kind: 'succeeded', taken: parts.length > 0 ? { ...taken, parts } : taken };
}

/**
 * What was given back of the captured amount. Of a charge that was captured in part, the provider counts the
 * rest of the authorized amount as refunded too.
 */
export const getRefunded = (
  charge: Pick<Stripe.Charge, 'amount' | 'amount_captured' | 'amount_refunded'>,
): number =>
  Math.max(0, charge.amount_refunded - Math.max(0, charge.amount - charge.amount_captured));

/** The payment of a payment intent that took money; its charge, if expanded, has the exact time and what went back. */
function paymentOfIntent(intent: Stripe.PaymentIntent): ProviderPayment {
  const charge = expanded(intent.latest_charge ?? null);
  return {
    id: intent.id,
    type: 'payment_intent',
    amountMinor: intent.amount_received,
    currency: intent.currency,
    capturedAt: fromSeconds(charge?.created ?? intent.created),
    ...(charge && { isReturned: getRefunded(charge) > 0 || charge.disputed }),
  };
}

/**
 * The payment of a paid invoice, through its payment intent. If several paid it in parts, each has its own amount.
 * @param root names the payment while the invoice shows no payment intent
 */
export function toInvoicePayment(invoice: Stripe.Invoice, root: ObjectRef): ProviderPayment {
  const { amount_paid: amountMinor, currency } = invoice;
  const capturedAt = fromSeconds(invoice.status_transitions?.paid_at ?? invoice.created);
  const [first, ...others] = (invoice.payments?.data ?? [])
    .filter(({ status }) => status === 'paid')
    .flatMap(({ payment, amount_paid }) => {
      const id = getId(payment.payment_intent);
      return id
        ? [{ id, type: 'payment_intent', amountMinor: amount_paid ?? 0, currency, capturedAt }]
        : [];
    });
  const whole = { id: root.id, type: root.type, amountMinor, currency, capturedAt };
  if (!first) return whole;
  // A part may have been paid outside of the provider.
  if (others.length === 0) {
    return {
      ...whole,
      id: first.id,
      type: first.type,
      amountMinor: first.amountMinor || amountMinor,
    };
  }
  return { ...first, parts: others };
}

/** Normalizes an invoice without a subscription. It is no root object, but its metadata can name an attempt. */
export function fromInvoice(invoice: Stripe.Invoice): ProviderRoot {
  const ref = { id: invoice.id ?? '', type: 'invoice' };
  return {
    ...ref,
    createdAt: fromSeconds(invoice.created),
    charge: { amountMinor: invoice.amount_due, currency: invoice.currency },
    merchandiseSubtotalMinor: invoice.subtotal,
    outcome:
      invoice.amount_paid > 0
        ? { kind: 'succeeded', taken: toInvoicePayment(invoice, ref) }
        : { kind: 'awaiting_payment', decline: null },
    subscriptionId: null,
    intentIds: getIntentIds(null, invoice),
    metadata: proxyMetadata(invoice.metadata),
    clientSecret: null,
  };
}

/** The payment intents of an object: its own, or those of its invoice. */
export function getIntentIds(
  own: string | Stripe.PaymentIntent | null | undefined,
  invoice: Stripe.Invoice | null,
): string[] {
  const ofInvoice =
    invoice?.payments?.data.map(({ payment }) => getId(payment.payment_intent)) ?? [];
  return [...new Set([getId(own), ...ofInvoice])].filter((id) => id !== null);
}

/** Whether the first charge of a subscription is due later, such as after a trial. */
function billingStartsLater(subscription: Stripe.Subscription): boolean {
  const { trial_start, billing_cycle_anchor, start_date } = subscription;
  return trial_start !== null || billing_cycle_anchor > start_date;
}

/**
 * What a subscription shows whose first invoice took nothing. If it was canceled before it billed anything, nothing
 * is left to deliver. What the customer's credit paid was billed.
 */
export function outcomeWithoutPayment(
  subscription: Stripe.Subscription,
  first: Stripe.Invoice | null,
): ProviderOutcome {
  const { status, latest_invoice: latest, cancellation_details: details } = subscription;
  const isUnbilled = getId(latest) === (first?.id ?? null) && !first?.total;
  return status === 'canceled' && isUnbilled
    ? { kind: 'canceled', reason: details?.reason ?? null }
    : { kind: 'nothing_due', billingStartsLater: billingStartsLater(subscription) };
}

/** The decline that a payment intent shows. */
export function getDecline(
  error: Stripe.PaymentIntent.LastPaymentError | null | undefined,
): ProviderDecline | null {
  if (!error) return null;
  const code = error.decline_code ?? error.code ?? error.type;
  return { id: error.charge ?? null, code, at: null };
}

/** The decline that a setup intent shows. */
export function declineOfSetup({
  last_setup_error: error,
  latest_attempt: attempt,
}: Partial<
  Pick<Stripe.SetupIntent, 'last_setup_error' | 'latest_attempt'>
>): ProviderDecline | null {
  if (!error) return null;
  return {
    id: getId(attempt ?? null),
    code: error.decline_code ?? error.code ?? error.type,
    at: null,
  };
}

/** The last decline of a payment intent; its charge, if expanded, has the time. */
function shownDecline(intent: Stripe.PaymentIntent): ProviderDecline | null {
  const decline = getDecline(intent.last_payment_error);
  const charge = expanded(intent.latest_charge ?? null);
  if (!decline || !charge || charge.id !== decline.id) return decline;
  return { ...decline, at: fromSeconds(charge.created) };
}

/**
 * Normalizes a checkout session.
 * @param intents its payment intent or those of its invoice, if known, from the one that decides most: only
 *   they show a failed payment
 */
export function fromCheckoutSession(
  session: Stripe.Checkout.Session,
  intents: readonly Stripe.PaymentIntent[] = [expanded(session.payment_intent) ?? []].flat(),
): ProviderRoot {
  const { amount_total: total, currency } = session;
  const charge = total === null || currency === null ? null : { amountMinor: total, currency };
  return {
    id: session.id,
    type: 'checkout.session',
    createdAt: fromSeconds(session.created),
    charge,
    merchandiseSubtotalMinor: session.amount_subtotal,
    outcome: checkoutSessionOutcome(session, charge, intents),
    subscriptionId: getId(session.subscription),
    intentIds: getIntentIds(session.payment_intent ?? intents[0], expanded(session.invoice)),
    metadata: proxyMetadata(session.metadata),
    clientSecret: session.client_secret,
    ...getAdjustments(session),
  };
}

function checkoutSessionOutcome(
  session: Stripe.Checkout.Session,
  charge: Money | null,
  intents: readonly Stripe.PaymentIntent[],
): ProviderOutcome {
  const payment = outcomeOfIntents(intents);
  if (session.status === 'expired') return { kind: 'expired' };
  if (session.status !== 'complete') {
    const isTried = payment && isAwaitingPayer(payment);
    return isTried ? payment : { kind: 'awaiting_payment', decline: null };
  }
  const invoice = expanded(session.invoice);
  // The customer's credit paid the invoice.
  const isCovered = invoice?.status === 'paid' && invoice.amount_paid === 0;
  if (session.payment_status === 'no_payment_required' || isCovered) {
    const subscription = expanded(session.subscription);
    return subscription === null
      ? { kind: 'nothing_due', billingStartsLater: false }
      : outcomeWithoutPayment(subscription, invoice);
  }
  // The session does not show every payment, such as that of a void invoice. More may follow while it is open.
  const shown = payment?.kind === 'succeeded' ? payment.taken : null;
  const isTaken = shown !== null && invoice?.status !== 'open';
  if (session.payment_status === 'paid' || isTaken) {
    if (!charge) return { kind: 'processing' };
    const taken = shown ?? paymentOfSession(session, charge);
    return { kind: 'succeeded', taken: { ...taken, ...getAdjustments(session) } };
  }
  if (payment?.kind === 'awaiting_payment' || payment?.kind === 'canceled') {
    return {
      kind: 'failed',
      reason: getDecline(intents[0]?.last_payment_error)?.code ?? 'payment_failed',
    };
  }
  return { kind: 'processing' };
}

function getAdjustments({
  total_details: details,
}: Stripe.Checkout.Session): Pick<ProviderPayment, 'adjustments'> {
  if (!details) return {};
  const { amount_tax: taxMinor, amount_shipping, amount_discount: discountMinor } = details;
  return { adjustments: { taxMinor, shippingMinor: amount_shipping ?? 0, discountMinor } };
}

/** The payment of a paid session whose payment intent is not known: that of its invoice, otherwise the session's total. */
function paymentOfSession(session: Stripe.Checkout.Session, charge: Money): ProviderPayment {
  const root = { id: session.id, type: 'checkout.session' };
  const invoice = expanded(session.invoice);
  if (invoice?.status === 'paid') return toInvoicePayment(invoice, root);
  const intentId = getId(session.payment_intent);
  const payer = intentId ? { id: intentId, type: 'payment_intent' } : root;
  return { ...payer, ...charge, capturedAt: fromSeconds(session.created) };
}

export function expanded<T extends object>(value: string | T | null | undefined): T | null {
  return typeof value === 'string' ? null : (value ?? null);
}
