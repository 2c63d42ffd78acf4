import type { ProviderPaymentState } from '@parley/provider';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { keyedCaller } from '../../test/keyed-caller.ts';
import {
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { resolveConflict } from './resolve-conflict.ts';

let ops: Operations;
let payable: Payable;
/** What the provider shows as refunded, by payment intent. */
const refunded = new Map<string, number>();
beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(async () => {
  payable = await ops.payable();
  refunded.clear();
  ops.stub.provider.readPayment = async ({ id }) => stateOf(id);
});
afterAll(() => ops.close());

const stateOf = (id: string): ProviderPaymentState => ({
  id,
  type: 'payment_intent',
  amountMinor: 4200,
  currency: 'eur',
  capturedAt: new Date(),
  refundedMinor: refunded.get(id) ?? 0,
  disputedMinor: 0,
});

const refund = (id = payable.id) =>
  resolveConflict(ops.deps, ops.caller, { id, resolution: 'refunded' });
const statusOf = async () => (await ops.read(payable.id)).session.status;
const unrefunded = { code: 'provider_amount_mismatch' };

/** A second payment intent with the metadata of the attempt takes the same amount. */
async function payAgain(): Promise<string> {
  const objectId = `pi_again_${payable.id}`;
  await ops.deliverProviderEvent({ ...payable, objectId }, succeededWith(4200));
  return objectId;
}

it('refunded needs a full refund of every payment of the session', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  const again = await payAgain();
  refunded.set(payable.objectId, 4200);
  await expect(refund()).rejects.toMatchObject(unrefunded);
  refunded.set(again, 4199);
  await expect(refund()).rejects.toMatchObject(unrefunded);
  refunded.set(again, 4200);
  expect(await refund()).toMatchObject({ status: 'canceled' });
  expect(await ops.payments(payable.id)).toEqual([
    [payable.objectId, 4200, 4200],
    [again, 4200, 4200],
  ]);
});

it('refunded stores the refusal and the result for their idempotency keys', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  refunded.set(await payAgain(), 4200);
  const [caller, next] = [keyedCaller(ops.caller), keyedCaller(ops.caller)];
  const input = { id: payable.id, resolution: 'refunded' as const };
  const refundWith = (by: typeof caller) => resolveConflict(ops.deps, by, input);
  await expect(refundWith(caller)).rejects.toMatchObject(unrefunded);
  refunded.set(payable.objectId, 4200);
  const first = await refundWith(next);
  expect(first).toMatchObject({ status: 'canceled' });
  await expect(refundWith(caller)).rejects.toMatchObject({
    ...unrefunded,
    message: expect.stringContaining('4200 eur of 8400 eur'),
  });
  expect(await refundWith(next)).toEqual(first);
  expect([caller.replayed(), next.replayed()]).toEqual([1, 1]);
});

it('refunded reads nothing from the provider when the refusal is replayed', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  await payAgain();
  const caller = keyedCaller(ops.caller);
  const input = { id: payable.id, resolution: 'refunded' as const };
  await expect(resolveConflict(ops.deps, caller, input)).rejects.toMatchObject(unrefunded);
  ops.stub.provider.readPayment = () => Promise.reject(new Error('the provider was read again'));
  await expect(resolveConflict(ops.deps, caller, input)).rejects.toMatchObject(unrefunded);
  expect(caller.replayed()).toBe(1);
});

it('refunded can be repeated with the same idempotency key while payments keep arriving', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4199));
  refunded.set(payable.objectId, 4200);
  let payments = 0;
  ops.stub.provider.readPayment = async ({ id }) => {
    const objectId = `pi_${payments++}_${payable.id}`;
    refunded.set(objectId, 4200);
    await ops.deliverProviderEvent({ ...payable, objectId }, succeededWith(4200));
    return stateOf(id);
  };
  const caller = keyedCaller(ops.caller);
  const input = { id: payable.id, resolution: 'refunded' as const };
  await expect(resolveConflict(ops.deps, caller, input)).rejects.toMatchObject({
    code: 'payment_in_progress',
  });
  ops.stub.provider.readPayment = async ({ id }) => stateOf(id);
  expect(await resolveConflict(ops.deps, caller, input)).toMatchObject({ status: 'canceled' });
});

it('refunded resolves a session whose only payment was an unexpected one', async () => {
  const again = await payAgain();
  await expect(refund()).rejects.toMatchObject(unrefunded);
  refunded.set(again, 4200);
  expect(await refund()).toMatchObject({ status: 'canceled' });
});

it('refunded counts a payment that arrives while the others are read', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4199));
  refunded.set(payable.objectId, 4200);
  let arrived = false;
  ops.stub.provider.readPayment = async ({ id }) => {
    if (!arrived) {
      arrived = true;
      await payAgain();
    }
    return stateOf(id);
  };
  await expect(refund()).rejects.toMatchObject(unrefunded);
  expect(await statusOf()).toBe('payment_conflicted');
});

it('refunded counts a conflict that arises after the session was read', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  let loads = 0;
  const database: typeof ops.database = {
    ...ops.database,
    loadSession: async (...args) => {
      loads += 1;
      // The session was read once without a conflict; the change reads it again.
      if (loads === 2) await payAgain();
      return ops.database.loadSession(...args);
    },
  };
  const input = { id: payable.id, resolution: 'refunded' as const };
  await expect(resolveConflict({ ...ops.deps, database }, ops.caller, input)).rejects.toMatchObject(
    unrefunded,
  );
  expect(await statusOf()).toBe('payment_conflicted');
});

it('accept names the payments that are kept', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  const again = await payAgain();
  await resolveConflict(ops.deps, ops.caller, { id: payable.id, resolution: 'accept' });
  expect(await statusOf()).toBe('paid');
  expect(await ops.history(payable.id)).toContainEqual(
    expect.objectContaining({
      action: 'payments_kept',
      reason: `${payable.objectId} 4200 eur, ${again} 4200 eur`,
    }),
  );
});

it('accept completes the session with the payment that is kept', async () => {
  await ops.deliverProviderEvent(payable, { kind: 'canceled', reason: null });
  const next = await ops.supersede(payable);
  await ops.deliverProviderEvent(payable, succeededWith(4100));
  await ops.deliverProviderEvent(next, succeededWith(4200));
  await ops.database.client.$executeRaw`
    UPDATE payment SET refunded_minor = 4100 WHERE provider_object_id = ${payable.objectId}`;
  await resolveConflict(ops.deps, ops.caller, { id: payable.id, resolution: 'accept' });
  const { session } = await ops.read(payable.id);
  expect(session).toMatchObject({
    status: 'paid',
    finalAmountMinor: 4200,
    completedAttemptId: next.attemptId,
  });
});
