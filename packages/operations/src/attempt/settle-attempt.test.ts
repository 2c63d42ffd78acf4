import { type AttemptRecord, blankAttempt, type SessionState } from '@parley/db';
import type { ProviderOutcome, ProviderRoot } from '@parley/provider';
import { describe, expect, it } from 'vitest';
import { getRoot } from '../../test/root.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { SessionChange } from '../session-change/session-change.ts';
import type { View } from './observe-attempt.ts';
import { settleAttempt } from './settle-attempt.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const before = new Date('2026-11-22T11:00:00.000Z');
const scope = { merchantId: 'merch_1', mode: 'test' } as const;
const caller: Caller = { ...scope, actor: { kind: 'provider', id: 'evt_1' }, requestId: null };
const deps = { newId: (prefix: string) => `${prefix}_1` } as unknown as Deps;

/** An open session of 42.00 eur, cart version 2, with a confirmed payment intent. */
function getState(session: object = {}, attempt: object = {}, payments: object[] = []) {
  return {
    session: {
      ...scope,
      id: 'psess_1',
      version: 7,
      status: 'payer_opened',
      amountMinor: 4200,
      currency: 'eur',
      finalAmountMinor: 4200,
      finalCurrency: 'eur',
      cartVersion: 2,
      completedAttemptId: null,
      declineCount: 0,
      historySequence: 0,
      eventSequence: 0,
      ...Object.fromEntries(
        ['quoteObservedAt', 'finalizedAt', 'createdAt', 'updatedAt'].map((name) => [name, before]),
      ),
      expiresAt: new Date('2026-11-23T12:00:00.000Z'),
      ...session,
    },
    attempt: {
      ...blankAttempt,
      ...scope,
      id: 'pspacq_1',
      proxySessionId: 'psess_1',
      attemptNumber: 1,
      status: 'confirmed',
      merchantProviderConfigId: 'pspcfg_1',
      providerOptionsFingerprint: 'fingerprint',
      providerRetryNotAfter: now,
      reservedCartVersion: 2,
      confirmedCartVersion: 2,
      providerRootObjectId: 'pi_1',
      providerRootObjectType: 'payment_intent',
      providerCreatedAt: before,
      createdAt: before,
      updatedAt: before,
      ...attempt,
    },
    payments,
    now,
  } as unknown as SessionState;
}

const createRoot = (
  outcome: ProviderOutcome,
  change: Partial<ProviderRoot> = {},
): ProviderRoot => ({
  ...getRoot('pi_1', outcome),
  createdAt: before,
  metadata: { attemptId: 'pspacq_1', sessionId: 'psess_1', contractVersion: null },
  ...change,
});

const declined = { id: 'ch_1', code: 'card_declined', at: null };
const waiting = { kind: 'awaiting_payment', decline: null } as const;
const adjustments = { taxMinor: 0, shippingMinor: 0, discountMinor: 0 };
const taking = (amountMinor = 4200, currency = 'eur', id = 'pi_1'): ProviderOutcome => ({
  kind: 'succeeded',
  taken: { id, type: 'payment_intent', amountMinor, currency, adjustments, capturedAt: now },
});
const trial = { kind: 'nothing_due', billingStartsLater: true } as const;
const payment = { providerObjectId: 'pi_0', rootObjectId: 'pi_1' };

/** Settles what was seen, and returns what is to be written, in short; null if nothing is. */
function settled(state: SessionState, seen: Partial<View>) {
  const change = new SessionChange(deps, caller, state);
  const none = {
    root: null,
    other: null,
    subscription: null,
    declines: [],
    returned: [],
    named: null,
    isRenewal: false,
    seen: [],
  };
  const view: View = { loaded: state as View['loaded'], attempt: state.attempt, ...none, ...seen };
  settleAttempt(deps, change, view, { source: 'event', event: null });
  const write = change.collect();
  if (!write) return null;
  const { attempt, session } = change.state as { attempt: AttemptRecord } & SessionState;
  return {
    session: session.status,
    attempt: attempt.status,
    reason: attempt.statusReason,
    payments: change.state.payments.length,
    finalizedAt: session.finalizedAt,
    notes: write.history.map(({ action, reason }) => (reason ? `${action}: ${reason}` : action)),
    events: write.events.map(({ type }) => type),
    subscription: write.subscription,
  };
}
const settledRoot = (root: ProviderRoot, ...state: Parameters<typeof getState>) =>
  settled(getState(...state), { root });

