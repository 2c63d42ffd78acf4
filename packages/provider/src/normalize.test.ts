import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  type Checkout,
  checkoutSession,
  invoice,
  paymentIntent,
  paymentsBy,
  subscription,
} from '../test/objects.ts';
import { fromCheckoutSession, fromInvoice, fromPaymentIntent } from './normalize.ts';
import type { ProviderOutcome } from './port.ts';

const eur = (amountMinor: number) => ({ amountMinor, currency: 'eur' });
const capturedAt = new Date('2026-11-20T09:00:00.000Z');
const takenBy = (id: string, amountMinor: number) => ({
  kind: 'succeeded' as const,
  taken: {
    id,
    type: id.startsWith('pi_') ? 'payment_intent' : 'checkout.session',
    ...eur(amountMinor),
    capturedAt,
  },
});
const waiting = { kind: 'awaiting_payment', decline: null } as const;
const declined = { type: 'card_error' } as const;

describe('a payment intent', () => {
  /** By status; the compiler requires every status of the provider. */
  const outcomes: Record<Stripe.PaymentIntent.Status, ProviderOutcome> = {
    requires_payment_method: waiting,
    requires_confirmation: waiting,
    requires_action: { kind: 'action_required' },
    processing: { kind: 'processing' },
    requires_capture: { kind: 'processing' },
    succeeded: takenBy('pi_1', 4200),
    canceled: { kind: 'canceled', reason: null },
  };

  it.each(Object.entries(outcomes))('that is %s', (status, outcome) => {
    const intent = paymentIntent({
      status: status as Stripe.PaymentIntent.Status,
      amount_received: status === 'succeeded' ? 4200 : 0,
    });
    expect(fromPaymentIntent(intent).outcome).toEqual(outcome);
  });

  it('of an unknown status is processing', () => {
    const status = 'requires_patience' as Stripe.PaymentIntent.Status;
    expect(fromPaymentIntent(paymentIntent({ status })).outcome).toEqual({ kind: 'processing' });
  });

  it('has taken the received amount, not the requested one', () => {
    const intent = paymentIntent({ status: 'succeeded', amount: 4200, amount_received: 4100 });
    expect(fromPaymentIntent(intent)).toMatchObject({
      charge: eur(4200),
      outcome: takenBy('pi_1', 4100),
    });
  });

  it('that was canceled after a part of it was captured has taken that part', () => {
    const latest_charge = {
      created: 1_795_168_800,
      amount: 4200,
      amount_captured: 1000,
      amount_refunded: 3200,
      disputed: false,
    } as Stripe.Charge;
    const intent = paymentIntent({ status: 'canceled', amount_received: 1000, latest_charge });
    const taken = { id: 'pi_1', ...eur(1000), isReturned: false };
    expect(fromPaymentIntent(intent).outcome).toMatchObject({ kind: 'succeeded', taken });
    const unpaid = { status: 'complete', payment_status: 'unpaid' } as const;
    const session = fromCheckoutSession(checkoutSession({ ...unpaid, payment_intent: intent }));
    expect(session.outcome).toMatchObject({ kind: 'succeeded', taken });
  });

  it.each([
    [
      { ...declined, charge: 'ch_1', code: 'card_declined', decline_code: 'insufficient_funds' },
      { id: 'ch_1', code: 'insufficient_funds', at: null },
    ],
    [
      { ...declined, code: 'expired_card', payment_method: { id: 'pm_1' } },
      { id: null, code: 'expired_card', at: null },
    ],
    [declined, { id: null, code: 'card_error', at: null }],
    [null, null],
  ])('has its charge and the most precise code of a decline: %j', (error, decline) => {
    const last_payment_error = error as Stripe.PaymentIntent.LastPaymentError | null;
    expect(fromPaymentIntent(paymentIntent({ last_payment_error })).outcome).toEqual({
      kind: 'awaiting_payment',
      decline,
    });
  });

  it.each([
    ['ch_1', new Date(1_795_168_800_000)],
    ['ch_of_an_earlier_try', null],
  ])('has the time of a decline if its charge is expanded: %s', (id, at) => {
    const latest_charge = { id, created: 1_795_168_800 } as Stripe.Charge;
    const last_payment_error = { ...declined, charge: 'ch_1' };
    expect(fromPaymentIntent(paymentIntent({ last_payment_error, latest_charge })).outcome).toEqual(
      { kind: 'awaiting_payment', decline: { id: 'ch_1', code: 'card_error', at } },
    );
  });

  it('has its cancellation reason', () => {
    const intent = paymentIntent({ status: 'canceled', cancellation_reason: 'fraudulent' });
    expect(fromPaymentIntent(intent).outcome).toEqual({ kind: 'canceled', reason: 'fraudulent' });
  });

  it('has the normalized fields and only the metadata of the proxy', () => {
    expect(
      fromPaymentIntent(
        paymentIntent({
          customer: 'cus_1',
          metadata: {
            proxy_acquisition_attempt_id: 'pspacq_1',
            proxy_session_id: 'psess_1',
            proxy_contract_version: '2',
            secret: 'of another system',
          },
        }),
      ),
    ).toEqual({
      id: 'pi_1',
      type: 'payment_intent',
      createdAt: new Date('2026-11-20T09:00:00.000Z'),
      charge: eur(4200),
      merchandiseSubtotalMinor: null,
      subscriptionId: null,
      intentIds: ['pi_1'],
      outcome: waiting,
      metadata: { attemptId: 'pspacq_1', sessionId: 'psess_1', contractVersion: '2' },
      clientSecret: 'pi_1_secret_x',
    });
  });

  it('may have no metadata and no customer', () => {
    expect(fromPaymentIntent(paymentIntent({ metadata: {}, customer: null }))).toMatchObject({
      metadata: { attemptId: null, sessionId: null, contractVersion: null },
    });
  });
});

