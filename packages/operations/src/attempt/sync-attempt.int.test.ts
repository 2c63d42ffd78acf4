import type { ActorKind } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { ProviderOutcome, ProviderSubscription } from '@parley/provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  getRoot,
  type Operations,
  startOperations,
  succeededWith,
  waiting,
} from '../../test/operations.ts';
import { subscriptionWith } from '../../test/subscription.ts';
import type { Caller } from '../request/caller.ts';
import { syncAttempt } from './sync-attempt.ts';

let ops: Operations;
/** What the provider shows of a subscription, apart from an active one. */
let shown: Partial<ProviderSubscription>;
beforeAll(async () => {
  ops = await startOperations();
  ops.stub.provider.readSubscription = async (id) => ({
    ...subscriptionWith(id, 1),
    ...shown,
  });
});
beforeEach(() => {
  shown = {};
});
afterAll(() => ops.close());

/** A reserved attempt, and its object, which is not attached. */
async function reserved(outcome: ProviderOutcome) {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id);
  const objectId = `pi_${id}`;
  ops.stub.objects.set(objectId, getRoot(objectId, outcome));
  return { sessionId: id, attemptId: attempt.id, objectId };
}

/** A session that is paid with a subscription. */
async function subscribed() {
  const { id } = await ops.session();
  const { acquisition_attempt: attempt } = await ops.reserve(id, {
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
  });
  const objectId = `sub_${id}`;
  const root = getRoot(objectId, succeededWith(4200, 'eur', `pi_${id}`));
  ops.stub.objects.set(objectId, { ...root, type: 'subscription', subscriptionId: objectId });
  return { sessionId: id, attemptId: attempt.id, objectId };
}

describe('an object that is not attached', () => {
  it.each<[ProviderOutcome, string]>([
    [waiting, 'reserved'],
    [
      { kind: 'awaiting_payment', decline: { id: 'ch_declined', code: 'card_declined', at: null } },
      'reserved',
    ],
    [{ kind: 'canceled', reason: null }, 'reserved'],
    [{ kind: 'failed', reason: 'bank_said_no' }, 'reserved'],
    [{ kind: 'expired' }, 'reserved'],
    [{ kind: 'action_required' }, 'action_required'],
    [{ kind: 'processing' }, 'processing'],
    [succeededWith(4200), 'succeeded'],
    [{ kind: 'nothing_due', billingStartsLater: false }, 'integrity_failed'],
  ])('is attached once money moves: %j', async (outcome, status) => {
    const { objectId, ...where } = await reserved(outcome);
    expect(await syncAttempt(ops.deps, ops.caller, where, { objectId })).toBe('applied');
    const { attempt } = await ops.read(where.sessionId);
    expect(attempt.status).toBe(status);
    expect(attempt.providerRootObjectId).toBe(status === 'reserved' ? null : objectId);
  });

  it('is attached when the outcome of the attempt is unknown', async () => {
    const { objectId, ...where } = await reserved(waiting);
    await ops.updateAttempt(where.attemptId, { status: 'unknown' });
    await syncAttempt(ops.deps, ops.caller, where, { objectId });
    expect((await ops.read(where.sessionId)).attempt).toMatchObject({
      status: 'attached',
      providerRootObjectId: objectId,
    });
  });
});

it('an attempt without an object, and an object that the provider does not have, are not found', async () => {
  const { objectId, ...where } = await reserved(waiting);
  expect(await syncAttempt(ops.deps, ops.caller, where)).toBe('not_found');
  ops.stub.objects.delete(objectId);
  expect(await syncAttempt(ops.deps, ops.caller, where, { objectId })).toBe('not_found');
  const unknown = { ...where, attemptId: ops.deps.newId('pspacq') };
  expect(await syncAttempt(ops.deps, ops.caller, unknown, { objectId })).toBe('not_found');
});

it('an attempt that is not reserved cannot be read, because it has no provider account', async () => {
  const { id } = await ops.session();
  const unreserved = { sessionId: id, attemptId: (await ops.read(id)).attempt.id };
  const read = syncAttempt(ops.deps, ops.caller, unreserved, { objectId: 'cs_1' });
  await expect(read).rejects.toMatchObject({
    code: 'provider_error',
    message: 'The provider config of this attempt does not exist.',
  });
});

