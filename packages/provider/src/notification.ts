import { DomainError, isInquiry, type Money } from '@parley/domain';
import Stripe from 'stripe';
import { limitStoredEvent } from './anonymize-notification.ts';
import { declineOfSetup, fromSeconds, getDecline, getId, namedAttempts } from './normalize.ts';
import type { ObjectRef, ProviderDecline, ProviderNotification } from './port.ts';
import { toStorableJson } from './storable-json.ts';

/** Seconds by which the provider's clock may differ from ours. */
const TOLERANCE_SECONDS = 300;

/** The longest id or type, as the provider documents it. */
const MAX_NAME = 255;
/** The latest time of an event: the end of the year 9999. */
const MAX_SECONDS = 253_402_300_799;
const CURRENCY = /^[a-z]{3}$/i;

/**
 * The event types that a webhook endpoint of ours receives, and that are listed to find missed events. Other
 * events about a payment's objects are applied too when the provider sends them.
 */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'setup_intent.setup_failed',
  'refund.failed',
  'refund.updated',
  'charge.dispute.updated',
  'charge.dispute.funds_reinstated',
] as const;

const applied: ReadonlySet<string> = new Set(eventTypes);
const aboutPayment = /^(payment_intent|checkout\.session|customer\.subscription)\./;

const verifier = new Stripe('unused');

/**
 * Verifies the signature of a posted event and normalizes the event.
 * @param rawBody the bytes as received: any change breaks the signature
 * @param signature the Stripe-Signature header
 * @throws DomainError invalid_request when the signature does not match or the body is not an event
 */
export function verifyNotification(
  rawBody: Buffer,
  signature: string | undefined,
  webhookSecret: string,
): ProviderNotification {
  const event = toStorableJson(verify(rawBody, signature, webhookSecret));
  if (!isEvent(event)) throw new DomainError('invalid_request', 'The body is not an event.');
  return toNotification(event);
}

/**
 * Normalizes an event that was stored as received, by this or an earlier release.
 * @throws Error when the payload is not an event
 */
export function parseNotification(
  payload: Readonly<Record<string, unknown>>,
): ProviderNotification {
  if (!isEvent(payload)) throw new Error('the stored payload is not an event');
  return toNotification(payload);
}

/** The fields of an event's object that notifications are made from, if it has them. */
interface EventObject {
  readonly id?: unknown;
  readonly object?: unknown;
  readonly metadata?: Stripe.Metadata | null;
  readonly parent?: Stripe.Invoice.Parent | null;
  /** The subscription of an invoice, in events of API versions before `parent`. */
  readonly subscription?: string | Stripe.Subscription | null;
  readonly payment_intent?: string | Stripe.PaymentIntent | null;
  readonly payment_status?: unknown;
  readonly amount?: unknown;
  readonly amount_received?: unknown;
  readonly amount_paid?: unknown;
  readonly amount_refunded?: unknown;
  readonly currency?: unknown;
  readonly status?: unknown;
  readonly last_payment_error?: Stripe.PaymentIntent.LastPaymentError | null;
  readonly last_setup_error?: Stripe.SetupIntent.LastSetupError | null;
  readonly latest_attempt?: string | Stripe.SetupAttempt | null;
}

/** Normalizes the events of a list. Entries that are not events are left out. */
export function toNotifications(entries: readonly unknown[]): ProviderNotification[] {
  return entries.filter(isEvent).map(toNotification);
}

function toNotification(event: Stripe.Event): ProviderNotification {
  const object = event.data.object as EventObject;
  const subscription = object.parent?.subscription_details ?? null;
  const ofInvoice = object.object === 'invoice' ? object.subscription : null;
  const relatedSubscriptionId = getId(subscription?.subscription ?? ofInvoice);
  return {
    id: event.id,
    type: event.type,
    topic: getTopic(event.type, object.status),
    occurredAt: fromSeconds(event.created),
    livemode: event.livemode,
    objectId: getName(object.id),
    objectType: getName(object.object),
    attempts: [object.metadata, subscription?.metadata].flatMap(namedAttempts),
    relatedSubscriptionId,
    owners: ownersIn(object, relatedSubscriptionId),
    takenId: takenIn(object),
    takenThrough: isPaidInvoice(object) ? (relatedSubscriptionId ?? getName(object.id)) : null,
    amount: getAmount(object),
    decline: reportedDecline(event, object),
    payload: limitStoredEvent({ ...event }),
  };
}

