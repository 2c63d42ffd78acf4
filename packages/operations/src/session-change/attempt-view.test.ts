import { type AttemptRecord, blankAttempt } from '@parley/db';
import { expect, it } from 'vitest';
import { attemptEventObject, attemptView, reservedAttemptView } from './attempt-view.ts';

const at = new Date('2026-11-22T12:00:00.000Z');
const attempt = {
  ...blankAttempt,
  id: 'pspacq_1',
  proxySessionId: 'psess_1',
  attemptNumber: 1,
  status: 'reserved',
  merchantProviderConfigId: 'pspcfg_1',
  providerOptionsFingerprint: 'a'.repeat(64),
  providerRetryNotAfter: at,
  createdAt: at,
  updatedAt: at,
} as unknown as AttemptRecord;

it.each([
  'merchantProviderConfigId',
  'providerOptionsFingerprint',
  'providerRetryNotAfter',
] as const)('an attempt without %s was never reserved and cannot be shown', (column) => {
  const unreserved = { ...attempt, [column]: null };
  expect(() => attemptView(unreserved)).toThrow('attempt pspacq_1 was never reserved');
});

it('an attempt has no events before it is reserved', () => {
  expect(attemptEventObject({ ...attempt, providerOptionsFingerprint: null })).toBeNull();
  expect(attemptEventObject(attempt)).toEqual(attemptView(attempt));
});

it('an attempt shows where its setup intent comes from, which is its own by default', () => {
  expect(attemptView(attempt).direct_subscription_source).toBe('setup_intent');
  const saved = { ...attempt, directSubscriptionSource: 'saved_payment_method' } as const;
  expect(attemptView(saved).direct_subscription_source).toBe('saved_payment_method');
});

it.each([
  ['payment_intent', null, ['root']],
  ['direct_subscription', null, ['root', 'setup_intent']],
  ['direct_subscription', 'setup_intent', ['root', 'setup_intent']],
  ['direct_subscription', 'saved_payment_method', ['root']],
] as const)('a reservation of %s with source %s has the keys %j', (...row) => {
  const [integrationPath, directSubscriptionSource, keys] = row;
  const reserved = { ...attempt, integrationPath, directSubscriptionSource };
  const { acquisition_attempt, provider } = reservedAttemptView(reserved);
  expect(acquisition_attempt).toEqual(attemptView(reserved));
  expect(Object.keys(provider.idempotency_keys)).toEqual(keys);
  expect(provider.metadata).toEqual({
    proxy_acquisition_attempt_id: 'pspacq_1',
    proxy_session_id: 'psess_1',
    proxy_contract_version: '2',
  });
});