it('a read that other writes overtake is repeated, five times at most', async () => {
  const { id: sessionId, attemptId, objectId } = await ops.payable();
  const { readRoot } = ops.stub.provider;
  const readWhile = async (overtaken: number) => {
    let reads = 0;
    const readOvertaken: typeof readRoot = async (object) => {
      reads += 1;
      if (reads <= overtaken) await ops.updateAttempt(attemptId, { version: { increment: 1 } });
      return readRoot(object);
    };
    const result = await ops.stub.override({ readRoot: readOvertaken }, () =>
      syncAttempt(ops.deps, ops.caller, { sessionId, attemptId }),
    );
    return [result, reads];
  };
  ops.stub.objects.set(objectId, getRoot(objectId, { kind: 'processing' }));
  expect(await readWhile(4)).toEqual(['applied', 5]);
  expect(await readWhile(9)).toEqual(['overtaken', 5]);
});

describe('closing the object of a session that has ended', () => {
  it.each([
    ['is left to a sweep when the provider does not respond', new DomainError('provider_error')],
    ['is left to a sweep when it is unavailable', new DomainError('service_unavailable')],
  ])('%s', async (_, error) => {
    expect(await closeWith(error)).toBe('applied');
  });

  it('fails with any other error', async () => {
    const defect = new TypeError('x is undefined');
    await expect(closeWith(defect)).rejects.toBe(defect);
  });

  async function closeWith(error: Error) {
    const { id: sessionId, attemptId } = await ops.payable();
    await ops.setStatus(sessionId, 'canceled');
    return ops.stub.override({ closeRoot: () => Promise.reject(error) }, () =>
      syncAttempt(ops.deps, ops.caller, { sessionId, attemptId }),
    );
  }
});

describe('the subscription of an attempt', () => {
  const recorded = (id: string) => ops.repositories.subscriptions.findByProviderId(id);

  it.each<[Exclude<ActorKind, 'user'>, string]>([
    ['provider', 'event'],
    ['system', 'sweep'],
    ['payer', 'payer'],
    ['api_key', 'merchant'],
  ])('is recorded with what caused the read: %s', async (kind, syncSource) => {
    const { objectId, ...where } = await subscribed();
    const caller: Caller = { ...ops.caller, actor: { kind, id: null } };
    const event = { id: 'evt_1', at: new Date('2026-11-22T12:00:00.000Z') };
    await syncAttempt(ops.deps, caller, where, { objectId, event });
    expect(await recorded(objectId)).toMatchObject({
      syncSource,
      lastEventId: event.id,
      lastEventAt: event.at,
    });
    await syncAttempt(ops.deps, caller, where);
    expect(await recorded(objectId)).toMatchObject({ lastEventId: event.id });
  });

  it('emits an event when it has changed, and another type of event when it has ended', async () => {
    const { objectId, ...where } = await subscribed();
    const sync = async (change: typeof shown) => {
      shown = change;
      await syncAttempt(ops.deps, ops.caller, where, { objectId });
      const types = (await ops.events(where.sessionId)).map(({ type }) => type);
      return types.filter((type) => type.startsWith('subscription.'));
    };
    expect(await sync({})).toEqual(['subscription.created']);
    const before = await recorded(objectId);
    expect(await sync({})).toEqual(['subscription.created']);
    const after = await recorded(objectId);
    expect(after?.updatedAt).toEqual(before?.updatedAt);
    expect(after?.itemsUpdatedAt).toEqual(before?.createdAt);
    expect(Number(after?.lastSyncedAt)).toBeGreaterThan(Number(before?.lastSyncedAt));
    const updated = ['subscription.created', 'subscription.updated'];
    expect(await sync({ status: 'past_due' })).toEqual(updated);
    const end = { status: 'canceled', endedAt: new Date('2026-11-22T12:00:00.000Z') };
    expect(await sync(end)).toEqual([...updated, 'subscription.ended']);
    const again = await sync({ ...end, cancelAtPeriodEnd: true });
    expect(again).toEqual([...updated, 'subscription.ended', 'subscription.updated']);
  });

  it('that had ended before it was read is created and ended', async () => {
    const { objectId, ...where } = await subscribed();
    shown = { status: 'canceled', endedAt: new Date('2026-11-22T12:00:00.000Z') };
    await syncAttempt(ops.deps, ops.caller, where, { objectId });
    const types = (await ops.events(where.sessionId)).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['subscription.created', 'subscription.ended']);
  });

  it('has the time at which its items last changed', async () => {
    const { objectId, ...where } = await subscribed();
    await syncAttempt(ops.deps, ops.caller, where, { objectId });
    const before = await recorded(objectId);
    shown = { items: subscriptionWith(objectId, 2).items };
    await syncAttempt(ops.deps, ops.caller, where);
    const after = await recorded(objectId);
    expect(after?.itemsSourceHash).not.toBe(before?.itemsSourceHash);
    expect(Number(after?.itemsUpdatedAt)).toBeGreaterThan(Number(before?.itemsUpdatedAt));
  });
});
