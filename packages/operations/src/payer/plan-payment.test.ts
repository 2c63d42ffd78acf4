import { attemptStatuses, noDeclineLimits, sessionStatuses } from '@parley/domain';
import type { PayerMount, ProviderOutcome, ProviderRoot } from '@parley/provider';
import { describe, expect, it } from 'vitest';
import { getRoot } from '../../test/root.ts';
import type { PayerSession } from './load-payer-session.ts';
import {
  mountOnly,
  type PaymentView,
  planMissingCard,
  planObserved,
  planStored,
} from './plan-payment.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const charge = { amountMinor: 4200, currency: 'eur' };
const lines = [{ name: 'Coffee', unit_amount_minor: 4200, interval: 'month' }];

/** An open session of 42.00 with a confirmed payment intent. */
const loadedWith = (session: object = {}, attempt: object = {}, more: object = {}) =>
  ({
    session: {
      status: 'payer_opened',
      ...charge,
      finalAmountMinor: 4200,
      finalCurrency: 'eur',
      cartVersion: 2,
      declineCount: 0,
      lastDeclinedAt: null,
      expiresAt: new Date('2026-11-22T12:00:00.001Z'),
      ...session,
    },
    attempt: {
      status: 'confirmed',
      commercialMode: 'one_time',
      integrationPath: 'payment_intent',
      pricingMode: 'fixed',
      merchandiseSubtotalMinor: null,
      providerRootObjectId: 'pi_1',
      providerRetryNotAfter: now,
      reservedCartVersion: 2,
      confirmedCartVersion: 2,
      confirmedAmountMinor: 4200,
      confirmedCurrency: 'eur',
      ...attempt,
    },
    cartSnapshot: { lines },
    limits: noDeclineLimits,
    requiresChallenge: false,
    now,
    ...more,
  }) as unknown as PayerSession;

describe('what the stored session asks for', () => {
  it('is one task per status of the attempt', () => {
    const planned = attemptStatuses.map((status) => [
      status,
      planStored(loadedWith({}, { status }), false),
    ]);
    expect(Object.fromEntries(planned)).toEqual({
      unreserved: 'reserve',
      reserved: 'observe',
      attached: 'observe',
      confirmed: 'observe',
      action_required: 'observe',
      processing: 'show',
      unknown: 'show',
      succeeded: 'show',
      integrity_failed: 'show',
      failed: 'supersede',
      canceled: 'supersede',
      expired: 'supersede',
      superseded: 'observe',
    });
  });

  it('is a payment only while the session is open', () => {
    const payable = sessionStatuses.filter(
      (status) => planStored(loadedWith({ status }), false) === 'observe',
    );
    expect(payable).toEqual(['created', 'payer_handoff_pending', 'payer_opened']);
    expect(planStored(loadedWith({ expiresAt: now }), false)).toBe('show');
  });

  const ended = { status: 'failed', providerRootObjectId: null, reservedCartVersion: 1 };
  const unsold = { ...ended, commercialMode: 'subscription', integrationPath: 'checkout_session' };
  const saved = {
    status: 'succeeded',
    commercialMode: 'subscription',
    providerRootObjectType: 'subscription',
  };
  const network = { ...noDeclineLimits, network: { firstSeenAt: null } };
  const unknown = loadedWith({}, { status: 'reserved', providerRootObjectId: null });
  it.each<[string, PayerSession, boolean, string]>([
    ['the outcome first', unknown, true, 'resolve_outcome'],
    ['the outcome once', unknown, false, 'observe'],
    [
      'the network of a new payer',
      loadedWith({}, {}, { limits: network }),
      true,
      'remember_network',
    ],
    ['nothing before a challenge', loadedWith({}, {}, { requiresChallenge: true }), true, 'show'],
    ['the card of a trial', loadedWith({ status: 'provisionable' }, saved), true, 'add_card'],
    ['no payment of a free cart', loadedWith({ finalAmountMinor: 0 }), true, 'complete_free'],
    ['another attempt for another cart', loadedWith({}, ended), true, 'supersede'],
    [
      'the merchant after a refusal of this cart',
      loadedWith({}, { ...ended, reservedCartVersion: 2 }),
      true,
      'wait',
    ],
    [
      'the merchant if the page cannot sell the cart',
      loadedWith({}, unsold, { cartSnapshot: {} }),
      true,
      'wait',
    ],
    [
      'another attempt for a free cart in any case',
      loadedWith({ amountMinor: 0, finalAmountMinor: 0 }, ended),
      true,
      'supersede',
    ],
  ])('is %s', (_, loaded, isFirst, task) => {
    expect(planStored(loaded, isFirst)).toBe(task);
  });
});

const access = mountOnly('payment', 'pi_1_secret');
const waiting = { kind: 'awaiting_payment', decline: null } as const;
const createRoot = (outcome: ProviderOutcome, amountMinor = 4200): ProviderRoot => ({
  ...getRoot('pi_1', outcome),
  charge: { amountMinor, currency: 'eur' },
  clientSecret: 'pi_1_secret',
});
const createView = (loaded: PayerSession, change: Partial<PaymentView> = {}): PaymentView => ({
  loaded,
  root: null,
  access: change.root ? access : null,
  createdFor: { ...charge, cartSnapshot: { lines } },
  setup: null,
  decline: null,
  ...change,
});

