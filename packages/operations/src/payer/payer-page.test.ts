import { type AttemptStatus, noDeclineLimits, type SessionStatus } from '@parley/domain';
import { expect, it } from 'vitest';
import { payerSafeSessionView } from '../session-change/session-view.ts';
import type { PayerSession } from './load-payer-session.ts';
import { mayMissCard, payerPageView } from './payer-page.ts';

const now = new Date('2026-11-22T12:00:00.000Z');

const loadedWith = (session: object = {}, attempt: object = {}, more: object = {}) =>
  ({
    session: {
      id: 'psess_1',
      version: 7,
      mode: 'test',
      status: 'payer_opened',
      paymentStatus: 'unpaid',
      amountMinor: 4200,
      currency: 'eur',
      finalAmountMinor: 4998,
      finalCurrency: 'eur',
      cartVersion: 2,
      declineCount: 0,
      lastDeclinedAt: null,
      challengePassedAt: null,
      conflictSince: null,
      expiresAt: new Date('2026-11-22T12:00:00.001Z'),
      payerDestinationUrl: 'https://shop.example/thanks',
      ...session,
    },
    attempt: {
      id: 'pspacq_1',
      attemptNumber: 2,
      version: 3,
      status: 'confirmed',
      statusReason: 'payment_declined',
      commercialMode: 'one_time',
      integrationPath: 'payment_intent',
      providerRootObjectType: 'payment_intent',
      ...attempt,
    },
    merchantName: 'Nordlicht Coffee',
    cartSnapshot: { lines: [{ name: 'Coffee', amount_minor: 4200 }] },
    payments: [],
    limits: noDeclineLimits,
    requiresChallenge: false,
    now,
    ...more,
  }) as unknown as PayerSession;

it('the payer page shows no amounts of lines in the currency of a payment in another one', () => {
  const paid = { status: 'payment_conflicted', finalCurrency: 'usd' };
  const { currency, lines } = payerPageView(loadedWith(paid));
  expect({ currency, lines }).toMatchObject({
    currency: 'usd',
    lines: [{ name: 'Coffee', amountMinor: null }],
  });
});

it('a payer is not shown the provider’s code of a failure', () => {
  const loaded = loadedWith({}, { status: 'failed', statusReason: 'stolen_card' });
  expect(payerPageView(loaded).status_reason).toBe('payment_failed');
  const { current_acquisition_attempt } = payerSafeSessionView(
    { ...loaded, session: { ...loaded.session, quoteObservedAt: now, finalizedAt: now } },
    { name: 'Nordlicht Coffee' },
  );
  expect(current_acquisition_attempt.status_reason).toBe('payment_failed');
});

it('the payer page shows the binding charge, the cart and the state', () => {
  expect(payerPageView(loadedWith())).toEqual({
    id: 'psess_1',
    revision: '2.3.7.0',
    attempt_number: 2,
    mode: 'test',
    merchant_name: 'Nordlicht Coffee',
    status: 'payer_opened',
    presentation_state: 'retry_available',
    status_reason: 'payment_declined',
    amount_minor: 4998,
    currency: 'eur',
    cart_version: 2,
    lines: [{ name: 'Coffee', quantity: 1, unit: null, unitAmountMinor: 4200, amountMinor: 4200 }],
    omitted_lines: 0,
    breakdown: null,
    expires_at: '2026-11-22T12:00:00.001Z',
    deadline_passed: false,
    payer_destination_url: 'https://shop.example/thanks',
    payment_received: false,
    payment_status: 'unpaid',
    refunded_minor: 0,
    subscription: false,
    terms: null,
    retry_at: null,
    declined_too_often: false,
    challenge_required: false,
    may_miss_card: false,
  });
});

it('the payer page shows a deadline that has passed, a payment and a subscription', () => {
  const cartSnapshot = { lines: [{ name: 'Coffee', amount_minor: 4200, interval: 'month' }] };
  const loaded = loadedWith(
    { expiresAt: now },
    { commercialMode: 'subscription' },
    {
      cartSnapshot,
      payments: [{}],
    },
  );
  expect(payerPageView(loaded)).toMatchObject({
    deadline_passed: true,
    payment_received: true,
    subscription: true,
    terms: { due_now_minor: 4998 },
  });
  expect(payerPageView(loaded, null).terms).toBeNull();
});

it.each<[boolean, SessionStatus, AttemptStatus, string]>([
  [true, 'provisionable', 'succeeded', 'subscription'],
  [true, 'provisioned', 'succeeded', 'subscription'],
  [false, 'paid', 'succeeded', 'subscription'],
  [false, 'provisionable', 'canceled', 'subscription'],
  [false, 'provisionable', 'succeeded', 'checkout.session'],
])('a card may be missing (%s): session %s, attempt %s, %s', (missing, session, status, type) => {
  const loaded = loadedWith({ status: session }, { status, providerRootObjectType: type });
  expect(mayMissCard(loaded)).toBe(missing);
});

it.each([
  [0, 'paid'],
  [100, 'partially_refunded'],
])(
  'the payer page does not name an inquiry about a payment of which %i is refunded',
  (refundedMinor, status) => {
    const payment = { amountMinor: 4998, currency: 'eur', refundedMinor, disputedMinor: 0 };
    const page = payerPageView(
      loadedWith({ status: 'paid', paymentStatus: 'inquiry' }, {}, { payments: [payment] }),
    );
    expect(page.payment_status).toBe(status);
  },
);
