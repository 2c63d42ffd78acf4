import type { LeasedProviderEvent } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { ProviderRoot } from '@parley/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, rootOf, startOperations, succeededWith } from '../../test/operations.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import { attachProviderObject } from '../attempt/attach-provider-object.ts';
import { newId } from '../request/new-id.ts';
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

function eventOf(type: string, object: { id: string } & Record<string, unknown>) {
  const eventId = newId('evt');
  const event: LeasedProviderEvent = {
    ...ops.scope,
    pspConfigId: ops.pspConfigId,
    eventId,
    type,
    objectId: object.id,
    payload: { id: eventId, type, created: 1_795_165_200, livemode: false, data: { object } },
    occurredAt: new Date('2026-11-20T09:00:00.000Z'),
    leaseToken: 'token',
    attempts: 1,
    transientFailures: 0,
    internalFailures: 0,
    parks: 0,
  };
  return event;
}

const metadataOf = (sessionId: string, attemptId: string) => ({
  proxy_session_id: sessionId,
  proxy_acquisition_attempt_id: attemptId,
  proxy_contract_version: '2',
});

async function reserveSubscription(cart?: typeof trialCart) {
  const { id } = await ops.session(cart ? { cart_snapshot: cart } : {});
  const { acquisition_attempt: attempt } = await ops.reserve(id, {
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
  });
  return { id, attempt };
}

function subscriptionOf(
  id: string,
  sessionId: string,
  attemptId: string,
  outcome: ProviderRoot['outcome'],
): ProviderRoot {
  const metadata = { attemptId, sessionId, contractVersion: '2' };
  return { ...rootOf(id, outcome), type: 'subscription', metadata };
}

it('finds the attempt by the metadata of the subscription when that of the invoice names another', async () => {
  const { id, attempt } = await reserveSubscription();
  const root = subscriptionOf('sub_6', id, attempt.id, succeededWith(4200));
  ops.stub.objects.set('sub_6', { ...root, subscriptionId: 'sub_6' });
  ops.stub.provider.readSubscription = async (subscriptionId) =>
    subscriptionWith(subscriptionId, 0);
  const event = eventOf('invoice.paid', {
    id: 'in_6',
    object: 'invoice',
    metadata: metadataOf(newId('psess'), newId('pspacq')),
    parent: {
      subscription_details: { subscription: 'sub_6', metadata: metadataOf(id, attempt.id) },
    },
  });
  const applied = await applyProviderEvent(ops.deps, event);
  expect(applied).toMatchObject({ status: 'applied', proxySessionId: id });
  expect((await ops.read(id)).attempt.providerRootObjectId).toBe('sub_6');
  const { subscriptions } = ops.deps.database.forScope(ops.scope);
  expect(await subscriptions.findByProviderId('sub_6')).toMatchObject({
    syncSource: 'event',
    lastEventId: event.eventId,
    lastEventAt: event.occurredAt,
  });
});

it('applies a saved card again when the attempt changed while the trial was created', async () => {
  const { id, attempt } = await reserveSubscription(trialCart);
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
    status: 'succeeded',
    paymentMethodId: 'pm_1',
    clientSecret: null,
  });
  let created = 0;
  ops.stub.provider.createSubscription = async () => {
    created += 1;
    if (created === 1) {
      const { client } = ops.database;
      await client.$executeRaw`UPDATE acquisition_attempt SET version = version + 1
                               WHERE merchant_id = ${ops.scope.merchantId} AND id = ${attempt.id}`;
    }
    return subscriptionOf('sub_1', id, attempt.id, {
      kind: 'nothing_due',
      billingStartsLater: true,
    });
  };
  const event = eventOf('setup_intent.succeeded', {
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
    const metadata = metadataOf(id, attemptId);
    const { taken } = succeededWith(4200, 'eur', intent.id);
    const read = rootOf(intent.id, { kind: 'succeeded', taken });
    const { provider, objects } = ops.stub;
    objects.set(intent.id, {
      ...read,
      metadata: { attemptId, sessionId: id, contractVersion: '2' },
    });
    const { findOwners, readPayment } = provider;
    provider.findOwners = async ({ id: object }) => (object === intent.id ? [] : [intent]);
    provider.readPayment = async () => ({ ...taken, ...returned });
    const object =
      name === 'refund'
        ? { id: `ch_${id}`, object: 'charge', metadata }
        : { id: `dp_${id}`, object: 'dispute', metadata: {} };
    expect(await applyProviderEvent(ops.deps, eventOf(type, object))).toMatchObject({
      status: 'applied',
    });
    const payment = eventOf('payment_intent.succeeded', {
      id: intent.id,
      object: 'payment_intent',
      metadata,
    });
    expect(await applyProviderEvent(ops.deps, payment)).toMatchObject({ status: 'applied' });
    Object.assign(provider, { findOwners, readPayment });
    expect((await ops.read(id)).payments).toMatchObject([
      { providerObjectId: intent.id, ...returned },
    ]);
    expect((await ops.read(id)).session.status).toBe('payment_conflicted');
  },
);