describe('what follows from the root object', () => {
  const challenge = { kind: 'action_required' } as const;
  const challenged = loadedWith({}, { status: 'action_required' });
  const offer = { kind: 'offer', access, dueNow: 4200, statuses: ['confirmed', 'action_required'] };
  const attached = loadedWith({}, { status: 'attached', confirmedCartVersion: null });
  const created = loadedWith({}, { status: 'reserved', providerRootObjectId: null });
  const finalized = loadedWith({}, { pricingMode: 'provider_finalized', confirmedAmountMinor: 1 });
  it.each<[string, PayerSession, ProviderRoot, object]>([
    ['the form', loadedWith(), createRoot(waiting), offer],
    [
      'a confirmation before the form',
      attached,
      createRoot(waiting),
      { kind: 'record', charge, next: offer },
    ],
    [
      'an attachment before that',
      created,
      createRoot(waiting),
      { kind: 'record', charge, next: offer },
    ],
    [
      'another object for another charge',
      loadedWith(),
      createRoot(waiting, 5000),
      { kind: 'close' },
    ],
    ['a record of a challenge', loadedWith(), createRoot(challenge), { kind: 'settle' }],
    ['a record of a failure', loadedWith(), createRoot({ kind: 'expired' }), { kind: 'settle' }],
    ['the challenge', challenged, createRoot(challenge), offer],
    ['the abandoned challenge', challenged, createRoot(waiting), offer],
    ['no challenge for another charge', challenged, createRoot(challenge, 5000), { kind: 'close' }],
    ['the merchant’s turn', finalized, createRoot(waiting, 5000), { kind: 'wait' }],
  ])('is %s', (_, loaded, root, task) => {
    expect(planObserved(createView(loaded, { root }))).toMatchObject(task);
  });

  it('is the merchant’s turn without access, or if the page cannot create another object', () => {
    const root = createRoot(waiting);
    expect(planObserved(createView(loadedWith(), { root, access: null }))).toEqual({
      kind: 'wait',
    });
    const cart = { integrationPath: 'checkout_session', commercialMode: 'subscription' };
    const unsold = { ...cart, status: 'action_required' };
    const loaded = loadedWith({}, unsold, { cartSnapshot: {} });
    const view = createView(loaded, { root: createRoot(challenge, 5000) });
    expect(planObserved(view)).toEqual({ kind: 'wait' });
  });
});

describe('what a trial without a root object needs', () => {
  const trial = (attempt: object = {}, change: Partial<PaymentView> = {}) => {
    const cartSnapshot = { lines: [{ ...lines[0], trial_period_days: 14 }] };
    const reserved = {
      status: 'reserved',
      commercialMode: 'subscription',
      integrationPath: 'direct_subscription',
      directSubscriptionSource: 'setup_intent',
      providerRootObjectId: null,
      providerCustomerId: 'cus_1',
      providerSetupIntentId: 'seti_1',
      setupIntentCreatedBy: 'payer_page',
      ...attempt,
    };
    const loaded = loadedWith({}, reserved, { cartSnapshot, merchantName: 'Nordlicht Coffee' });
    return planObserved(createView(loaded, { createdFor: { ...charge, cartSnapshot }, ...change }));
  };
  const setup = (paymentMethodId: string | null, isCanceled = false) => ({
    setup: {
      id: 'seti_1',
      clientSecret: 'seti_secret',
      isCanceled,
      paymentMethodId,
      decline: null,
    },
  });
  const saved = setup('pm_1');
  const decline = { id: 'seti_1', code: 'card_declined', at: now };
  it.each<[string, object, Partial<PaymentView>, object]>([
    ['a customer', { providerCustomerId: null }, {}, { kind: 'create_customer' }],
    [
      'the merchant’s customer with a saved card',
      { providerCustomerId: null, directSubscriptionSource: 'saved_payment_method' },
      {},
      { kind: 'wait' },
    ],
    [
      'the payer’s consent',
      { directSubscriptionSource: 'saved_payment_method' },
      {},
      { kind: 'wait' },
    ],
    ['the reserved cart', { reservedCartVersion: 1 }, {}, { kind: 'close', root: null }],
    ['a setup intent', { providerSetupIntentId: null }, {}, { kind: 'create_setup_intent' }],
    ['a card', {}, setup(null), { kind: 'offer', statuses: ['reserved'] }],
    ['a record of a decline', {}, { ...setup(null), decline }, { kind: 'record_decline', decline }],
    ['its start', {}, saved, { kind: 'create_root', payer: { paymentMethodId: 'pm_1' } }],
    ['the merchant’s start', { setupIntentCreatedBy: 'merchant' }, saved, { kind: 'wait' }],
    ['the merchant after a cancellation', {}, setup(null, true), { kind: 'wait' }],
    ['the merchant without a setup intent', {}, {}, { kind: 'wait' }],
  ])('is %s', (_, attempt, change, task) => {
    expect(trial(attempt, change)).toMatchObject(task);
  });
});

it('a trial without a card gets a form that only saves one', () => {
  const withMount = (kind: PayerMount['kind'] & ('payment' | 'setup')) =>
    planMissingCard(mountOnly(kind, 'secret'));
  expect(withMount('setup')).toMatchObject({ kind: 'offer', dueNow: 0, statuses: ['succeeded'] });
  expect(withMount('payment')).toEqual({ kind: 'show' });
  expect(planMissingCard(null)).toEqual({ kind: 'show' });
});
