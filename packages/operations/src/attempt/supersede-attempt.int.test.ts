import { DomainError } from '@parley/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getRoot, type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { changeSession } from '../session-change/change-session.ts';
import { attachProviderObject } from './attach-provider-object.ts';
import { supersedeAttempt } from './supersede-attempt.ts';
import { syncAttempt } from './sync-attempt.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

it('closes the object of a failed attempt only for a request that is not refused', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, { kind: 'failed', reason: 'bank_debit_returned' });
  const { attempt } = await ops.read(payable.id);
  expect(attempt.status).toBe('failed');
  const replace = (expected_version: number, change: object = {}) =>
    supersedeAttempt(ops.deps, ops.caller, {
      proxy_session_id: payable.id,
      acquisition_attempt_id: attempt.id,
      expected_version,
      reason: 'payment_failed',
      replacement: {
        integration_path: 'payment_intent',
        provider_options_fingerprint: 'b'.repeat(64),
        ...change,
      },
    });
  const close = `close ${payable.objectId}`;

  await expect(replace(attempt.version - 1)).rejects.toMatchObject({
    code: 'attempt_version_conflict',
  });
  await expect(
    replace(attempt.version, { direct_subscription_source: 'setup_intent' }),
  ).rejects.toMatchObject({ code: 'invalid_request' });
  expect(ops.stub.calls).not.toContain(close);

  const { acquisition_attempt: replacement } = await replace(attempt.version);
  expect(replacement).toMatchObject({
    status: 'reserved',
    attempt_number: 2,
    supersedes_attempt_id: attempt.id,
    provider_customer_id: null,
  });
  const [superseded] = await ops.repositories.attempts.listReserved(payable.id);
  expect(superseded).toMatchObject({
    status: 'superseded',
    statusReason: 'payment_failed',
    supersedeReason: 'payment_failed',
    isCurrent: false,
  });
  expect(ops.stub.calls).toContain(close);
});

it('names the deadline of the idempotency keys when the provider does not respond', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, { kind: 'failed', reason: 'bank_debit_returned' });
  const { attempt } = await ops.read(payable.id);
  const replace = () =>
    supersedeAttempt(ops.deps, ops.caller, {
      proxy_session_id: payable.id,
      acquisition_attempt_id: attempt.id,
      expected_version: attempt.version,
      reason: 'payment_failed',
      replacement: {
        integration_path: 'payment_intent',
        provider_options_fingerprint: 'b'.repeat(64),
      },
    });
  const outage = new DomainError('service_unavailable', 'No response.');
  ops.stub.objects.set(payable.objectId, outage);
  await expect(replace()).rejects.toMatchObject({
    code: 'service_unavailable',
    message: `No response. The idempotency keys are valid until ${attempt.providerRetryNotAfter?.toISOString()}.`,
    retryAfterSeconds: 2,
    cause: outage,
  });
  const defect = new TypeError('a defect');
  ops.stub.objects.set(payable.objectId, defect);
  await expect(replace()).rejects.toBe(defect);
});

it('shows the checkout session of the replacement instead of the first one', async () => {
  const { id, attemptId, objectId, root } = await ops.withCheckoutSession();
  const shown = async () => (await ops.read(id)).session.providerCheckoutSessionId;
  expect(await shown()).toBe(objectId);
  ops.stub.objects.set(objectId, { ...root, outcome: { kind: 'expired' } });
  await syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
  const { acquisition_attempt: next } = await supersedeAttempt(ops.deps, ops.caller, {
    proxy_session_id: id,
    acquisition_attempt_id: attemptId,
    expected_version: (await ops.read(id)).attempt.version,
    reason: 'session_expired',
    replacement: {
      integration_path: 'checkout_session',
      provider_options_fingerprint: 'b'.repeat(64),
    },
  });
  expect(await shown()).toBe(objectId);
  await attachProviderObject(ops.deps, ops.caller, {
    proxy_session_id: id,
    acquisition_attempt_id: next.id,
    expected_version: next.version,
    role: 'root',
    object_type: 'checkout.session',
    object_id: `cs_next_${id}`,
  });
  expect(await shown()).toBe(`cs_next_${id}`);
});

it('shows the checkout session of a superseded attempt that paid, if there is no other', async () => {
  const { id } = await ops.session();
  const path = { integration_path: 'checkout_session' } as const;
  const { acquisition_attempt: first } = await ops.reserve(id, path);
  await changeSession(ops.deps, ops.caller, id, (change) => change.attemptCommand('cancel'));
  await supersedeAttempt(ops.deps, ops.caller, {
    proxy_session_id: id,
    acquisition_attempt_id: first.id,
    expected_version: (await ops.read(id)).attempt.version,
    reason: 'try_again',
    replacement: { ...path, provider_options_fingerprint: 'b'.repeat(64) },
  });
  const objectId = `cs_paid_${id}`;
  const root = getRoot(objectId, succeededWith(4200, 'eur', `pi_paid_${id}`));
  ops.stub.objects.set(objectId, { ...root, type: 'checkout.session' });
  const where = { sessionId: id, attemptId: first.id };
  await syncAttempt(ops.deps, ops.caller, where, { objectId });
  expect((await ops.read(id)).session).toMatchObject({
    status: 'paid',
    providerCheckoutSessionId: objectId,
    providerCheckoutSessionPsp: 'provider',
  });
});
