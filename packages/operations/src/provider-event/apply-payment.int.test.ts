import { DomainError } from '@parley/domain';
import type { Provider } from '@parley/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getRoot, type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { createMetadata, providerEvent } from '../../test/provider-event.ts';
import { directSubscription, subscriptionRoot, subscriptionWith } from '../../test/subscription.ts';
import { attachProviderObject } from '../attempt/attach-provider-object.ts';
import { syncAttempt } from '../attempt/sync-attempt.ts';
import { applyProviderEvent } from './apply-provider-event.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const trialCart = {
  items: [{ name: 'Plan', quantity: 1, unit_amount_minor: 4200, recurring: { interval: 'month' } }],
  trial_days: 14,
};

it('applies a saved card again when the attempt changed while the trial was created', async () => {
  const { id } = await ops.session({ cart_snapshot: trialCart });
  const { acquisition_attempt: attempt } = await ops.reserve(id, directSubscription);
  const payer = { ...ops.caller, actor: { kind: 'payer', id: null } } as const;
  let version = attempt.version;
  for (const [role, objectId] of [
    ['customer', 'cus_1'],
    ['setup_intent', 'seti_1'],
  ] as const) {
    await attachProviderObject(ops.deps, payer, {
      proxy_session_id: id,
      acquisition_attempt_id: attempt.id,
      expected_version: version,
      role,
      object_type: role,
      object_id: objectId,
    });
    version = (await ops.read(id)).attempt.version;
  }
  ops.stub.provider.readSetupIntent = async () => ({
    id: 'seti_1',
    isCanceled: false,
    paymentMethodId: 'pm_1',
    clientSecret: null,
    decline: null,
  });
  let created = 0;
  ops.stub.provider.createSubscription = async () => {
    created += 1;
    if (created === 1) {
      const { client } = ops.database;
      await client.$executeRaw`UPDATE acquisition_attempt SET version = version + 1
                               WHERE merchant_id = ${ops.scope.merchantId} AND id = ${attempt.id}`;
    }
    return subscriptionRoot('sub_1', id, attempt.id, {
      kind: 'nothing_due',
      billingStartsLater: true,
    });
  };
  const event = providerEvent(ops, 'setup_intent.succeeded', {
    id: 'seti_1',
    object: 'setup_intent',
    metadata: {},
  });

  expect(await applyProviderEvent(ops.deps, event)).toMatchObject({
    status: 'waiting',
    note: 'the attempt kept changing',
  });
  expect(await applyProviderEvent(ops.deps, event)).toMatchObject({ status: 'applied' });
  expect((await ops.read(id)).attempt.providerRootObjectId).toBe('sub_1');
});

it('counts the declined cards of a trial that has started, and cancels the setup intent after ten', async () => {
  const { id } = await ops.session({ cart_snapshot: trialCart });
  const { acquisition_attempt: attempt } = await ops.reserve(id, directSubscription);
  const subscription = `sub_${id}`;
  const outcome = { kind: 'nothing_due', billingStartsLater: true } as const;
  ops.stub.objects.set(subscription, {
    ...subscriptionRoot(subscription, id, attempt.id, outcome),
    subscriptionId: subscription,
  });
  ops.stub.provider.readSubscription = async () => ({
    ...subscriptionWith(subscription, 0),
    status: 'trialing',
  });
  const where = { sessionId: id, attemptId: attempt.id };
  await syncAttempt(ops.deps, ops.caller, where, { objectId: subscription });
  const declineWith = (n: number, cancelSetupIntent: Provider['cancelSetupIntent']) => {
    const event = providerEvent(ops, 'setup_intent.setup_failed', {
      id: `seti_${id}`,
      object: 'setup_intent',
      metadata: {},
      last_setup_error: { type: 'card_error', code: 'card_declined' },
      latest_attempt: `setatt_${n}_${id}`,
    });
    // The time of a decline has whole seconds.
    const payload = { ...event.payload, created: Number(event.payload.created) + 1 };
    const findOwners = async () => [{ type: 'subscription', id: subscription, attempts: [] }];
    return ops.stub.override({ findOwners, cancelSetupIntent }, () =>
      applyProviderEvent(ops.deps, { ...event, payload }),
    );
  };
  const canceled: string[] = [];
  const cancel = async (setupId: string) => void canceled.push(setupId);
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 9]) {
    expect(await declineWith(n, cancel)).toMatchObject({ status: 'applied' });
  }
  expect((await ops.read(id)).session).toMatchObject({ declineCount: 9, status: 'provisionable' });
  expect(canceled).toEqual([]);

  const outage = () => Promise.reject(new DomainError('provider_error'));
  expect(await declineWith(10, outage)).toMatchObject({ status: 'waiting' });
  expect((await ops.read(id)).session.declineCount).toBe(10);
  expect(await declineWith(10, cancel)).toMatchObject({ status: 'applied' });
  expect(canceled).toEqual([`seti_${id}`]);
});

