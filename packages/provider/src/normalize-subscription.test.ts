import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  checkoutSession,
  invoice,
  paymentIntent,
  paymentsBy,
  subscription,
} from '../test/objects.ts';
import { fromCheckoutSession } from './normalize.ts';
import { fromSubscription, toSubscription } from './normalize-subscription.ts';
import type { ProviderOutcome } from './port.ts';

const eur = (amountMinor: number) => ({ amountMinor, currency: 'eur' });
const waiting = { kind: 'awaiting_payment', decline: null } as const;
const later = { kind: 'nothing_due', billingStartsLater: true } as const;
const statuses = [
  'trialing',
  'active',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const satisfies Stripe.Subscription.Status[];

const read = (status: Stripe.Subscription.Status, first: Stripe.Invoice) =>
  fromSubscription(subscription({ status, latest_invoice: first }));

describe('a subscription as a root object', () => {
  it.each(statuses)('that is %s has taken what its first invoice took', (status) => {
    const payments = paymentsBy('pi_1');
    const first = invoice({ status: 'paid', amount_due: 1000, amount_paid: 900, payments });
    expect(read(status, first)).toMatchObject({
      outcome: { kind: 'succeeded', taken: { ...eur(900), id: 'pi_1', type: 'payment_intent' } },
      charge: eur(1000),
    });
  });

  const free = invoice({ status: 'paid', amount_due: 0, amount_paid: 0 });

  it.each(statuses.filter((status) => status !== 'canceled'))(
    'that is %s had nothing due if its first invoice was zero',
    (status) => {
      const outcome = { kind: 'nothing_due', billingStartsLater: false };
      expect(read(status, free).outcome).toEqual(outcome);
    },
  );

  it('that was canceled after an invoice of zero is canceled, unless it has billed since', () => {
    const cancellation_details = { reason: 'cancellation_requested' } as never;
    const ended = subscription({ status: 'canceled', latest_invoice: free, cancellation_details });
    const reason = 'cancellation_requested';
    expect(fromSubscription(ended).outcome).toEqual({ kind: 'canceled', reason });
    const billed = subscription({ status: 'canceled', latest_invoice: 'in_2', trial_start: 1 });
    expect(fromSubscription(billed, free).outcome).toEqual(later);
  });

  it('that began with a trial had nothing due because its billing starts later', () => {
    const latest_invoice = invoice({ status: 'paid', amount_due: 0, amount_paid: 0 });
    const trial = subscription({ status: 'active', latest_invoice, trial_start: 1_795_165_200 });
    expect(fromSubscription(trial).outcome).toEqual(later);
  });

  it('has itself as the payment while its invoice shows no payment intent', () => {
    const first = invoice({ status: 'paid', amount_due: 1000, amount_paid: 1000 });
    expect(read('active', first).outcome).toMatchObject({
      taken: { id: 'sub_1', type: 'subscription' },
    });
  });

  it.each<[Stripe.Subscription.Status, ProviderOutcome]>([
    ['trialing', waiting],
    ['active', { kind: 'processing' }],
    ['incomplete', waiting],
    ['incomplete_expired', { kind: 'expired' }],
    // The invoice can still be paid.
    ['canceled', { kind: 'failed', reason: 'payment_failed' }],
  ])('that is %s and unpaid has this outcome: %j', (status, outcome) => {
    const first = invoice({ status: 'open', amount_due: 1000, amount_paid: 0 });
    expect(read(status, first).outcome).toEqual(outcome);
  });

  it.each<[Stripe.PaymentIntent.Status, ProviderOutcome]>([
    ['requires_action', { kind: 'action_required' }],
    ['processing', { kind: 'processing' }],
    ['succeeded', { kind: 'processing' }],
    ['requires_payment_method', waiting],
    ['canceled', waiting],
  ])('that is incomplete has the outcome of its payment, which is %s', (status, outcome) => {
    const first = invoice({ status: 'open', amount_due: 1000, amount_paid: 0 });
    const waits = subscription({ status: 'incomplete', latest_invoice: first });
    const read = fromSubscription(waits, first, [paymentIntent({ status })]);
    expect(read).toMatchObject({ outcome, intentIds: ['pi_1'] });
  });

  it('that is active waits for its first payment if that can still be made', () => {
    const first = invoice({ status: 'open', amount_due: 1000, amount_paid: 0 });
    const renewal = invoice({ status: 'paid', amount_due: 1000, amount_paid: 1000 });
    const renewed = subscription({ status: 'active', latest_invoice: renewal });
    const { outcome } = fromSubscription(renewed, first, [paymentIntent({})]);
    expect(outcome).toEqual(waiting);
  });

  it.each(['draft', 'open'] as const)(
    'that sends its invoices waits for the payer while the first one is %s',
    (status) => {
      const first = invoice({ status, amount_due: 1000, amount_paid: 0 });
      const change = { latest_invoice: first, collection_method: 'send_invoice' } as const;
      for (const running of ['active', 'trialing', 'past_due'] as const) {
        const sent = subscription({ status: running, ...change });
        expect(fromSubscription(sent).outcome).toEqual(waiting);
      }
    },
  );

  it.each<[Stripe.PaymentIntent.Status, object]>([
    ['processing', { kind: 'processing' }],
    ['succeeded', { kind: 'succeeded', taken: { ...eur(4200), id: 'pi_1' } }],
    ['canceled', { kind: 'canceled' }],
  ])('that was canceled before its payment, which is %s, has the outcome %j', (status, outcome) => {
    const first = invoice({ status: 'void', amount_due: 4200, amount_paid: 0 });
    const ended = subscription({ status: 'canceled', latest_invoice: first });
    const intent = paymentIntent({ status, amount_received: status === 'canceled' ? 0 : 4200 });
    expect(fromSubscription(ended, first, [intent]).outcome).toMatchObject(outcome);
  });

  it.each<[Stripe.Invoice.Status, object]>([
    ['open', { kind: 'failed', reason: 'expired_card' }],
    ['uncollectible', { kind: 'failed', reason: 'expired_card' }],
    ['void', { kind: 'canceled', reason: 'cancellation_requested' }],
  ])('that was canceled with a first invoice that is %s has the outcome %j', (status, outcome) => {
    const first = invoice({ status, amount_due: 1000, amount_paid: 0 });
    const last_payment_error = { type: 'card_error', code: 'expired_card' } as const;
    const intent = paymentIntent(
      status === 'void' ? { status: 'canceled' } : { last_payment_error },
    );
    const ended = subscription({ status: 'canceled', latest_invoice: first });
    expect(fromSubscription(ended, first, [intent]).outcome).toEqual(outcome);
  });

  const running = ['trialing', 'active', 'past_due', 'unpaid', 'paused'] as const;
  it.each(running)('that is %s without its first payment has failed', (status) => {
    for (const invoiceStatus of ['void', 'uncollectible'] as const) {
      const first = invoice({ status: invoiceStatus, amount_due: 1000, amount_paid: 0 });
      expect(read(status, first).outcome).toEqual({ kind: 'failed', reason: 'payment_failed' });
    }
  });

  it('that ended before its void invoice was paid in full has every payment that succeeded', () => {
    const first = invoice({ status: 'void', amount_due: 4200, amount_paid: 0 });
    const ended = subscription({ status: 'incomplete_expired', latest_invoice: first });
    const intents = [
      paymentIntent({ status: 'succeeded', amount_received: 4000 }),
      paymentIntent({ id: 'pi_2', status: 'succeeded', amount_received: 200 }),
      paymentIntent({ id: 'pi_3', status: 'canceled' }),
    ];
    const part = { id: 'pi_2', ...eur(200) };
    expect(fromSubscription(ended, first, intents).outcome).toMatchObject({
      kind: 'succeeded',
      taken: { id: 'pi_1', ...eur(4000), parts: [part] },
    });
    const checkout = { status: 'complete', mode: 'subscription', invoice: first } as const;
    expect(fromCheckoutSession(checkoutSession(checkout), intents).outcome).toMatchObject({
      kind: 'succeeded',
      taken: { id: 'pi_1', ...eur(4000), parts: [part] },
    });
  });

  it('that begins with a trial waits for the payment of a fee that is due before', () => {
    const first = invoice({ status: 'open', amount_due: 500, amount_paid: 0 });
    const trial = subscription({ status: 'trialing', latest_invoice: first });
    const intent = paymentIntent({ status: 'requires_action' });
    expect(fromSubscription(trial, first, [intent]).outcome).toEqual({ kind: 'action_required' });
  });

  it('whose invoice is not expanded does not count as paid', () => {
    const active = subscription({ status: 'active', latest_invoice: 'in_1' });
    expect(fromSubscription(active)).toMatchObject({
      charge: null,
      outcome: { kind: 'processing' },
    });
  });

  it('that is active before its first invoice has nothing due yet', () => {
    const active = subscription({ status: 'active', latest_invoice: null });
    expect(fromSubscription(active).outcome).toEqual(later);
  });

  it('has no client secret', () => {
    expect(fromSubscription(subscription({}))).toMatchObject({
      id: 'sub_1',
      type: 'subscription',
      clientSecret: null,
      subscriptionId: 'sub_1',
    });
  });
});

describe('the latest payment of a subscription', () => {
  const latest = (
    status: Stripe.Invoice.Status,
    attempted: boolean,
    intent?: Stripe.PaymentIntent,
  ) =>
    toSubscription(
      subscription({ latest_invoice: invoice({ status, attempted, amount_due: 1000 }) }),
      [],
      intent,
    ).latestInvoice?.paymentStatus;

  it.each<[Stripe.Invoice.Status, string]>([
    ['paid', 'paid'],
    ['void', 'void'],
    ['uncollectible', 'uncollectible'],
    ['draft', 'draft'],
  ])('has the status of its invoice: %s', (status, expected) => {
    expect(latest(status, true)).toBe(expected);
  });

  it('of an open invoice is open, failed or action_required', () => {
    expect(latest('open', false)).toBe('open');
    expect(latest('open', true)).toBe('failed');
    expect(latest('open', true, paymentIntent({ status: 'requires_payment_method' }))).toBe(
      'failed',
    );
    expect(latest('open', true, paymentIntent({ status: 'requires_action' }))).toBe(
      'action_required',
    );
  });
});
