import type { LeasedProviderEvent } from '@parley/db';
import type { ObjectOwner } from '@parley/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations, waiting } from '../../test/operations.ts';
import { createMetadata, providerEvent } from '../../test/provider-event.ts';
import { applyProviderEvent } from './apply-provider-event.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/** Applies an event of an object whose owners the provider returns. Returns also for which objects it was called. */
async function apply(event: LeasedProviderEvent, owners: readonly ObjectOwner[] = []) {
  const calls: string[] = [];
  const findOwners = async ({ id }: { id: string }) => {
    calls.push(id);
    return owners;
  };
  const applied = await ops.stub.override({ findOwners }, () =>
    applyProviderEvent(ops.deps, event),
  );
  return { applied, calls };
}

const intentEvent = (id: string, metadata = {}) =>
  providerEvent(ops, 'payment_intent.payment_failed', { id, object: 'payment_intent', metadata });

const unmatched = { status: 'parked', note: 'matches no attempt yet', retryInSeconds: 60 };

it('reads no owners while only payment intents are open, and ignores the event after an hour', async () => {
  await ops.payable();
  const event = intentEvent('pi_foreign');
  expect(await apply(event)).toMatchObject({
    applied: { ...unmatched, parkedFor: null },
    calls: [],
  });
  expect(await apply({ ...event, parks: 4, ageSeconds: 3_600 })).toEqual({
    applied: {
      status: 'ignored',
      note: 'belongs to another use of the provider account',
      proxySessionId: null,
      parkedFor: null,
    },
    calls: [],
  });
});

it('parks an event whose metadata names an attempt for more than an hour', async () => {
  const { id } = await ops.session();
  const { attempt } = await ops.read(id);
  const event = { ...intentEvent('pi_ours', createMetadata(id, attempt.id)), parks: 4 };
  expect((await apply({ ...event, ageSeconds: 3_600 })).applied).toMatchObject({
    status: 'parked',
    retryInSeconds: 21_600,
  });
});

it('reads the owners of an object once while a checkout session is open', async () => {
  const { id, objectId } = await ops.withCheckoutSession();
  const checkout = { type: 'checkout.session', id: objectId, attempts: [] };
  const found = await apply(intentEvent('pi_of_checkout'), [checkout]);
  expect(found).toMatchObject({
    applied: { status: 'applied', proxySessionId: id },
    calls: ['pi_of_checkout'],
  });

  const foreign = intentEvent('pi_of_others');
  const first = await apply(foreign);
  expect(first).toMatchObject({
    applied: { ...unmatched, parkedFor: 'pi_of_others' },
    calls: ['pi_of_others'],
  });
  const again = { ...foreign, parks: 1, parkedFor: 'pi_of_others' };
  expect((await apply(again)).calls).toEqual([]);
});

it('matches an event by the owner that it waited for', async () => {
  await ops.withCheckoutSession();
  const later = `cs_later_${ops.scope.merchantId}`;
  const event = intentEvent('pi_early');
  const owner = { type: 'checkout.session', id: later, attempts: [] };
  const parked = await apply(event, [owner]);
  expect(parked.applied).toMatchObject({ ...unmatched, parkedFor: later });

  const { id, attemptId } = await ops.withCheckoutSession();
  await ops.updateAttempt(attemptId, { providerRootObjectId: later });
  ops.stub.objects.set(later, {
    ...(await ops.withCheckoutSession()).root,
    id: later,
    outcome: waiting,
  });
  expect(await apply({ ...event, parks: 1, parkedFor: later })).toMatchObject({
    applied: { status: 'applied', proxySessionId: id },
    calls: [],
  });
});

it('reads the owners of a refund while an attempt is open on any path', async () => {
  const { id, attemptId, objectId } = await ops.payable();
  const refund = providerEvent(ops, 'refund.updated', { id: 're_1', object: 'refund' });
  const intent = { type: 'payment_intent', id: objectId, attempts: [] };
  ops.stub.provider.readPayment = async () => null;
  expect(await apply(refund, [intent])).toMatchObject({
    applied: { status: 'applied', proxySessionId: id },
    calls: ['re_1'],
  });
  // Its payload names the payment intent that is bound.
  const named = providerEvent(ops, 'refund.updated', {
    id: 're_2',
    object: 'refund',
    payment_intent: objectId,
  });
  expect(await apply(named)).toMatchObject({
    applied: { status: 'applied', proxySessionId: id },
    calls: [],
  });
  expect((await ops.read(id)).attempt.id).toBe(attemptId);
});
