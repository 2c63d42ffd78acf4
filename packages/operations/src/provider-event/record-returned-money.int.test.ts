import type { ObjectOwner, ProviderPaymentState } from '@parley/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  type Payable,
  startOperations,
  succeededWith,
} from '../../test/operations.ts';
import { createMetadata, providerEvent } from '../../test/provider-event.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { getSessionTimeline } from '../session/get-session-timeline.ts';
import { resolveConflict } from '../session/resolve-conflict.ts';
import { changeSession } from '../session-change/change-session.ts';
import { listSessionSubscriptions } from '../subscription/list-session-subscriptions.ts';
import { recordSubscription } from '../subscription/record-subscription.ts';
import { applyProviderEvent } from './apply-provider-event.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/**
 * Applies an event about a refund of a payment intent that names the session.
 * @param readRefunded what the provider shows as refunded in total when it is read; null if it shows
 *   no payment
 */
async function deliverRefund(
  { id, attemptId, objectId: intent }: Payable,
  type: 'charge.refunded' | 'refund.failed' | 'refund.updated',
  readRefunded: () => Promise<number | null> | number | null,
  status = 'succeeded',
  ofIntent: readonly ObjectOwner[] = [],
) {
  const { provider } = ops.stub;
  const { findOwners } = provider;
  const objectId = `ch_${intent}`;
  provider.findOwners = async (object) =>
    object.id === objectId ? [{ type: 'payment_intent', id: intent, attempts: [] }] : [...ofIntent];
  provider.readPayment = async (): Promise<ProviderPaymentState | null> => {
    const refundedMinor = await readRefunded();
    const { taken } = succeededWith(4200, 'eur', intent);
    return refundedMinor === null
      ? null
      : { ...taken, refundedMinor, disputedMinor: 0, dispute: null };
  };
  const object = {
    id: objectId,
    object: 'charge',
    amount: 4200,
    currency: 'eur',
    status,
    metadata: createMetadata(id, attemptId),
  };
  const event = providerEvent(ops, type, object);
  await ops.deps.database.providerEvents.insert(event);
  const applied = await applyProviderEvent(ops.deps, event);
  provider.findOwners = findOwners;
  return applied;
}

it('a refund whose event arrives before that of an unexpected payment is recorded', async () => {
  const { id, attemptId } = await ops.payable();
  const extra = { id, attemptId, objectId: `pi_extra_${id}` };
  const metadata = { attemptId, sessionId: id, contractVersion: '2' };
  const root = getRoot(extra.objectId, succeededWith(4200));
  ops.stub.objects.set(extra.objectId, { ...root, metadata });
  await deliverRefund(extra, 'charge.refunded', () => 4200);
  await ops.deliverProviderEvent(extra, succeededWith(4200));
  expect(await ops.payments(id)).toEqual([[extra.objectId, 4200, 4200]]);
});

it('a refund waits until its payment is recorded', async () => {
  const { id, attemptId, objectId, root } = await ops.withCheckoutSession();
  const own = { id, attemptId, objectId: `pi_own_${id}` };
  const metadata = { attemptId, sessionId: id, contractVersion: '2' };
  ops.stub.objects.set(own.objectId, { ...getRoot(own.objectId, succeededWith(4200)), metadata });
  const owners = [{ type: root.type, id: objectId, attempts: [] }];
  const deliver = () => deliverRefund(own, 'charge.refunded', () => 4200, 'succeeded', owners);
  expect(await deliver()).toMatchObject({ status: 'parked' });
  expect(await ops.payments(id)).toEqual([]);
  const outcome = succeededWith(4200, 'eur', own.objectId);
  ops.stub.objects.set(objectId, { ...root, outcome });
  expect(await deliver()).toMatchObject({ status: 'applied' });
  expect(await ops.payments(id)).toEqual([[own.objectId, 4200, 4200]]);
});

it('a refund of the first payment of a subscription waits until its invoice is paid', async () => {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id, {
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
  });
  const own = { id, attemptId: attempt.id, objectId: `pi_first_${id}` };
  const subscription = { type: 'subscription', id: `sub_${id}`, attempts: [] };
  const root = {
    ...getRoot(subscription.id, { kind: 'processing' }),
    type: subscription.type,
    subscriptionId: subscription.id,
    intentIds: [own.objectId],
  };
  ops.stub.objects.set(subscription.id, root);
  const readSubscription = async () => subscriptionWith(subscription.id, 1);
  const deliver = () =>
    ops.stub.override({ readSubscription }, () =>
      deliverRefund(own, 'charge.refunded', () => 4200, 'succeeded', [subscription]),
    );
  expect(await deliver()).toMatchObject({ status: 'parked' });
  const outcome = succeededWith(4200, 'eur', own.objectId);
  ops.stub.objects.set(subscription.id, { ...root, outcome });
  expect(await deliver()).toMatchObject({ status: 'applied' });
  expect(await ops.payments(id)).toEqual([[own.objectId, 4200, 4200]]);
});

