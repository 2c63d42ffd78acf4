import type { ProviderRoot } from '@parley/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  startOperations,
  succeededWith,
  waiting,
} from '../../test/operations.ts';
import { createMetadata, providerEvent } from '../../test/provider-event.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { applyProviderEvent } from '../provider-event/apply-provider-event.ts';
import { syncAttempt } from './sync-attempt.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const readStatus = async (id: string) => (await ops.read(id)).session.status;

describe('a payment intent that names the attempt next to its checkout session', () => {
  it('is recorded once, as a conflict', async () => {
    const { id, attemptId, objectId } = await ops.withCheckoutSession();
    const extra = { id, attemptId, objectId: `pi_extra_${id}` };
    expect(await ops.deliverProviderEvent(extra, succeededWith(4100))).toMatchObject({
      status: 'applied',
      note: 'payment through an object that is not the root object',
    });
    await ops.deliverProviderEvent(extra, succeededWith(4100));
    const { session, payments } = await ops.read(id);
    expect(session).toMatchObject({ status: 'payment_conflicted', finalAmountMinor: 4100 });
    expect(await ops.payments(id)).toEqual([[extra.objectId, 4100, 0]]);
    expect(payments[0]).toMatchObject({ attemptId });
    expect(await ops.history(id)).toContainEqual(
      expect.objectContaining({
        action: 'unexpected_payment',
        reason: `${extra.objectId} took 4100 eur`,
        attemptId,
      }),
    );
    // The payer must not pay a second time.
    expect(ops.stub.calls).toContain(`close ${objectId}`);
  });

  it('does not change the final charge of a session that is paid', async () => {
    const payable = await ops.payable();
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    const extra = { ...payable, objectId: `pi_extra_${payable.id}` };
    await ops.deliverProviderEvent(extra, succeededWith(100));
    expect((await ops.read(payable.id)).session).toMatchObject({
      status: 'payment_conflicted',
      finalAmountMinor: 4200,
    });
  });

  it.each<[string, (root: ProviderRoot) => ProviderRoot | null]>([
    ['is not in the account of the attempt', () => null],
    [
      'names another attempt',
      (root) => ({ ...root, metadata: { ...root.metadata, attemptId: ops.deps.newId('pspacq') } }),
    ],
    ['does not show yet that it is paid', (root) => ({ ...root, outcome: waiting })],
  ])('leaves its event parked if it %s, although the session is paid', async (_what, toShown) => {
    const payable = await ops.payable();
    await ops.deliverProviderEvent(payable, succeededWith(4200));
    const extra = { ...payable, objectId: `pi_extra_${payable.id}` };
    const paid = getRoot(extra.objectId, succeededWith(4100));
    const { readRoot } = ops.stub.provider;
    const readEarly: typeof readRoot = async (object) =>
      object.id === extra.objectId ? toShown(paid) : readRoot(object);
    const early = await ops.stub.override({ readRoot: readEarly }, () =>
      ops.deliverProviderEvent(extra, succeededWith(4100)),
    );
    expect(early).toMatchObject({ status: 'parked' });
    expect(await ops.deliverProviderEvent(extra, succeededWith(4100))).toMatchObject({
      status: 'applied',
    });
    expect(await ops.payments(payable.id)).toContainEqual([extra.objectId, 4100, 0]);
  });

  it('is ignored until it is paid, and when it names another attempt', async () => {
    const { id, attemptId } = await ops.withCheckoutSession();
    const extra = { id, attemptId, objectId: `pi_extra_${id}` };
    await ops.deliverProviderEvent(extra, { kind: 'processing' });
    const metadata = { attemptId: ops.deps.newId('pspacq'), sessionId: id, contractVersion: '2' };
    ops.stub.objects.set(extra.objectId, {
      ...getRoot(extra.objectId, succeededWith(4200)),
      metadata,
    });
    const other = { type: 'payment_intent', id: extra.objectId };
    const where = { sessionId: id, attemptId };
    expect(await syncAttempt(ops.deps, ops.caller, where, { other })).toBe('applied');
    expect(await ops.payments(id)).toEqual([]);
    expect(await readStatus(id)).toBe('created');
  });

  it('pays the session with the exact charge and closes the checkout session', async () => {
    const { id, attemptId, objectId } = await ops.withCheckoutSession();
    const extra = { id, attemptId, objectId: `pi_extra_${id}` };
    await ops.deliverProviderEvent(extra, succeededWith(4200));
    const { session, attempt } = await ops.read(id);
    expect(session).toMatchObject({ status: 'paid', completedAttemptId: attemptId });
    expect(attempt).toMatchObject({ status: 'succeeded', providerRootObjectId: objectId });
    expect(ops.stub.calls).toContain(`close ${objectId}`);
  });

  it('is a conflict when the checkout session was paid too before it could be closed', async () => {
    const { id, attemptId, objectId, root } = await ops.withCheckoutSession();
    const extra = { id, attemptId, objectId: `pi_extra_${id}` };
    ops.stub.objects.set(objectId, { ...root, outcome: succeededWith(4200, 'eur', `pi_${id}`) });
    await ops.deliverProviderEvent(extra, succeededWith(4200));
    const { session, attempt } = await ops.read(id);
    expect(session).toMatchObject({ status: 'payment_conflicted', completedAttemptId: attemptId });
    expect(attempt.status).toBe('succeeded');
    expect(await ops.payments(id)).toHaveLength(2);
  });

  it('pays the session if it is the payment of that checkout session', async () => {
    const { id, attemptId, objectId, root } = await ops.withCheckoutSession();
    const own = `pi_own_${id}`;
    ops.stub.provider.findOwners = async () => [{ type: root.type, id: objectId, attempts: [] }];
    // The provider does not show the checkout session as paid yet.
    expect(
      await ops.deliverProviderEvent({ id, attemptId, objectId: own }, succeededWith(4200)),
    ).toMatchObject({ status: 'parked' });
    expect(await ops.payments(id)).toEqual([]);
    const outcome = succeededWith(4200, 'eur', own);
    ops.stub.objects.set(objectId, { ...root, outcome });
    await ops.deliverProviderEvent({ id, attemptId, objectId: own }, succeededWith(4200));
    ops.stub.provider.findOwners = async () => [];
    expect(await readStatus(id)).toBe('paid');
    expect(await ops.payments(id)).toEqual([[own, 4200, 0]]);
  });
});

