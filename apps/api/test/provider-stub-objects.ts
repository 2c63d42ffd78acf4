import { createHmac, randomUUID } from 'node:crypto';
import {
  getIntent,
  hasTaken,
  type ProviderObject,
  subscriptionLook,
} from './model/provider-objects.ts';

export interface StubObject extends ProviderObject {
  readonly metadata: Readonly<Record<string, string>>;
}

export type Render = (id: string, object: StubObject) => object;

const CREATED = 1_700_000_000;

export const getInvoice = (id: string, { status }: ProviderObject): string =>
  status === 'billed' ? `ic_${id}` : `in_${id}`;
const getCharge = (id: string): string => `ch_${id}`;
const getDispute = (id: string): string => `dp_${id}`;

const intentStatuses: Readonly<Record<ProviderObject['status'], string>> = {
  waiting: 'requires_payment_method',
  declined: 'requires_payment_method',
  requires_action: 'requires_action',
  processing: 'processing',
  succeeded: 'succeeded',
  failed: 'requires_payment_method',
  free: 'canceled',
  trialing: 'canceled',
  billed: 'succeeded',
  canceled: 'canceled',
  expired: 'canceled',
};

/** The metadata of a payment intent that is the object itself; others belong to a root object. */
const ownMetadata = ({ kind, metadata }: StubObject) => (kind === 'payment_intent' ? metadata : {});

export const paymentIntent: Render = (id, object) => {
  const { status, taken, currency } = object;
  const refused = status === 'declined' || status === 'failed';
  return {
    id: getIntent(id),
    object: 'payment_intent',
    amount: taken,
    amount_received: hasTaken(status) ? taken : 0,
    currency,
    created: CREATED,
    status: intentStatuses[status],
    last_payment_error: refused ? { type: 'card_error', code: 'card_declined' } : null,
    latest_charge: hasTaken(status) ? charge(id, object) : null,
    cancellation_reason: null,
    client_secret: null,
    customer: null,
    livemode: false,
    metadata: ownMetadata(object),
  };
};

const charge: Render = (id, object) => ({
  id: getCharge(id),
  object: 'charge',
  amount: object.taken,
  amount_captured: object.taken,
  amount_refunded: object.refunded,
  currency: object.currency,
  created: CREATED,
  disputed: object.disputed > 0,
  payment_intent: getIntent(id),
  metadata: ownMetadata(object),
});

const dispute: Render = (id, { disputed, currency }) => ({
  id: getDispute(id),
  object: 'dispute',
  amount: disputed,
  currency,
  charge: getCharge(id),
  created: CREATED,
  evidence_details: { due_by: CREATED + 604_800 },
  payment_intent: getIntent(id),
  reason: 'fraudulent',
  status: 'needs_response',
  metadata: {},
});

const checkoutSession: Render = (id, object) => {
  const { status, taken, currency } = object;
  const complete = ['processing', 'succeeded', 'failed', 'free'].includes(status);
  const tried = complete
    ? status !== 'free'
    : status === 'declined' || status === 'requires_action';
  const unpaid = status === 'free' ? 'no_payment_required' : 'unpaid';
  return {
    id,
    object: 'checkout.session',
    status: complete ? 'complete' : status === 'expired' ? 'expired' : 'open',
    payment_status: status === 'succeeded' ? 'paid' : unpaid,
    amount_total: taken,
    amount_subtotal: taken,
    currency,
    created: CREATED,
    payment_intent: tried ? paymentIntent(id, object) : null,
    invoice: null,
    subscription: null,
    client_secret: null,
    customer: null,
    livemode: false,
    metadata: object.metadata,
  };
};

const subscription: Render = (id, object) => {
  const [status] = subscriptionLook(object.status);
  const period = { current_period_start: CREATED, current_period_end: CREATED + 2_592_000 };
  const price = { id: 'price_stub', currency: object.currency, product: 'prod_stub' };
  const recurring = { interval: 'month', interval_count: 1, usage_type: 'licensed' };
  return {
    id,
    object: 'subscription',
    status,
    created: CREATED,
    start_date: CREATED,
    billing_cycle_anchor: CREATED,
    trial_start: ['trialing', 'billed'].includes(object.status) ? CREATED : null,
    trial_end: null,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    pause_collection: null,
    cancellation_details: null,
    items: {
      object: 'list',
      has_more: false,
      data: [{ id: 'si_stub', quantity: 1, price: { ...price, recurring }, ...period }],
    },
    latest_invoice: invoice(id, object),
    customer: 'cus_stub',
    livemode: false,
    metadata: object.metadata,
  };
};

const invoice: Render = (id, object) => {
  const [, payment] = subscriptionLook(object.status);
  const settled = payment === 'paid' || payment === 'void';
  return {
    id: getInvoice(id, object),
    object: 'invoice',
    billing_reason: object.status === 'billed' ? 'subscription_cycle' : 'subscription_create',
    status: settled ? payment : 'open',
    attempted: object.status !== 'waiting',
    amount_due: object.taken,
    amount_paid: object.taken,
    subtotal: object.taken,
    currency: object.currency,
    created: CREATED,
    status_transitions: { paid_at: CREATED },
    payments: { object: 'list', data: object.taken > 0 ? [invoicePayment(id, object)] : [] },
    parent: { subscription_details: { subscription: id, metadata: object.metadata } },
  };
};

const invoicePayment: Render = (id, object) => ({
  id: `inpay_${id}`,
  object: 'invoice_payment',
  invoice: getInvoice(id, object),
  status: hasTaken(object.status) ? 'paid' : 'open',
  payment: { type: 'payment_intent', payment_intent: paymentIntent(id, object) },
});

/** The invoice of zero with which a trial began. */
export const firstInvoice: Render = (id, object) =>
  invoice(id, { ...object, status: 'trialing', taken: 0 });

/** By collection of the API. */
export const renderers: Readonly<Record<string, Render>> = {
  payment_intents: paymentIntent,
  charges: charge,
  disputes: dispute,
  'checkout/sessions': checkoutSession,
  subscriptions: subscription,
  invoices: invoice,
  invoice_payments: invoicePayment,
};

const reported = {
  payment_intent: ['payment_intent.processing', paymentIntent],
  'checkout.session': ['checkout.session.completed', checkoutSession],
  subscription: ['customer.subscription.updated', subscription],
  refund: ['charge.refunded', charge],
  dispute: ['charge.dispute.created', dispute],
} as const satisfies Record<string, readonly [string, Render]>;

/** An event about an object, or about what went back of its payment, signed as the provider signs it. */
export function signedEvent(
  id: string,
  object: StubObject,
  { secret, about = object.kind }: { secret: string; about?: keyof typeof reported },
) {
  const eventId = `evt_${randomUUID().replaceAll('-', '')}`;
  const [type, render] = reported[about];
  const body = JSON.stringify({
    id: eventId,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1_000),
    livemode: false,
    data: { object: render(id, object) },
  });
  const at = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return { eventId, body, header: `t=${at},v1=${signature}` };
}