it('a refund that arrives before the payment of a second subscription is recorded with that subscription', async () => {
  const payable = await ops.payable();
  const { id, attemptId } = payable;
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  const subscription = { type: 'subscription', id: `sub_${id}`, attempts: [] };
  const first = { id, attemptId, objectId: `pi_first_${id}` };
  ops.stub.objects.set(first.objectId, getRoot(first.objectId, succeededWith(4200)));
  const readSubscription = async () => subscriptionWith(subscription.id, 1);
  await ops.stub.override({ readSubscription }, () =>
    deliverRefund(first, 'charge.refunded', () => 4200, 'succeeded', [subscription]),
  );
  const { payments } = await ops.read(id);
  expect(payments.find((one) => one.providerObjectId === first.objectId)).toMatchObject({
    rootObjectId: subscription.id,
    rootObjectType: 'subscription',
    refundedMinor: 4200,
  });
});

it('a refund that fails is no longer recorded as refunded', async () => {
  const payable = await ops.payable();
  const { id, objectId } = payable;
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  await deliverRefund(payable, 'charge.refunded', () => 4200);
  expect(await ops.payments(id)).toEqual([[objectId, 4200, 4200]]);
  await deliverRefund(payable, 'refund.failed', () => 0);
  expect(await ops.payments(id)).toEqual([[objectId, 4200, 0]]);
});

it('a refund that fails after the other payment was accepted is a conflict again', async () => {
  const payable = await ops.payable();
  const { id } = payable;
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  const second = { ...payable, objectId: `pi_second_${id}` };
  await ops.deliverProviderEvent(second, succeededWith(4200));
  await deliverRefund(second, 'charge.refunded', () => 4200);
  const { provider } = ops.stub;
  provider.readPayment = async (object) => {
    const refundedMinor = object.id === second.objectId ? 4200 : 0;
    const { taken } = succeededWith(4200, 'eur', object.id);
    return { ...taken, refundedMinor, disputedMinor: 0, dispute: null };
  };
  await resolveConflict(ops.deps, ops.caller, { id, resolution: 'accept' });
  expect((await ops.readStatuses(id)).session).toBe('paid');
  await deliverRefund(second, 'refund.failed', () => 0);
  expect((await ops.readStatuses(id)).session).toBe('payment_conflicted');
});

it('a refund that is canceled is no longer recorded as refunded and is in the history once', async () => {
  const payable = await ops.payable();
  const { id, objectId } = payable;
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  await deliverRefund(payable, 'charge.refunded', () => 4200);
  await deliverRefund(payable, 'refund.updated', () => 4200, 'requires_action');
  await deliverRefund(payable, 'refund.updated', () => 0, 'canceled');
  expect(await ops.payments(id)).toEqual([[objectId, 4200, 0]]);
  const { history } = await getSessionTimeline(ops.deps, ops.scope, { id });
  const actions = history.map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith('provider_refund')).toSorted()).toEqual([
    'provider_refund_canceled',
    'provider_refunded',
  ]);
});

it('a refund that was read before a later one does not replace it', async () => {
  const payable = await ops.payable();
  const { id, objectId } = payable;
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  let reads = 0;
  await deliverRefund(payable, 'charge.refunded', async () => {
    reads += 1;
    // The first read only finds out whether the payment is recorded.
    if (reads !== 2) return 4200;
    await deliverRefund(payable, 'charge.refunded', () => 4200);
    return 100;
  });
  expect(await ops.payments(id)).toEqual([[objectId, 4200, 4200]]);
  const { history } = await getSessionTimeline(ops.deps, ops.scope, { id });
  expect(history.filter(({ action }) => action === 'provider_refunded')).toMatchObject([
    { reason: '4200 eur', attempt_id: payable.attemptId },
    { reason: '4200 eur' },
  ]);
});