it('the first payment of a second subscription is recorded when it is reported after its renewal', async () => {
  const { id, attemptId, objectId } = await ops.payable();
  await ops.deliverProviderEvent({ id, attemptId, objectId }, succeededWith(4200));
  const subscriptionId = `sub_${id}`;
  const [first, renewal] = [`pi_first_${id}`, `pi_renewal_${id}`];
  ops.stub.objects.set(subscriptionId, {
    ...getRoot(subscriptionId, succeededWith(4100, 'eur', first)),
    type: 'subscription',
    subscriptionId,
    intentIds: [first],
  });
  const latestInvoice = { id: 'in_2', amountMinor: 4100, currency: 'eur', paymentStatus: 'paid' };
  const methods = {
    readSubscription: async () => ({ ...subscriptionWith(subscriptionId, 1), latestInvoice }),
    readPayment: async ({ id: intent }: { id: string }) => ({
      ...succeededWith(4100, 'eur', intent).taken,
      refundedMinor: 0,
      disputedMinor: 0,
      dispute: null,
    }),
    readInvoicePayment: async () => succeededWith(4100, 'eur', renewal).taken,
  };
  for (const takenId of [renewal, first]) {
    const hints = { other: { type: 'subscription', id: subscriptionId }, takenId };
    const sync = () => syncAttempt(ops.deps, ops.caller, { sessionId: id, attemptId }, hints);
    expect(await ops.stub.override(methods, sync)).toBe('other_object');
  }
  expect(await ops.payments(id)).toEqual([
    [objectId, 4200, 0],
    [renewal, 4100, 0],
    [first, 4100, 0],
  ]);
});

it.each<[string, (root: ProviderRoot) => ProviderRoot | null]>([
  ['is not in the account of the attempt', () => null],
  ['does not show it yet', (root) => ({ ...root, outcome: waiting })],
])(
  'the paid invoice of a second subscription stays parked while that %s',
  async (_what, toShown) => {
    const { id, attemptId, objectId } = await ops.payable();
    await ops.deliverProviderEvent({ id, attemptId, objectId }, succeededWith(4200));
    const subscriptionId = `sub_${id}`;
    const paid = {
      ...getRoot(subscriptionId, succeededWith(4100, 'eur', `pi_second_${id}`)),
      type: 'subscription',
      subscriptionId,
    };
    const event = providerEvent(ops, 'invoice.paid', {
      id: `in_${id}`,
      object: 'invoice',
      status: 'paid',
      amount_paid: 4100,
      parent: {
        subscription_details: {
          subscription: subscriptionId,
          metadata: createMetadata(id, attemptId),
        },
      },
    });
    const { readRoot } = ops.stub.provider;
    const apply = (shown: ProviderRoot | null) => {
      const read: typeof readRoot = async (object) =>
        object.id === subscriptionId ? shown : readRoot(object);
      const readSubscription = async () => shown && subscriptionWith(subscriptionId, 1);
      return ops.stub.override({ readRoot: read, readSubscription }, () =>
        applyProviderEvent(ops.deps, event),
      );
    };
    expect(await apply(toShown(paid))).toMatchObject({ status: 'parked' });
    expect(await apply(paid)).toMatchObject({ status: 'applied' });
    expect(await ops.payments(id)).toContainEqual([`pi_second_${id}`, 4100, 0]);
  },
);