it.each([
  ['refund', 'charge.refunded', { refundedMinor: 4200, disputedMinor: 0 }],
  // A dispute does not name the attempt: only its payment intent does.
  ['dispute', 'charge.dispute.created', { refundedMinor: 0, disputedMinor: 4200 }],
] as const)(
  'a %s that is reported before its payment is recorded with the payment',
  async (name, type, returned) => {
    const { id, attemptId } = await ops.payable();
    const attempts = [{ sessionId: id, attemptId }];
    const intent = { type: 'payment_intent', id: `pi_extra_${id}`, attempts };
    const metadata = createMetadata(id, attemptId);
    const { taken } = succeededWith(4200, 'eur', intent.id);
    const read = getRoot(intent.id, { kind: 'succeeded', taken });
    const { provider, objects } = ops.stub;
    objects.set(intent.id, {
      ...read,
      metadata: { attemptId, sessionId: id, contractVersion: '2' },
    });
    const { findOwners, readPayment } = provider;
    provider.findOwners = async ({ id: object }) => (object === intent.id ? [] : [intent]);
    provider.readPayment = async () => ({ ...taken, ...returned, dispute: null });
    const object =
      name === 'refund'
        ? { id: `ch_${id}`, object: 'charge', metadata }
        : { id: `dp_${id}`, object: 'dispute', metadata: {} };
    expect(await applyProviderEvent(ops.deps, providerEvent(ops, type, object))).toMatchObject({
      status: 'applied',
    });
    const payment = providerEvent(ops, 'payment_intent.succeeded', {
      id: intent.id,
      object: 'payment_intent',
      metadata,
    });
    expect(await applyProviderEvent(ops.deps, payment)).toMatchObject({ status: 'applied' });
    Object.assign(provider, { findOwners, readPayment });
    expect((await ops.read(id)).payments).toMatchObject([
      { providerObjectId: intent.id, ...returned },
    ]);
    expect((await ops.read(id)).session.status).toBe('paid');
  },
);

it('records a payment through an object although another one was attached while it was read', async () => {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id);
  const paid = `pi_paid_${id}`;
  const metadata = { attemptId: attempt.id, sessionId: id, contractVersion: '2' };
  ops.stub.objects.set(paid, { ...getRoot(paid, succeededWith(4200)), metadata });
  const { readRoot } = ops.stub.provider;
  let attached = false;
  const attachOther = async () => {
    if (attached) return;
    attached = true;
    const { version } = attempt;
    await ops.attach({ id, attemptId: attempt.id, version }, undefined, `pi_other_${id}`);
  };
  const event = providerEvent(ops, 'payment_intent.succeeded', {
    id: paid,
    object: 'payment_intent',
    metadata: createMetadata(id, attempt.id),
  });
  const applied = await ops.stub.override(
    {
      readRoot: async (object) => {
        const read = await readRoot(object);
        await attachOther();
        return read;
      },
    },
    () => applyProviderEvent(ops.deps, event),
  );
  expect(applied).toMatchObject({
    status: 'applied',
    note: 'payment through an object that is not the root object',
  });
  const { session, payments, attempt: after } = await ops.read(id);
  expect(after.providerRootObjectId).toBe(`pi_other_${id}`);
  expect(payments).toMatchObject([{ providerObjectId: paid, amountMinor: 4200 }]);
  expect(session.status).toBe('paid');
});

it.each([true, false])(
  'records the payment of an invoice that names an attempt and has no subscription, with a root object: %j',
  async (attached) => {
    const { id } = await ops.session();
    const { acquisition_attempt: attempt } = await ops.reserve(id);
    const { id: attemptId, version } = attempt;
    if (attached) await ops.attach({ id, attemptId, version });
    const invoice = { id: `in_${id}`, object: 'invoice', metadata: createMetadata(id, attemptId) };
    const paid = succeededWith(4200, 'eur', `pi_${id}`);
    const metadata = { attemptId, sessionId: id, contractVersion: '2' };
    ops.stub.objects.set(invoice.id, { ...getRoot(invoice.id, paid), type: 'invoice', metadata });
    const event = providerEvent(ops, 'invoice.paid', invoice);
    expect(await applyProviderEvent(ops.deps, event)).toMatchObject({ status: 'applied' });
    expect(await ops.payments(id)).toEqual([[paid.taken.id, 4200, 0]]);
    expect((await ops.read(id)).session.status).toBe('paid');
  },
);

it('waits for the root object when a payment intent is not paid and belongs to no other object', async () => {
  const { id } = await ops.session();
  const path = { integration_path: 'checkout_session' } as const;
  const { acquisition_attempt: attempt } = await ops.reserve(id, path);
  const early = { id, attemptId: attempt.id, objectId: `pi_early_${id}` };
  expect(await ops.deliverProviderEvent(early, { kind: 'processing' })).toEqual({
    status: 'applied',
    note: 'no root object yet',
    proxySessionId: id,
  });
});

it.each(['root object', 'other object'])(
  'records a payment that is captured in parts with its final amount, and parks the event before: %s',
  async (which) => {
    const { id, attemptId, objectId: rootId } = await ops.payable();
    const objectId = which === 'root object' ? rootId : `pi_other_${id}`;
    ops.stub.objects.set(objectId, getRoot(objectId, { kind: 'processing' }));
    const event = providerEvent(ops, 'payment_intent.amount_capturable_updated', {
      id: objectId,
      object: 'payment_intent',
      status: 'requires_capture',
      amount_received: 1000,
      metadata: createMetadata(id, attemptId),
    });
    expect(await applyProviderEvent(ops.deps, event)).toMatchObject({ status: 'parked' });
    expect(await ops.payments(id)).toEqual([]);
    await ops.deliverProviderEvent({ id, attemptId, objectId }, succeededWith(4200));
    expect((await ops.read(id)).session.status).toBe('paid');
    expect(await ops.payments(id)).toEqual([[objectId, 4200, 0]]);
    expect(await applyProviderEvent(ops.deps, event)).toMatchObject({ status: 'applied' });
  },
);
