import { afterAll, beforeAll, expect, it } from 'vitest';
import { getRoot, type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { attachProviderObject } from '../attempt/attach-provider-object.ts';
import { checkAttempt } from '../attempt/check-attempt.ts';
import { cancelSession } from '../session/cancel-session.ts';
import { preparePayment } from './prepare-payment.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const readers: [string, (id: string) => Promise<unknown>][] = [
  ['the check of the sweep', async () => {}],
  [
    'the payer page',
    (id) =>
      preparePayment(
        ops.deps,
        { ...ops.caller, actor: { kind: 'payer', id: null } },
        { id, pk: 'pk_1' },
      ),
  ],
  ['a cancellation', (id) => cancelSession(ops.deps, ops.caller, { id }).catch(() => {})],
];

it.each(readers)(
  'a payment that was refunded before its object was attached is recorded with its refund by %s',
  async (_, first) => {
    const { id } = await ops.session();
    const { acquisition_attempt: attempt } = await ops.reserve(id);
    const objectId = `pi_${id}`;
    const { taken } = succeededWith(4200, 'eur', objectId);
    ops.stub.objects.set(
      objectId,
      getRoot(objectId, { kind: 'succeeded', taken: { ...taken, isReturned: true } }),
    );
    const readPayment = async () => ({
      ...taken,
      refundedMinor: 4200,
      disputedMinor: 0,
      dispute: null,
    });
    await ops.stub.override({ readPayment }, async () => {
      await attachProviderObject(ops.deps, ops.caller, {
        proxy_session_id: id,
        acquisition_attempt_id: attempt.id,
        expected_version: attempt.version,
        role: 'root',
        object_type: 'payment_intent',
        object_id: objectId,
      });
      await first(id);
      await checkAttempt(ops.deps, ops.caller, { sessionId: id, attemptId: attempt.id });
    });
    const { session, attempt: after } = await ops.read(id);
    expect({
      payments: await ops.payments(id),
      status: session.status,
      paymentStatus: session.paymentStatus,
      nextCheck: after.providerCheckAt,
    }).toEqual({
      payments: [[objectId, 4200, 4200]],
      status: 'paid',
      paymentStatus: 'refunded',
      nextCheck: null,
    });
  },
);

it('a subscription that was paid before it was attached is recorded when the payer page sees it first', async () => {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id, {
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
  });
  const subscriptionId = `sub_${id}`;
  ops.stub.objects.set(subscriptionId, {
    ...getRoot(subscriptionId, succeededWith(4200, 'eur', `pi_first_${id}`)),
    type: 'subscription',
    subscriptionId,
    intentIds: [`pi_first_${id}`],
  });
  const readSubscription = async () => subscriptionWith(subscriptionId, 1);
  await ops.stub.override({ readSubscription }, async () => {
    await attachProviderObject(ops.deps, ops.caller, {
      proxy_session_id: id,
      acquisition_attempt_id: attempt.id,
      expected_version: attempt.version,
      role: 'root',
      object_type: 'subscription',
      object_id: subscriptionId,
    });
    const payer = { ...ops.caller, actor: { kind: 'payer' as const, id: null } };
    await preparePayment(ops.deps, payer, { id, pk: 'pk_1' });
  });
  expect((await ops.read(id)).session.status).toBe('paid');
  const stored = await ops.repositories.subscriptions.listBySessions([id]);
  expect(stored).toHaveLength(1);
});
