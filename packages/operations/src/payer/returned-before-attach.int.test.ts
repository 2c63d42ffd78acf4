import type { ProviderRoot } from '@parley/provider';
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

const openPage = (id: string) =>
  preparePayment(
    ops.deps,
    { ...ops.caller, actor: { kind: 'payer', id: null } },
    { id, pk: 'pk_1' },
  );

/** Reserves an attempt of a session and attaches an object that the provider shows. Returns the attempt's id. */
async function attach(
  sessionId: string,
  root: ProviderRoot,
  options: Parameters<typeof ops.reserve>[1] = {},
): Promise<string> {
  const { acquisition_attempt: attempt } = await ops.reserve(sessionId, options);
  ops.stub.objects.set(root.id, root);
  await attachProviderObject(ops.deps, ops.caller, {
    proxy_session_id: sessionId,
    acquisition_attempt_id: attempt.id,
    expected_version: attempt.version,
    role: 'root',
    object_type: root.type,
    object_id: root.id,
  });
  return attempt.id;
}

const readers: [string, (id: string) => Promise<unknown>][] = [
  ['the check of the sweep', async () => {}],
  ['the payer page', openPage],
  ['a cancellation', (id) => cancelSession(ops.deps, ops.caller, { id }).catch(() => {})],
];

it.each(readers)(
  'a payment that was refunded before its object was attached is recorded with its refund by %s',
  async (_, first) => {
    const { id } = await ops.session();
    const objectId = `pi_${id}`;
    const { taken } = succeededWith(4200, 'eur', objectId);
    const root = getRoot(objectId, { kind: 'succeeded', taken: { ...taken, isReturned: true } });
    const readPayment = async () => ({
      ...taken,
      refundedMinor: 4200,
      disputedMinor: 0,
      dispute: null,
    });
    await ops.stub.override({ readPayment }, async () => {
      const attemptId = await attach(id, root);
      await first(id);
      await checkAttempt(ops.deps, ops.caller, { sessionId: id, attemptId });
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
  const subscriptionId = `sub_${id}`;
  const root = {
    ...getRoot(subscriptionId, succeededWith(4200, 'eur', `pi_first_${id}`)),
    type: 'subscription' as const,
    subscriptionId,
    intentIds: [`pi_first_${id}`],
  };
  const readSubscription = async () => subscriptionWith(subscriptionId, 1);
  await ops.stub.override({ readSubscription }, async () => {
    await attach(id, root, {
      commercial_mode: 'subscription',
      integration_path: 'direct_subscription',
    });
    await openPage(id);
  });
  expect((await ops.read(id)).session.status).toBe('paid');
  const stored = await ops.repositories.subscriptions.listBySessions([id]);
  expect(stored).toHaveLength(1);
});