it.each([
  ['paid', 4200, takenBy('pi_1', 4200)],
  ['open', 0, waiting],
] as const)('an invoice without a subscription that is %s took %i', (status, amount, outcome) => {
  const payments = amount > 0 ? { payments: paymentsBy('pi_1') } : {};
  const change = { status, amount_due: 4200, amount_paid: amount, subtotal: 4000, ...payments };
  expect(fromInvoice(invoice(change))).toMatchObject({
    id: 'in_1',
    type: 'invoice',
    charge: eur(4200),
    merchandiseSubtotalMinor: 4000,
    outcome,
    subscriptionId: null,
  });
});

describe('a checkout session', () => {
  const getOutcome = (change: Partial<Checkout>) =>
    fromCheckoutSession(checkoutSession(change)).outcome;

  it.each<[Partial<Checkout>, ProviderOutcome]>([
    [{ status: 'open', payment_status: 'unpaid' }, waiting],
    [{ status: null, payment_status: 'unpaid' }, waiting],
    [{ status: 'expired', payment_status: 'unpaid' }, { kind: 'expired' }],
    [{ status: 'complete', payment_status: 'paid' }, takenBy('cs_1', 4200)],
    [{ status: 'complete', payment_status: 'paid', payment_intent: 'pi_2' }, takenBy('pi_2', 4200)],
    [
      {
        status: 'complete',
        payment_status: 'paid',
        total_details: { amount_tax: 698, amount_shipping: null, amount_discount: 100 },
      },
      {
        kind: 'succeeded',
        taken: expect.objectContaining({
          adjustments: { taxMinor: 698, shippingMinor: 0, discountMinor: 100 },
        }),
      },
    ],
    [
      { status: 'complete', payment_status: 'no_payment_required' },
      { kind: 'nothing_due', billingStartsLater: false },
    ],
    [{ status: 'complete', payment_status: 'unpaid' }, { kind: 'processing' }],
  ])('%j', (change, outcome) => {
    expect(getOutcome(change)).toEqual(outcome);
  });

  it('has the payment of its payment intent, at the time of the charge', () => {
    const latest_charge = {
      created: 1_795_168_800,
      amount: 4300,
      amount_captured: 4300,
      amount_refunded: 100,
      disputed: false,
    } as Stripe.Charge;
    const payment_intent = paymentIntent({
      status: 'succeeded',
      amount_received: 4300,
      latest_charge,
    });
    const paid = { status: 'complete', payment_status: 'paid', payment_intent } as const;
    expect(getOutcome(paid)).toMatchObject({
      taken: {
        id: 'pi_1',
        amountMinor: 4300,
        capturedAt: new Date('2026-11-20T10:00:00.000Z'),
        isReturned: true,
      },
    });
  });

  it('of a subscription has the payment of the first invoice', () => {
    const paid = { status: 'complete', payment_status: 'paid', mode: 'subscription' } as const;
    const payments = paymentsBy('pi_3');
    const first = invoice({ status: 'paid', amount_paid: 4200, payments });
    expect(getOutcome({ ...paid, invoice: first })).toEqual(takenBy('pi_3', 4200));
  });

  it('of a subscription whose invoice was paid partly outside of the provider has its own part', () => {
    const payments = paymentsBy('pi_3');
    const data = payments.data.map((one) => ({ ...one, amount_paid: 1000 }));
    const first = invoice({ status: 'paid', amount_paid: 4200, payments: { ...payments, data } });
    const paid = { status: 'complete', payment_status: 'paid', mode: 'subscription' } as const;
    expect(getOutcome({ ...paid, invoice: first })).toEqual(takenBy('pi_3', 1000));
  });

  it('of a subscription whose invoice the credit of the customer covered had nothing due', () => {
    const first = invoice({ status: 'paid', amount_due: 0, amount_paid: 0 });
    const paid = { status: 'complete', payment_status: 'paid', mode: 'subscription' } as const;
    expect(getOutcome({ ...paid, invoice: first })).toEqual({
      kind: 'nothing_due',
      billingStartsLater: false,
    });
  });

  it.each(['paid', 'unpaid'] as const)(
    'of a subscription that ended before its payment succeeded, and is %s, has that payment',
    (payment_status) => {
      const session = checkoutSession({
        status: 'complete',
        mode: 'subscription',
        payment_status,
        invoice: invoice({ status: 'void', amount_paid: 0 }),
      });
      const intent = paymentIntent({ status: 'succeeded', amount_received: 4200 });
      expect(fromCheckoutSession(session, [intent]).outcome).toMatchObject(takenBy('pi_1', 4200));
    },
  );

  it('of a subscription whose invoice was paid in parts has each payment with its own amount', () => {
    const paid = { status: 'complete', payment_status: 'paid', mode: 'subscription' } as const;
    const part = (id: string, amount_paid: number, status = 'paid') => ({
      status,
      amount_paid,
      payment: { type: 'payment_intent', payment_intent: id },
    });
    const data = [part('pi_open', 0, 'open'), part('pi_1', 4000), part('pi_2', 200)];
    const payments = { data } as unknown as Stripe.Invoice['payments'];
    const first = invoice({ status: 'paid', amount_paid: 4200, ...(payments && { payments }) });
    const session = fromCheckoutSession(checkoutSession({ ...paid, invoice: first }));
    expect(session.outcome).toMatchObject({
      kind: 'succeeded',
      taken: { id: 'pi_1', amountMinor: 4000, parts: [{ id: 'pi_2', amountMinor: 200 }] },
    });
    expect(session.intentIds).toEqual(['pi_open', 'pi_1', 'pi_2']);
  });

  it.each([
    [{ trial_start: 1_795_165_200 }, true],
    [{ billing_cycle_anchor: 1_795_251_600 }, true],
    [{}, false],
  ])(
    'of a subscription with %j that needs no payment: billing starts later is %j',
    (start, later) => {
      const free = { status: 'complete', payment_status: 'no_payment_required' } as const;
      expect(getOutcome({ ...free, subscription: subscription(start) })).toEqual({
        kind: 'nothing_due',
        billingStartsLater: later,
      });
    },
  );

  it('whose subscription was canceled before it billed anything is canceled', () => {
    const free = { status: 'complete', payment_status: 'no_payment_required' } as const;
    const trial = { status: 'canceled', trial_start: 1_795_165_200 } as const;
    const read = (latest_invoice: string, total = 0) =>
      getOutcome({
        ...free,
        invoice: invoice({ status: 'paid', total, amount_paid: 0 }),
        subscription: subscription({ ...trial, latest_invoice }),
      });
    const reason = 'cancellation_requested';
    expect(read('in_1')).toEqual({ kind: 'canceled', reason });
    const later = { kind: 'nothing_due', billingStartsLater: true };
    expect(read('in_2')).toEqual(later);
    // The customer's credit paid the invoice.
    expect(read('in_1', 4200)).toEqual(later);
  });

  const late = (intent: string | Stripe.PaymentIntent | null) =>
    getOutcome({ status: 'complete', payment_status: 'unpaid', payment_intent: intent });

  it('whose asynchronous payment failed has the decline code of the payment', () => {
    const last_payment_error = {
      ...declined,
      code: 'payment_intent_payment_attempt_failed',
    } as Stripe.PaymentIntent.LastPaymentError;
    const failed = paymentIntent({ status: 'requires_payment_method', last_payment_error });
    expect(late(failed)).toEqual({ kind: 'failed', reason: last_payment_error.code });
    expect(late(paymentIntent({ status: 'canceled' }))).toEqual({
      kind: 'failed',
      reason: 'payment_failed',
    });
  });

  it('whose payment is processing or not expanded is processing', () => {
    expect(late(paymentIntent({ status: 'processing' }))).toEqual({ kind: 'processing' });
    expect(late('pi_1')).toEqual({ kind: 'processing' });
    expect(late(null)).toEqual({ kind: 'processing' });
  });

  it('without a total has no charge and does not count as paid', () => {
    const paid = { status: 'complete', payment_status: 'paid' } as const;
    for (const change of [{ amount_total: null }, { currency: null }]) {
      const session = fromCheckoutSession(checkoutSession({ ...paid, ...change }));
      expect(session).toMatchObject({ charge: null, outcome: { kind: 'processing' } });
    }
  });

  it('with a zero total has a charge of zero', () => {
    expect(fromCheckoutSession(checkoutSession({ amount_total: 0 })).charge).toEqual(eur(0));
  });

  it('has the normalized fields', () => {
    const customer = { id: 'cus_2' } as Stripe.Customer;
    expect(fromCheckoutSession(checkoutSession({ customer }))).toMatchObject({
      id: 'cs_1',
      type: 'checkout.session',
      createdAt: new Date('2026-11-20T09:00:00.000Z'),
      charge: eur(4200),
      metadata: { attemptId: 'pspacq_1' },
      clientSecret: null,
    });
  });
});
