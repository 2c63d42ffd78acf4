import { DomainError } from '@parley/domain';
import type { ProviderRoot } from '@parley/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getRoot, type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { providerEvent } from '../../test/provider-event.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { preparePayment } from '../payer/prepare-payment.ts';
import { applyProviderEvent } from '../provider-event/apply-provider-event.ts';
import { cancelSession } from '../session/cancel-session.ts';
import { attachProviderObject } from './attach-provider-object.ts';
import { checkAttempt } from './check-attempt.ts';
import { syncAttempt } from './sync-attempt.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

async function expire(id: string): Promise<void> {
  await ops.expireDeadline(id);
  await ops.expire(id);
}

const openPage = (id: string) => preparePayment(ops.deps, ops.caller, { id, pk: 'pk_test_1' });

const readStatus = async (id: string) => (await ops.read(id)).session.status;

describe('an object of another session that was attached while the provider did not respond', () => {
  /** Attaches an object to a new session, then the provider shows it as it is, and a sweep checks the attempt. */
  async function attachUnread(
    root: ProviderRoot,
    options: Parameters<typeof ops.reserve>[1],
    beforeCheck: (id: string) => Promise<unknown> = async () => {},
  ) {
    const { id } = await ops.session();
    const { acquisition_attempt: attempt } = await ops.reserve(id, options);
    ops.stub.objects.set(root.id, new DomainError('provider_error'));
    await attachProviderObject(ops.deps, ops.caller, {
      proxy_session_id: id,
      acquisition_attempt_id: attempt.id,
      expected_version: attempt.version,
      role: 'root',
      object_type: root.type,
      object_id: root.id,
    });
    ops.stub.objects.set(root.id, root);
    await beforeCheck(id);
    const where = { sessionId: id, attemptId: attempt.id };
    await checkAttempt(ops.deps, ops.caller, where);
    await syncAttempt(ops.deps, ops.caller, where);
    const { session, attempts } = await ops.readStatuses(id);
    expect(attempts).toEqual([['canceled', 'paid_for_another_session']]);
    return { id, session, events: (await ops.events(id)).map(({ type }) => type) };
  }
  const complete = (objectId: string, change: object) =>
    applyProviderEvent(
      ops.deps,
      providerEvent(ops, 'checkout.session.completed', {
        id: objectId,
        object: 'checkout.session',
        ...change,
      }),
    );

  /** Starts a trial for a session, and attaches it to a second one. Returns what that has then. */
  async function attachTrial(end: string, beforeCheck?: (id: string) => Promise<unknown>) {
    const first = await ops.withCheckoutSession({ commercial_mode: 'subscription' });
    const id = `sub_${first.id}`;
    const trial = { kind: 'nothing_due', billingStartsLater: true } as const;
    const { root } = first;
    ops.stub.objects.set(first.objectId, { ...root, outcome: trial, subscriptionId: id });
    const readSubscription = async () => ({ ...subscriptionWith(id, 1), status: 'trialing' });
    await ops.stub.override({ readSubscription }, async () => {
      await complete(first.objectId, { payment_status: 'no_payment_required' });
      const subscription = { ...getRoot(id, trial), type: 'subscription', subscriptionId: id };
      const paths = {
        commercial_mode: 'subscription',
        integration_path: 'direct_subscription',
      } as const;
      const { session, events } = await attachUnread(subscription, paths, beforeCheck);
      expect([session, await readStatus(first.id)]).toEqual([end, 'provisionable']);
      expect(events).toContain('acquisition_attempt.canceled');
    });
  }

  it('completes no second session with its trial', () => attachTrial('created'));

  it.each([
    ['is canceled', 'canceled', (id: string) => cancelSession(ops.deps, ops.caller, { id })],
    ['has expired', 'expired', expire],
    ['is opened by its payer', 'created', openPage],
  ] as const)('completes no second session that %s with its trial', (_, end, before) =>
    attachTrial(end, before),
  );

  /** A session that a payment intent of its checkout session paid. */
  async function paidByPage() {
    const first = await ops.withCheckoutSession();
    const id = `pi_${first.id}`;
    const { root } = first;
    ops.stub.objects.set(first.objectId, { ...root, outcome: succeededWith(4200, 'eur', id) });
    await complete(first.objectId, { payment_status: 'paid', payment_intent: id });
    return { first, id };
  }

  it('has its refunds recorded with its payment', async () => {
    const { first, id } = await paidByPage();
    await attachUnread(getRoot(id, succeededWith(4200)), {});
    const object = { id: `ch_${first.id}`, object: 'charge', payment_intent: id };
    const event = providerEvent(ops, 'charge.refunded', object);
    await ops.deps.database.providerEvents.insert(event);
    const refunded = { refundedMinor: 4200, disputedMinor: 0, dispute: null };
    const readPayment = async () => ({ ...succeededWith(4200, 'eur', id).taken, ...refunded });
    await ops.stub.override({ readPayment }, async () => {
      expect(await applyProviderEvent(ops.deps, event)).toMatchObject({ status: 'applied' });
    });
    expect(await ops.payments(first.id)).toEqual([[id, 4200, 4200]]);
  });

  it('ends the attempt of a session that has expired', async () => {
    const { id } = await paidByPage();
    const expired = await attachUnread(getRoot(id, succeededWith(4200)), {}, expire);
    expect(expired.session).toBe('expired');
    expect((await ops.read(expired.id)).attempt.providerCheckAt).toBeNull();
  });

  it('does not prevent the cancellation of its session', async () => {
    const { id } = await paidByPage();
    const cancel = (of: string) => cancelSession(ops.deps, ops.caller, { id: of });
    expect(await attachUnread(getRoot(id, succeededWith(4200)), {}, cancel)).toMatchObject({
      session: 'canceled',
    });
  });
});
