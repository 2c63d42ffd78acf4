import { DomainError } from '@parley/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { createMetadata, providerEvent } from '../../test/provider-event.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { syncAttempt } from '../attempt/sync-attempt.ts';
import { applyProviderEvent } from '../provider-event/apply-provider-event.ts';
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

describe('a second subscription', () => {
  const subscriptionId = () => `sub_${payable.id}`;
  const invoice = (id: string) => ({
    id,
    amountMinor: 900,
    currency: 'eur',
    paymentStatus: 'paid',
  });
  /** The provider with the subscription, whose latest invoice was paid by this payment intent. */
  const billed = <T>(id: string, work: () => Promise<T>) =>
    ops.stub.override(
      {
        readSubscription: async (read) => ({
          ...subscriptionWith(read, 1),
          latestInvoice: invoice(`in_${id}`),
        }),
        // An invoice does not show what went back.
        readInvoicePayment: async () => {
          const { isReturned: _, ...taken } = succeededWith(900, 'eur', id).taken;
          return { ...taken, capturedAt: new Date() };
        },
      },
      work,
    );
  /** Applies an event of the invoice that this payment intent paid. */
  const deliverBill = (id: string, subscription = subscriptionId()) =>
    billed(id, () =>
      applyProviderEvent(
        ops.deps,
        providerEvent(ops, 'invoice.paid', {
          id: `in_${id}`,
          object: 'invoice',
          payments: { data: [] },
          parent: {
            subscription_details: {
              subscription,
              metadata: createMetadata(payable.id, payable.attemptId),
            },
          },
        }),
      ),
    );

  /** Pays the session, and again with the first invoice of another subscription of the attempt. */
  async function subscribeToo(): Promise<void> {
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    await subscribeAgain();
  }

  async function subscribeAgain(): Promise<void> {
    const metadata = {
      attemptId: payable.attemptId,
      sessionId: payable.id,
      contractVersion: '2',
    };
    ops.stub.objects.set(subscriptionId(), {
      ...getRoot(subscriptionId(), succeededWith(900, 'eur', `pi_first_${payable.id}`)),
      type: 'subscription',
      subscriptionId: subscriptionId(),
      metadata,
    });
    await deliverBill(`pi_first_${payable.id}`);
    expect((await session()).status).toBe('payment_conflicted');
  }

  it('that was accepted renews without another conflict', async () => {
    await subscribeToo();
    await accept();
    const before = await ops.payments(payable.id);
    expect(before).toHaveLength(2);
    expect(await deliverBill(`pi_renewal_${payable.id}`)).toMatchObject({ status: 'applied' });
    expect((await session()).status).toBe('paid');
    expect(await ops.payments(payable.id)).toEqual(before);
    const stored = await ops.repositories.subscriptions.findByProviderId(subscriptionId());
    expect(stored?.latestInvoiceId).toBe(`in_pi_renewal_${payable.id}`);
  });

  it('whose payment was refunded is a conflict again when it bills', async () => {
    await subscribeToo();
    await refund({ objectId: `pi_first_${payable.id}` });
    await accept();
    await deliverBill(`pi_renewal_${payable.id}`);
    expect((await session()).status).toBe('payment_conflicted');
    expect(await ops.payments(payable.id)).toContainEqual([`pi_renewal_${payable.id}`, 900, 0]);
  });

  it('that was accepted in place of the first one makes what that one bills a conflict', async () => {
    const { id, attemptId } = payable;
    const first = `sub_first_${id}`;
    const paid = succeededWith(4200, 'eur', `pi_paid_${id}`);
    await ops.updateAttempt(attemptId, {
      commercialMode: 'subscription',
      integrationPath: 'direct_subscription',
      providerRootObjectId: first,
    });
    ops.stub.objects.set(first, {
      ...getRoot(first, paid),
      type: 'subscription',
      subscriptionId: first,
    });
    await billed(`pi_paid_${id}`, () =>
      syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId }),
    );
    expect((await session()).status).toBe('paid');
    await subscribeAgain();
    await refund({ objectId: `pi_paid_${id}` });
    await accept();
    expect((await session()).status).toBe('paid');
    await deliverBill(`pi_unseen_${id}`, first);
    expect((await session()).status).toBe('payment_conflicted');
    expect(await ops.payments(id)).toContainEqual([`pi_unseen_${id}`, 900, 0]);
  });

  it('whose payment was refunded before it was seen is recorded with its refund', async () => {
    const readPayment = async ({ id }: { readonly id: string }) => ({
      ...succeededWith(900, 'eur', id).taken,
      ...{ refundedMinor: 900, disputedMinor: 0, dispute: null },
    });
    await ops.stub.override({ readPayment }, subscribeToo);
    expect(await ops.payments(payable.id)).toContainEqual([`pi_first_${payable.id}`, 900, 900]);
  });
});