it('the paid invoice of the payment intent that is the root object is applied once that is recorded', async () => {
  const { id, attemptId, objectId } = await ops.payable();
  const invoiceId = `in_${id}`;
  ops.stub.objects.set(invoiceId, {
    ...getRoot(invoiceId, succeededWith(4200, 'eur', objectId)),
    type: 'invoice',
  });
  const apply = () =>
    applyProviderEvent(
      ops.deps,
      providerEvent(ops, 'invoice.paid', {
        id: invoiceId,
        object: 'invoice',
        status: 'paid',
        amount_paid: 4200,
        metadata: createMetadata(id, attemptId),
      }),
    );
  expect(await apply()).toMatchObject({ status: 'parked' });
  ops.stub.objects.set(objectId, getRoot(objectId, succeededWith(4200)));
  expect(await apply()).toMatchObject({ status: 'applied' });
  expect(await ops.payments(id)).toEqual([[objectId, 4200, 0]]);
});

it('a payment intent that names another attempt when it is read leaves its event parked', async () => {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id);
  const objectId = `pi_${id}`;
  const event = providerEvent(ops, 'payment_intent.succeeded', {
    id: objectId,
    object: 'payment_intent',
    status: 'succeeded',
    amount_received: 4200,
    metadata: createMetadata(id, attempt.id),
  });
  const metadata = { attemptId: ops.deps.newId('pspacq'), sessionId: id, contractVersion: '2' };
  ops.stub.objects.set(objectId, { ...getRoot(objectId, succeededWith(4200)), metadata });
  expect(await applyProviderEvent(ops.deps, event)).toMatchObject({ status: 'parked' });
});

describe('a payment intent that paid for another session', () => {
  /** A checkout session whose subscription was paid through the payment intent of another session. */
  async function paidElsewhere() {
    const first = await ops.payable();
    await ops.deliverProviderEvent(first, succeededWith(4200));
    const second = await ops.withCheckoutSession({ commercial_mode: 'subscription' });
    const outcome = succeededWith(4200, 'eur', first.objectId);
    const subscriptionId = `sub_${second.id}`;
    ops.stub.objects.set(second.objectId, { ...second.root, outcome, subscriptionId });
    const deliver = () =>
      applyProviderEvent(
        ops.deps,
        providerEvent(ops, 'checkout.session.completed', {
          id: second.objectId,
          object: 'checkout.session',
          payment_status: 'paid',
          metadata: createMetadata(second.id, second.attemptId),
        }),
      );
    return { first, second, subscriptionId, deliver };
  }

  it('does not pay for a second one, whose attempt ends, and no event fails', async () => {
    const { first, second, deliver } = await paidElsewhere();
    expect(await deliver()).toMatchObject({ status: 'applied' });
    expect(await deliver()).toMatchObject({ status: 'applied' });
    expect(await ops.readStatuses(second.id)).toEqual({
      session: 'created',
      attempts: [['canceled', 'paid_for_another_session']],
    });
    expect(await ops.payments(second.id)).toEqual([]);
    expect(await ops.payments(first.id)).toEqual([[first.objectId, 4200, 0]]);
  });

  it('is no payment of the second one, but the next bill of its subscription is one, and pays it', async () => {
    const { second, subscriptionId, deliver } = await paidElsewhere();
    const latestInvoice = { id: 'in_2', amountMinor: 4200, currency: 'eur', paymentStatus: 'paid' };
    const { taken } = succeededWith(4200, 'eur', `pi_renewal_${second.id}`);
    const methods = {
      readSubscription: async () => ({ ...subscriptionWith(subscriptionId, 1), latestInvoice }),
      readInvoicePayment: async () => taken,
    };
    await ops.stub.override(methods, async () => {
      await deliver();
      await deliver();
    });
    expect(await ops.payments(second.id)).toEqual([[taken.id, 4200, 0]]);
    expect(await readStatus(second.id)).toBe('paid');
  });
});
