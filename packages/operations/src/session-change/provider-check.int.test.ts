import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations, succeededWith, waiting } from '../../test/operations.ts';
import { attachProviderObject } from '../attempt/attach-provider-object.ts';
import { checkAttempt } from '../attempt/check-attempt.ts';
import { syncAttempt } from '../attempt/sync-attempt.ts';
import { replaceCart } from '../session/replace-cart.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const checkAt = async (id: string) => (await ops.read(id)).attempt.providerCheckAt;

it('a payment in progress is checked ten minutes after its last event, and is not closed', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, { kind: 'processing' });
  const { attempt, session } = await ops.read(payable.id);
  expect(session.status).toBe('payment_processing');
  const delay = Number(attempt.providerCheckAt) - Number(attempt.updatedAt);
  expect(delay).toBe(10 * 60_000);
  expect(ops.stub.calls).not.toContain(`close ${payable.objectId}`);
});

it('a write that changes no status does not move a check that is scheduled', async () => {
  const { id, attemptId } = await ops.withCheckoutSession();
  const scheduled = new Date(Date.now() + 3_600_000);
  await ops.updateAttempt(attemptId, { providerCheckAt: scheduled });
  await attachProviderObject(ops.deps, ops.caller, {
    proxy_session_id: id,
    acquisition_attempt_id: attemptId,
    expected_version: (await ops.read(id)).attempt.version,
    role: 'customer',
    object_type: 'customer',
    object_id: 'cus_1',
  });
  expect(await checkAt(id)).toEqual(scheduled);
});

it('a checkout session that failed is read until it is replaced, so that a later payment is recorded', async () => {
  const fail = async () => {
    const page = await ops.withCheckoutSession();
    const failed = { kind: 'failed', reason: 'insufficient_funds' } as const;
    ops.stub.objects.set(page.objectId, { ...page.root, outcome: failed });
    await syncAttempt(ops.deps, ops.caller, { sessionId: page.id, attemptId: page.attemptId });
    expect(await checkAt(page.id)).toBeInstanceOf(Date);
    return page;
  };
  const { id, attemptId, objectId, root } = await fail();
  const outcome = succeededWith(4200, 'eur', `pi_${id}`);
  ops.stub.objects.set(objectId, { ...root, outcome });
  await checkAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
  expect((await ops.read(id)).session.status).toBe('paid');
  expect(await checkAt(id)).toBeNull();
  const replaced = await fail();
  await ops.supersede(replaced);
  const { proxySessionId, providerCheckAt } =
    await ops.database.client.acquisitionAttempt.findFirstOrThrow({
      where: { id: replaced.attemptId },
    });
  expect([proxySessionId, providerCheckAt]).toEqual([replaced.id, null]);
});

it('a replaced cart is checked only where the provider itself shows the cart', async () => {
  const replaced = async (id: string, attemptId: string) => {
    await syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
    expect(await checkAt(id)).toBeNull();
    await replaceCart(ops.deps, ops.caller, {
      id,
      amount_minor: 900,
      currency: 'eur',
      cart_snapshot: {},
      expected_cart_version: 1,
    });
    const { attempt } = await ops.read(id);
    expect([attempt.status, attempt.statusReason]).toEqual(['attached', 'cart_drift']);
    return attempt.providerCheckAt;
  };
  const intent = await ops.payable();
  expect(await replaced(intent.id, intent.attemptId)).toBeNull();
  const checkout = await ops.withCheckoutSession();
  ops.stub.objects.set(checkout.objectId, { ...checkout.root, outcome: waiting });
  await attachProviderObject(ops.deps, ops.caller, {
    proxy_session_id: checkout.id,
    acquisition_attempt_id: checkout.attemptId,
    expected_version: (await ops.read(checkout.id)).attempt.version,
    role: 'root',
    object_type: 'checkout.session',
    object_id: checkout.objectId,
    provider_confirmation: {
      amount_minor: 4200,
      currency: 'eur',
      cart_version: 1,
      evidence_sha256: 'e'.repeat(64),
    },
  });
  expect(await replaced(checkout.id, checkout.attemptId)).toBeInstanceOf(Date);
});