function reportedDecline(
  { id, type, created }: Stripe.Event,
  object: EventObject,
): ProviderDecline | null {
  const decline =
    type === 'payment_intent.payment_failed'
      ? getDecline(object.last_payment_error)
      : type === 'setup_intent.setup_failed'
        ? declineOfSetup(object)
        : null;
  // The payload may have another shape than documented.
  if (!decline || !getName(decline.code)) return null;
  return { ...decline, id: getName(decline.id) || id, at: fromSeconds(created) };
}

const returnedMoney: ReadonlySet<unknown> = new Set(['charge', 'refund', 'dispute']);

function ownersIn(object: EventObject, subscriptionId: string | null): ObjectRef[] {
  if (subscriptionId) return [{ type: 'subscription', id: subscriptionId }];
  if (!returnedMoney.has(object.object)) return [];
  const id = getName(getId(object.payment_intent));
  return id ? [{ type: 'payment_intent', id }] : [];
}

function takenIn(object: EventObject): string | null {
  const { object: type, amount_received: received, payment_status: paid } = object;
  const hasTaken = type === 'payment_intent' && Number(received) > 0;
  if (hasTaken) return getName(object.id) || null;
  if (type !== 'checkout.session' || paid !== 'paid') return null;
  return getName(getId(object.payment_intent)) || null;
}

const isPaidInvoice = ({ object: type, status, amount_paid: paid }: EventObject): boolean =>
  type === 'invoice' && status === 'paid' && Number(paid) > 0;

/** An id or type; empty if it is none that the provider would use. */
function getName(value: unknown): string {
  return typeof value === 'string' && value.length <= MAX_NAME ? value : '';
}

function getTopic(type: string, status: unknown): ProviderNotification['topic'] {
  if (type === 'charge.refunded') return 'refund';
  if (type === 'refund.failed') return 'refund_failure';
  if (type === 'refund.updated') {
    return status === 'canceled' ? 'refund_cancellation' : 'refund_update';
  }
  const asks = typeof status === 'string' && isInquiry(status);
  if (type === 'charge.dispute.created') return asks ? 'inquiry' : 'dispute';
  if (type === 'charge.dispute.closed' && asks) return 'inquiry_end';
  if (type === 'charge.dispute.closed') return status === 'lost' ? 'dispute_loss' : 'dispute_win';
  if (type.startsWith('charge.dispute.')) return 'dispute_update';
  return applied.has(type) || aboutPayment.test(type) ? 'payment' : null;
}

function getAmount({ amount, amount_refunded: refunded, currency }: EventObject): Money | null {
  const amountMinor = refunded ?? amount;
  if (typeof amountMinor !== 'number' || !Number.isSafeInteger(amountMinor)) return null;
  return typeof currency === 'string' && CURRENCY.test(currency) ? { amountMinor, currency } : null;
}

/** A valid signature proves the sender, not the content: the row of an event must be storable. */
function isEvent(value: unknown): value is Stripe.Event {
  const { id, type, created, livemode, data } = (value ?? {}) as Partial<Stripe.Event>;
  return (
    typeof id === 'string' &&
    id.length <= MAX_NAME &&
    typeof type === 'string' &&
    type.length <= MAX_NAME &&
    typeof created === 'number' &&
    Number.isInteger(created) &&
    created >= 0 &&
    created <= MAX_SECONDS &&
    typeof livemode === 'boolean' &&
    typeof data?.object === 'object' &&
    data.object !== null
  );
}

function verify(rawBody: Buffer, signature: string | undefined, secret: string): Stripe.Event {
  try {
    return verifier.webhooks.constructEvent(rawBody, signature ?? '', secret, TOLERANCE_SECONDS);
  } catch (error) {
    throw new DomainError(
      'invalid_request',
      'Stripe-Signature does not match the body. Check the signing secret of this endpoint.',
      { cause: error },
    );
  }
}