describe('an object that waits for its payer', () => {
  it('changes nothing, also when it is read again after the same decline', () => {
    expect(settledRoot(createRoot(waiting))).toBeNull();
    const processing = { status: 'processing', providerCheckAt: now };
    expect(settledRoot(createRoot(waiting), {}, processing)).toBeNull();
    const known = { statusReason: 'payment_declined' };
    expect(settledRoot(createRoot({ ...waiting, decline: declined }), {}, known)).toBeNull();
  });

  it('is a decline after a challenge, and a failure after it was accepted', () => {
    const challenged = { status: 'action_required' };
    expect(settledRoot(createRoot(waiting), {}, challenged)).toMatchObject({
      attempt: 'confirmed',
      reason: 'payment_declined',
    });
    expect(
      settledRoot(createRoot(waiting), {}, { ...challenged, confirmedCartVersion: 1 }),
    ).toMatchObject({ attempt: 'attached' });
    const failed = createRoot({ ...waiting, decline: declined });
    const processing = { status: 'processing' };
    expect(settledRoot(failed, { status: 'payment_processing' }, processing)).toMatchObject({
      session: 'payer_opened',
      attempt: 'failed',
      reason: 'card_declined',
    });
  });
});

describe('an object that was not attached', () => {
  const unattached = { providerRootObjectId: null, providerCreatedAt: null };
  it('is attached to its reservation, and adopted by an attempt that has ended', () => {
    const reserved = { ...unattached, status: 'reserved', confirmedCartVersion: null };
    expect(settledRoot(createRoot(taking()), {}, reserved)).toMatchObject({
      session: 'paid',
      notes: ['attach_root', 'succeed', 'receive_exact_funds'],
    });
    expect(
      settledRoot(createRoot(taking()), {}, { ...unattached, status: 'canceled' }),
    ).toMatchObject({
      session: 'paid',
      reason: 'late_payment',
      notes: ['adopt_root', 'succeed: late_payment', 'receive_exact_funds'],
      events: [
        'acquisition_attempt.provider_attached',
        'acquisition_attempt.succeeded',
        'proxy_session.paid',
      ],
    });
  });
});

describe('a payment', () => {
  const finalized = { pricingMode: 'provider_finalized' };
  const subtotal = { merchandiseSubtotalMinor: 4200 };
  it.each<[string, object, ProviderRoot, string | null]>([
    ['the exact charge', {}, createRoot(taking()), null],
    ['another amount', {}, createRoot(taking(4100)), 'amount_mismatch'],
    ['another currency', {}, createRoot(taking(4200, 'usd')), 'currency_mismatch'],
    ['the finalized total', finalized, createRoot(taking(), subtotal), null],
    [
      'taxes in addition',
      finalized,
      createRoot(taking(5000), { ...subtotal, charge: { amountMinor: 5000, currency: 'eur' } }),
      null,
    ],
    [
      'more than the object shows',
      finalized,
      createRoot(taking(5000), subtotal),
      'amount_mismatch',
    ],
    [
      'the charge of a previous cart',
      { ...finalized, confirmedCartVersion: 1 },
      createRoot(taking(), subtotal),
      'cart_mismatch',
    ],
    [
      'a previous cart that was never confirmed',
      { ...finalized, confirmedCartVersion: null, reservedCartVersion: 1 },
      createRoot(taking(), subtotal),
      'cart_mismatch',
    ],
    [
      'a cart for which the reservation was repeated',
      { ...finalized, ...subtotal, confirmedCartVersion: null, reservedCartVersion: 1 },
      createRoot(taking(), subtotal),
      null,
    ],
    [
      'other merchandise',
      finalized,
      createRoot(taking(), { merchandiseSubtotalMinor: 4000 }),
      'cart_mismatch',
    ],
    ['the charge without a subtotal', finalized, createRoot(taking()), null],
    ['more without a subtotal', finalized, createRoot(taking(5000)), 'amount_mismatch'],
  ])('of %s is compared with what binds the payer', (_, attempt, root, reason) => {
    expect(settledRoot(root, {}, attempt)).toMatchObject({
      payments: 1,
      session: reason ? 'payment_conflicted' : 'paid',
      attempt: reason ? 'integrity_failed' : 'succeeded',
      reason,
    });
  });

  it('in addition to another one is a second payment', () => {
    const second = createRoot(taking());
    expect(settledRoot(second, { completedAttemptId: 'pspacq_0' }, {}, [payment])).toMatchObject({
      session: 'payment_conflicted',
      reason: 'second_payment',
      payments: 2,
    });
  });
});

