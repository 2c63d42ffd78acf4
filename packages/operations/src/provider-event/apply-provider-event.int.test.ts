import { DomainError } from '@parley/domain';
import { recordStatements } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getRoot, type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { createMetadata, providerEvent } from '../../test/provider-event.ts';
import { directSubscription, subscriptionRoot, subscriptionWith } from '../../test/subscription.ts';
import { newId } from '../request/new-id.ts';
import { applyProviderEvent } from './apply-provider-event.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

it('finds the attempt by the metadata of the subscription when that of the invoice names another', async () => {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id, directSubscription);
  ops.stub.objects.set('sub_6', {
    ...subscriptionRoot('sub_6', id, attempt.id, succeededWith(4200)),
    subscriptionId: 'sub_6',
  });
  ops.stub.provider.readSubscription = async (subscriptionId) =>
    subscriptionWith(subscriptionId, 0);
  const event = providerEvent(ops, 'invoice.paid', {
    id: 'in_6',
    object: 'invoice',
    metadata: createMetadata(newId('psess'), newId('pspacq')),
    parent: {
      subscription_details: { subscription: 'sub_6', metadata: createMetadata(id, attempt.id) },
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
  const metadata = createMetadata(id, attempt.id);
  const event = providerEvent(ops, 'payment_intent.processing', {
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
  const event = providerEvent(ops, 'product.created', { id: 'prod_1', object: 'product' });
  expect(await applyProviderEvent(ops.deps, event)).toEqual({
    status: 'ignored',
    note: 'product.created changes no session',
    proxySessionId: null,
  });
});

it('gives up an event whose tries ended with the worker process', async () => {
  const event = providerEvent(ops, 'payment_intent.succeeded', {
    id: 'pi_fatal',
    object: 'payment_intent',
  });
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
  const metadata = createMetadata(id, attemptId);
  const event = providerEvent(ops, 'payment_intent.succeeded', {
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

it('a payment costs four statements: its attempt, its session, its account and the commit', async () => {
  const payable = await ops.payable();
  const metadata = { attemptId: payable.attemptId, sessionId: payable.id, contractVersion: '2' };
  ops.stub.objects.set(payable.objectId, {
    ...getRoot(payable.objectId, succeededWith(4200)),
    metadata,
  });
  const event = providerEvent(ops, 'payment_intent.succeeded', {
    id: payable.objectId,
    object: 'payment_intent',
    status: 'succeeded',
    amount_received: 4200,
    metadata: createMetadata(payable.id, payable.attemptId),
  });
  const sent = await recordStatements(ops.env.DATABASE_URL, async () => {
    expect(await applyProviderEvent(ops.deps, event)).toMatchObject({ status: 'applied' });
  });
  const names = [
    [/^[^()]*FROM psp_config/, 'account'],
    [/^\s*SELECT a\./, 'attempt'],
    [/^\s*SELECT\s+s\./, 'session'],
    [/FROM commit_sessions_/, 'commit'],
  ] as const;
  const getName = (text: string) => names.find(([pattern]) => pattern.test(text))?.[1] ?? text;
  expect(sent.map(({ text }) => getName(text))).toEqual([
    'attempt',
    'session',
    'account',
    'commit',
  ]);
  expect((await ops.read(payable.id)).session.status).toBe('paid');
});