it('records a payment through an object although another one was attached while it was read', async () => {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id);
  const paid = `pi_paid_${id}`;
  const metadata = { attemptId: attempt.id, sessionId: id, contractVersion: '2' };
  ops.stub.objects.set(paid, { ...rootOf(paid, succeededWith(4200)), metadata });
  const { readRoot } = ops.stub.provider;
  let attached = false;
  const attachOther = async () => {
    if (attached) return;
    attached = true;
    const { version } = attempt;
    await ops.attach({ id, attemptId: attempt.id, version }, undefined, `pi_other_${id}`);
  };
  const event = eventOf('payment_intent.succeeded', {
    id: paid,
    object: 'payment_intent',
    metadata: metadataOf(id, attempt.id),
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
  expect(session.status).toBe('payment_conflicted');
});

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

it('parks the event of a payment whose attempt is not reserved, and records no money', async () => {
  const { id } = await ops.session();
  const { attempt } = await ops.read(id);
  const early = { id, attemptId: attempt.id, objectId: `cs_early_${id}` };
  expect(await ops.deliverProviderEvent(early, succeededWith(4200))).toMatchObject({
    status: 'parked',
    note: 'matches no attempt yet',
  });
  expect((await ops.read(id)).payments).toEqual([]);
});

it('waits for an object that the provider does not have yet', async () => {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id);
  const metadata = metadataOf(id, attempt.id);
  const event = eventOf('payment_intent.processing', {
    id: `pi_late_${id}`,
    object: 'payment_intent',
    metadata,
  });
  expect(await applyProviderEvent(ops.deps, event)).toMatchObject({
    status: 'parked',
    note: 'the provider has no such object',
    proxySessionId: id,
  });
});

it('ignores an event that changes no session', async () => {
  const event = eventOf('product.created', { id: 'prod_1', object: 'product' });
  expect(await applyProviderEvent(ops.deps, event)).toEqual({
    status: 'ignored',
    note: 'product.created changes no session',
    proxySessionId: null,
  });
});

it('gives up an event whose tries ended with the worker process', async () => {
  const event = eventOf('payment_intent.succeeded', { id: 'pi_fatal', object: 'payment_intent' });
  expect(await applyProviderEvent(ops.deps, { ...event, internalFailures: 10 })).toEqual({
    status: 'failed',
    note: 'too many tries ended without a result, the last ones with the worker process',
    proxySessionId: null,
  });
});

it.each<[string, Error, object]>([
  [
    'the provider does not respond',
    new DomainError('provider_error', 'No response.'),
    { note: 'provider_error: No response.', counts: { transientFailures: 1 } },
  ],
  [
    'the session refuses it',
    new DomainError('session_state_conflict', 'It is over.'),
    { note: 'session_state_conflict: It is over.', counts: { internalFailures: 1 } },
  ],
  [
    'of a bug',
    new TypeError('x is undefined'),
    { note: 'internal error', counts: { internalFailures: 1 } },
  ],
])('retries an event that fails because %s', async (_, error, outcome) => {
  const { id, attemptId, objectId } = await ops.payable();
  ops.stub.objects.set(objectId, error);
  const metadata = metadataOf(id, attemptId);
  const event = eventOf('payment_intent.succeeded', {
    id: objectId,
    object: 'payment_intent',
    metadata,
  });
  expect(await applyProviderEvent(ops.deps, event)).toMatchObject({
    status: 'waiting',
    proxySessionId: id,
    error,
    ...outcome,
  });
});