describe('an object that takes nothing now', () => {
  const subscription = { commercialMode: 'subscription', integrationPath: 'direct_subscription' };
  const usd = { charge: { amountMinor: 0, currency: 'usd' } };
  it.each<[string, object, Partial<ProviderRoot>, string | null]>([
    ['the current cart', {}, {}, null],
    ['the current cart, without a charge', {}, { charge: null }, null],
    ['another currency', {}, usd, 'currency_mismatch'],
    ['a previous cart', { confirmedCartVersion: 1 }, {}, 'cart_mismatch'],
    [
      'a previous reservation',
      { confirmedCartVersion: null, reservedCartVersion: 1 },
      {},
      'cart_mismatch',
    ],
  ])('for %s completes a trial only if it matches', (_, attempt, root, reason) => {
    expect(settledRoot(createRoot(trial, root), {}, { ...subscription, ...attempt })).toMatchObject(
      {
        session: reason ? 'payment_conflicted' : 'provisionable',
        reason,
        payments: 0,
      },
    );
  });

  it('keeps the final charge of a free cart, and is a conflict for another one', () => {
    const free = createRoot({ kind: 'nothing_due', billingStartsLater: false });
    expect(settledRoot(free, { amountMinor: 0, finalAmountMinor: 0 })).toMatchObject({
      session: 'provisionable',
      finalizedAt: before,
    });
    expect(settledRoot(free)).toMatchObject({ session: 'payment_conflicted', finalizedAt: now });
  });

  it('is a second one after another attempt completed the session', () => {
    const completed = { status: 'paid', completedAttemptId: 'pspacq_0' };
    expect(settledRoot(createRoot(trial), completed, subscription)).toMatchObject({
      session: 'payment_conflicted',
      reason: 'second_payment',
    });
  });
});

describe('an object in addition to the root object', () => {
  const other = createRoot(taking(4200, 'eur', 'pi_2'), { id: 'pi_2' });
  const read = { ...subscriptionWith('sub_2', 0), status: 'trialing' };

  it('pays the session, exactly and alone', () => {
    const paid = settled(getState(), { other });
    expect(paid).toMatchObject({ session: 'paid', attempt: 'succeeded', finalizedAt: now });
  });

  it.each<[string, object, object, object[]]>([
    ['after another payment', {}, {}, [payment]],
    ['of a completed session', { status: 'provisionable', completedAttemptId: 'pspacq_0' }, {}, []],
    ['of an attempt that failed', {}, { status: 'integrity_failed' }, []],
  ])('is a conflict %s', (_, session, attempt, payments) => {
    expect(settled(getState(session, attempt, payments), { other })).toMatchObject({
      session: 'payment_conflicted',
      payments: payments.length + 1,
      notes: expect.arrayContaining(['unexpected_payment: pi_2 took 4200 eur']),
    });
  });

  it('is a conflict as a second trial, once', () => {
    const second = createRoot(trial, {
      id: 'sub_2',
      type: 'subscription',
      subscriptionId: 'sub_2',
    });
    const paid = { status: 'paid', completedAttemptId: 'pspacq_1' };
    const state = getState(paid, { status: 'succeeded' }, [payment]);
    expect(settled(state, { other: second })).toMatchObject({
      session: 'payment_conflicted',
      notes: expect.arrayContaining(['unexpected_subscription: sub_2 has started']),
    });
    expect(settled(state, { other: { ...second, outcome: waiting } })).toBeNull();
    const first = settled(state, { other: second, subscription: { read, stored: null } });
    expect(first?.events).toContain('subscription.created');
    const subscription = { read, stored: first?.subscription?.after ?? null };
    expect(settled(state, { other: second, subscription })).toMatchObject({
      session: 'paid',
      notes: [],
    });
  });
});

it('a subscription has the checkout session that started it, and no other', () => {
  const attempt = { integrationPath: 'checkout_session', commercialMode: 'subscription' };
  const state = getState({}, { ...attempt, providerRootObjectId: 'cs_1' });
  const started = { type: 'checkout.session', subscriptionId: 'sub_1' };
  const root = createRoot(trial, { ...started, id: 'cs_1' });
  const other = createRoot(trial, { id: 'sub_2', type: 'subscription', subscriptionId: 'sub_2' });
  const getCheckout = (id: string, seen: Partial<View>) => {
    const subscription = { read: subscriptionWith(id, 0), stored: null };
    return settled(state, { ...seen, subscription })?.subscription?.after.providerCheckoutSessionId;
  };
  expect(getCheckout('sub_1', { root })).toBe('cs_1');
  expect(getCheckout('sub_2', { root, other })).toBeNull();
});

describe('an object that was closed', () => {
  it.each<[string, object, object, string | null, string | null]>([
    ['the reason of the provider', {}, {}, 'duplicate', 'duplicate'],
    ['too many declines', { declineCount: 10 }, {}, null, 'too_many_declines'],
    [
      'a replaced cart',
      {},
      { status: 'attached', statusReason: 'cart_drift' },
      null,
      'cart_changed',
    ],
    ['no reason', {}, {}, null, null],
  ])('ends its attempt with %s', (_, session, attempt, given, reason) => {
    const root = createRoot({ kind: 'canceled', reason: given });
    expect(settledRoot(root, session, attempt)).toMatchObject({ attempt: 'canceled', reason });
  });
});
