import type Stripe from 'stripe';

/** 2026-11-20T09:00:00Z, in seconds. */
const created = 1_795_165_200;
const metadata = { proxy_acquisition_attempt_id: 'pspacq_1' };

export type Checkout = Stripe.Checkout.Session;

/** A payment intent with the fields that the adapter reads. */
export function paymentIntent(change: Partial<Stripe.PaymentIntent> = {}): Stripe.PaymentIntent {
  const intent: Partial<Stripe.PaymentIntent> = {
    id: 'pi_1',
    object: 'payment_intent',
    created,
    status: 'requires_payment_method',
    amount: 4200,
    amount_received: 0,
    currency: 'eur',
    client_secret: 'pi_1_secret_x',
    customer: null,
    metadata,
    cancellation_reason: null,
    last_payment_error: null,
    ...change,
  };
  return intent as Stripe.PaymentIntent;
}

/** A checkout session with the fields that the adapter reads. */
export function checkoutSession(change: Partial<Checkout> = {}): Checkout {
  const session: Partial<Checkout> = {
    id: 'cs_1',
    object: 'checkout.session',
    created,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: 4200,
    currency: 'eur',
    client_secret: null,
    customer: null,
    metadata,
    ...change,
  };
  return session as Checkout;
}

/** An invoice with the fields that the adapter reads. */
export function invoice(change: Partial<Stripe.Invoice>): Stripe.Invoice {
  const one: Partial<Stripe.Invoice> = { id: 'in_1', created, currency: 'eur', ...change };
  return one as Stripe.Invoice;
}

/** The payments of an invoice that a payment intent paid. */
export function paymentsBy(paymentIntentId: string): Stripe.ApiList<Stripe.InvoicePayment> {
  const payment = { type: 'payment_intent', payment_intent: paymentIntentId } as const;
  const one: Partial<Stripe.InvoicePayment> = { status: 'paid', payment };
  const data = [one as Stripe.InvoicePayment];
  return { object: 'list', data, has_more: false, url: '/v1/invoice_payments' };
}

/** A subscription with the fields that the adapter reads. */
export function subscription(change: Partial<Stripe.Subscription>): Stripe.Subscription {
  const details: Partial<Stripe.Subscription.CancellationDetails> = {
    reason: 'cancellation_requested',
  };
  const one: Partial<Stripe.Subscription> = {
    id: 'sub_1',
    object: 'subscription',
    created,
    status: 'incomplete',
    customer: 'cus_1',
    latest_invoice: null,
    start_date: created,
    billing_cycle_anchor: created,
    trial_start: null,
    cancellation_details: details as Stripe.Subscription.CancellationDetails,
    metadata,
    ...change,
  };
  return one as Stripe.Subscription;
}