it('a refund whose payment changes during each of five reads is retried later', async () => {
  const payable = await ops.payable();
  await ops.deliverProviderEvent(payable, succeededWith(4200));
  let reads = 0;
  const applied = await deliverRefund(payable, 'charge.refunded', async () => {
    reads += 1;
    await ops.database.client.$executeRaw`
      UPDATE payment SET version = version + 1 WHERE provider_object_id = ${payable.objectId}`;
    return 4200;
  });
  expect(applied).toMatchObject({ status: 'waiting', note: 'the attempt kept changing' });
  expect(reads).toBe(6);
  expect(await ops.payments(payable.id)).toEqual([[payable.objectId, 4200, 0]]);
});

it('a refund of an unknown payment is recorded in the history alone', async () => {
  const { id, attemptId } = await ops.payable();
  const renewal = { id, attemptId, objectId: `pi_renewal_${id}` };
  expect(await deliverRefund(renewal, 'charge.refunded', () => null)).toMatchObject({
    status: 'applied',
  });
  expect(await ops.payments(id)).toEqual([]);
  expect((await ops.history(id)).at(-1)).toMatchObject({
    action: 'provider_refunded',
    reason: '4200 eur',
    attemptId,
  });
});

it('the dispute of a renewal belongs to the stored subscription, whatever session it names', async () => {
  const owner = await ops.payable();
  const named = await ops.payable();
  await changeSession(ops.deps, ops.caller, owner.id, (change) =>
    recordSubscription(ops.deps, change, change.attempt, null, subscriptionWith('sub_1', 1), {
      source: 'sweep',
      event: null,
    }),
  );
  const intent = { type: 'payment_intent', id: 'pi_of_sub_1', attempts: [] };
  const subscription = { type: 'subscription', id: 'sub_1', attempts: [] };
  const { provider } = ops.stub;
  const { findOwners } = provider;
  provider.findOwners = async (object) => (object.id === intent.id ? [subscription] : []);
  let reads = 0;
  provider.readPayment = async () => {
    reads += 1;
    // A sweep reads the subscription meanwhile.
    if (reads === 2) {
      await ops.database.client.$executeRaw`
        UPDATE subscription SET version = version + 1 WHERE provider_subscription_id = 'sub_1'`;
    }
    return {
      ...succeededWith(4200, 'eur', intent.id).taken,
      refundedMinor: 0,
      disputedMinor: 4200,
      dispute: {
        id: 'dp_1',
        status: 'needs_response',
        reason: 'fraudulent',
        dueBy: new Date('2026-12-04T09:30:00.000Z'),
        openedAt: new Date('2026-11-27T09:30:00.000Z'),
      },
    };
  };
  const event = providerEvent(ops, 'charge.dispute.created', {
    id: 'dp_1',
    object: 'dispute',
    amount: 4200,
    currency: 'eur',
    status: 'needs_response',
    payment_intent: intent.id,
    metadata: createMetadata(named.id, named.attemptId),
  });
  await ops.deps.database.providerEvents.insert(event);
  for (let repeated = 0; repeated < 2; repeated++) {
    expect(await applyProviderEvent(ops.deps, event)).toMatchObject({ status: 'applied' });
  }
  provider.findOwners = findOwners;
  const [stored] = await listSessionSubscriptions(ops.deps, ops.scope, { id: owner.id });
  expect(stored?.disputes).toEqual([
    {
      id: 'dp_1',
      payment_id: intent.id,
      status: 'needs_response',
      reason: 'fraudulent',
      amount_minor: 4200,
      currency: 'eur',
      disputed_minor: 4200,
      captured_at: expect.any(String),
      due_by: '2026-12-04T09:30:00.000Z',
      opened_at: '2026-11-27T09:30:00.000Z',
      closed_at: null,
    },
  ]);
  const actions = async (id: string) =>
    (await ops.history(id)).map(({ action }) => action).filter((one) => one.includes('disputed'));
  expect(await actions(owner.id)).toEqual(['provider_renewal_disputed']);
  expect(await actions(named.id)).toEqual([]);
  const types = (await ops.events(owner.id)).map(({ type }) => type);
  expect(types.filter((type) => type === 'subscription.updated')).toHaveLength(1);
  expect(await ops.payments(owner.id)).toEqual([]);
  // A later sweep of the subscription leaves its disputes.
  await changeSession(ops.deps, ops.caller, owner.id, async (change) =>
    recordSubscription(
      ops.deps,
      change,
      change.attempt,
      await change.repositories.subscriptions.findByProviderId('sub_1'),
      { ...subscriptionWith('sub_1', 1), status: 'past_due' },
      { source: 'sweep', event: null },
    ),
  );
  const [swept] = await listSessionSubscriptions(ops.deps, ops.scope, { id: owner.id });
  expect(swept).toMatchObject({ status: 'past_due', disputes: stored?.disputes });
});
