import type { AttemptRecord, SessionState } from '@parley/db';
import type { AttemptStatus, SessionStatus } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { isOutcomeUnknown, nextProviderCheck } from './provider-check.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const readAt = new Date('2026-11-22T11:00:00.000Z');

/** A session with an attached payment intent that was read from the provider. */
const getState = (
  session: SessionStatus,
  status: AttemptStatus,
  attempt: Partial<AttemptRecord> = {},
): SessionState =>
  ({
    session: { status: session, cartVersion: 2 },
    attempt: {
      id: 'pspacq_1',
      status,
      statusReason: null,
      confirmedCartVersion: null,
      providerRootObjectId: 'pi_1',
      providerRootObjectType: 'payment_intent',
      providerCreatedAt: readAt,
      providerCheckAt: null,
      ...attempt,
    },
    now,
  }) as SessionState;

const none = { providerRootObjectId: null, providerRootObjectType: null, providerCreatedAt: null };
const drift = { confirmedCartVersion: 1, statusReason: 'cart_drift' };
const checkoutDrift = { ...drift, providerRootObjectType: 'checkout.session' };

describe('the next read of an attempt from the provider', () => {
  it.each<[string, SessionState, Date | null]>([
    ['is not needed while it waits for its payer', getState('payer_opened', 'confirmed'), null],
    ['is not needed after it ended', getState('paid', 'succeeded'), null],
    ['is due ten minutes after a challenge', getState('created', 'action_required'), later(10)],
    [
      'is due ten minutes after processing',
      getState('payment_processing', 'processing'),
      later(10),
    ],
    ['is due while its outcome is unknown', getState('created', 'unknown', none), now],
    ['is due when its session ended', getState('canceled', 'confirmed'), now],
    ['is not needed when nothing can be paid', getState('canceled', 'reserved', none), null],
    [
      'is due when no one has read its object',
      getState('created', 'attached', { providerCreatedAt: null }),
      now,
    ],
    ['is not needed before it has an object', getState('created', 'reserved', none), null],
    [
      'is not needed when it ended before its object was read',
      getState('created', 'canceled', { providerCreatedAt: null }),
      null,
    ],
    [
      'is due while a page shows a replaced cart',
      getState('created', 'attached', checkoutDrift),
      now,
    ],
    [
      'is due while the object of the payer page shows a replaced cart, also after a decline',
      getState('created', 'attached', {
        ...drift,
        statusReason: 'payment_declined',
        rootCreatedBy: 'payer_page',
      }),
      now,
    ],
    [
      'is not needed when no page shows the replaced cart',
      getState('created', 'attached', drift),
      null,
    ],
    [
      'is not needed for a checkout session of the current cart',
      getState('created', 'attached', { providerRootObjectType: 'checkout.session' }),
      null,
    ],
    [
      'is due ten minutes after the payment of a checkout session failed, which can be paid again',
      getState('payer_opened', 'failed', { providerRootObjectType: 'checkout.session' }),
      later(10),
    ],
    [
      'is not needed after the payment of a payment intent',
      getState('payer_opened', 'failed'),
      null,
    ],
    [
      'is not needed for a checkout session that is confirmed',
      getState('created', 'confirmed', checkoutDrift),
      null,
    ],
  ])('%s', (_, state, due) => {
    expect(nextProviderCheck(state, state)).toEqual(due);
  });

  it.each<[string, SessionState, Date | null]>([
    ['stays while no status changes', getState('payer_opened', 'processing'), later(3)],
    ['moves when the session changes', getState('created', 'processing'), later(10)],
    ['moves when the attempt changes', getState('payer_opened', 'action_required'), later(10)],
    [
      'is not that of the attempt before',
      getState('payer_opened', 'processing', { id: 'pspacq_0' as AttemptRecord['id'] }),
      later(10),
    ],
  ])('that is scheduled %s', (_, before, due) => {
    const scheduled = { ...before, attempt: { ...before.attempt, providerCheckAt: later(3) } };
    expect(nextProviderCheck(scheduled, getState('payer_opened', 'processing'))).toEqual(due);
    expect(nextProviderCheck(scheduled, getState('payer_opened', 'confirmed'))).toBeNull();
  });
});

it.each<[string, AttemptStatus, Date | null, boolean, Partial<AttemptRecord>?]>([
  ['that is marked', 'unknown', null, true],
  ['at its retry deadline', 'reserved', now, true],
  ['before its retry deadline', 'reserved', later(1), false],
  ['without a retry deadline', 'reserved', null, false],
  ['with an object', 'reserved', now, false, { providerRootObjectId: 'pi_1' }],
  ['that is not reserved', 'attached', now, false],
])('the outcome of an attempt %s is unknown: %s, %s, %s', (...row) => {
  const [, status, providerRetryNotAfter, unknown, change] = row;
  const { attempt } = getState('created', status, { ...none, providerRetryNotAfter, ...change });
  expect(isOutcomeUnknown(attempt, now)).toBe(unknown);
});
