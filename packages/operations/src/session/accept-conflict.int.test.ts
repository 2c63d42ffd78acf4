import { DomainError } from '@parley/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { syncAttempt } from '../attempt/sync-attempt.ts';
import { resolveConflict } from './resolve-conflict.ts';

let ops: Operations;
let payable: Payable;
beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(async () => {
  payable = await ops.payable();
});
afterAll(() => ops.close());

const session = async () => (await ops.read(payable.id)).session;
const accept = () =>
  resolveConflict(ops.deps, ops.caller, { id: payable.id, resolution: 'accept' });

/** A second payment intent with the metadata of the attempt takes an amount. */
async function payAgain(amountMinor: number): Promise<string> {
  const objectId = `pi_again_${payable.id}`;
  await ops.deliverProviderEvent({ ...payable, objectId }, succeededWith(amountMinor));
  return objectId;
}

/** Cancels the attempt at the provider and supersedes it. */
async function superseded(): Promise<Payable> {
  await ops.deliverProviderEvent(payable, { kind: 'canceled', reason: null });
  return ops.supersede(payable);
}

/** Records a full refund of the payment through an object. */
const refund = ({ objectId }: { objectId: string }) => ops.database.client.$executeRaw`
  UPDATE payment SET refunded_minor = amount_minor WHERE provider_object_id = ${objectId}`;

it('accept records the accepted payments in the history', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  const again = await payAgain(4200);
  await accept();
  expect((await session()).status).toBe('paid');
  expect(await ops.history(payable.id)).toContainEqual(
    expect.objectContaining({
      action: 'payments_accepted',
      reason: `${payable.objectId} 4200 eur, ${again} 4200 eur`,
    }),
  );
});

it('accept completes the session with the payment that was not refunded', async () => {
  const next = await superseded();
  await ops.deliverProviderEvent(payable, succeededWith(4100));
  await ops.deliverProviderEvent(next, succeededWith(4200));
  await refund(payable);
  await accept();
  expect(await session()).toMatchObject({
    status: 'paid',
    finalAmountMinor: 4200,
    completedAttemptId: next.attemptId,
  });
});

it('accept completes the session with another attempt when the completed one was refunded', async () => {
  const next = await superseded();
  await ops.deliverProviderEvent(next, succeededWith(4200));
  await ops.deliverProviderEvent(payable, succeededWith(4300));
  await refund(next);
  await accept();
  expect(await session()).toMatchObject({
    status: 'paid',
    finalAmountMinor: 4300,
    completedAttemptId: payable.attemptId,
  });
});

it('accept keeps the attempt that completed the session without a payment', async () => {
  const next = await superseded();
  await ops.updateAttempt(next.attemptId, { commercialMode: 'subscription' });
  await ops.deliverProviderEvent(next, { kind: 'nothing_due', billingStartsLater: true });
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  await accept();
  expect(await session()).toMatchObject({
    status: 'paid',
    completedAttemptId: next.attemptId,
  });
});

it.each([false, true])(
  'accept completes the session with the attempt of the trial that continues, after a refund: %s',
  async (isRefunded) => {
    const { id, attemptId } = payable;
    const trial = { ...payable, objectId: `sub_${id}` };
    const next = await superseded();
    await ops.updateAttempt(attemptId, {
      commercialMode: 'subscription',
      integrationPath: 'direct_subscription',
      providerRootObjectId: trial.objectId,
      confirmedCartVersion: 2,
    });
    if (isRefunded) await ops.deliverProviderEvent(next, succeededWith(4200));
    const root = getRoot(trial.objectId, { kind: 'nothing_due', billingStartsLater: true });
    ops.stub.objects.set(trial.objectId, { ...root, subscriptionId: trial.objectId });
    const readSubscription = async () => ({
      ...subscriptionWith(trial.objectId, 1),
      status: 'trialing',
    });
    await ops.stub.override({ readSubscription }, async () => {
      await syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
      expect(await session()).toMatchObject({
        status: 'payment_conflicted',
        completedAttemptId: isRefunded ? next.attemptId : null,
      });
      await refund(next);
      await accept();
    });
    expect((await ops.read(id)).attempt.id).toBe(next.attemptId);
    expect(await session()).toMatchObject({
      status: 'provisionable',
      completedAttemptId: attemptId,
    });
  },
);

it.each(['it responds', 'it does not respond'])(
  'accept completes the session with the trial that the provider has, while %s',
  async (outage) => {
    const { id, attemptId } = payable;
    const trial = { ...payable, objectId: `sub_${id}` };
    await superseded();
    await ops.updateAttempt(attemptId, {
      commercialMode: 'subscription',
      integrationPath: 'direct_subscription',
      providerRootObjectId: trial.objectId,
      confirmedCartVersion: 2,
    });
    const root = getRoot(trial.objectId, { kind: 'nothing_due', billingStartsLater: true });
    ops.stub.objects.set(trial.objectId, { ...root, subscriptionId: trial.objectId });
    const subscription = { ...subscriptionWith(trial.objectId, 1), status: 'trialing' };
    await ops.stub.override({ readSubscription: async () => subscription }, async () => {
      await syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
      const fail = () => Promise.reject(new DomainError('provider_error'));
      const isDown = outage === 'it does not respond';
      await ops.stub.override(isDown ? { readSubscription: fail } : {}, accept);
    });
    expect(await session()).toMatchObject({
      status: 'provisionable',
      completedAttemptId: attemptId,
    });
  },
);

it('accept is refused when every payment was refunded, also one that is not recorded as refunded', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  const again = await payAgain(4200);
  await refund(payable);
  const state = { ...succeededWith(4200, 'eur', again).taken, disputedMinor: 0, dispute: null };
  const readPayment = async ({ id }: { id: string }) =>
    id === again ? { ...state, refundedMinor: 4200 } : null;
  const before = await ops.history(payable.id);
  await expect(ops.stub.override({ readPayment }, accept)).rejects.toMatchObject({
    code: 'nothing_to_accept',
  });
  expect(await ops.history(payable.id)).toEqual(before);
  expect((await session()).status).toBe('payment_conflicted');
});

it('accept keeps the first payment as the final charge and the completed attempt', async () => {
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  const { finalizedAt } = await session();
  await payAgain(4100);
  await accept();
  expect(await session()).toMatchObject({
    status: 'paid',
    finalAmountMinor: 4200,
    finalizedAt,
    completedAttemptId: payable.attemptId,
  });
});
