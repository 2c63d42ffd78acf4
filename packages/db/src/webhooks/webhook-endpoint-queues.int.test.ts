import { randomUUID } from 'node:crypto';
import type { WebhookEndpointId } from '@parley/domain';
import { isCluster } from '@parley/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { claimsOfAll, findDue } from '../../test/claims.ts';
import { addDeliveryTo, claimFirstQueue } from '../../test/deliveries.ts';
import { addEndpoint, addMerchant, openTestDatabase } from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';
import type { DueDelivery, EndpointQueueRelease } from './webhook-endpoint-queues.ts';

const { database, close } = await openTestDatabase();
afterAll(close);
const { client, webhookQueue } = database;

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE);
let scope: Scope;
let endpointId: WebhookEndpointId;
beforeEach(async () => {
  await client.webhookEndpointQueue.deleteMany();
  scope = await addMerchant(database);
  endpointId = await addEndpoint(database, scope);
});
const addDelivery = (change?: object, sequence?: number) =>
  addDeliveryTo(database, { ...scope, endpointId }, change, sequence);
const finished = (minutes: number) => ({ finishedAt: ago(minutes) });
const claim = () => claimFirstQueue(database, endpointId);

it('the deliveries of a queue begin with those due first, and read in order to the end of the queue', async () => {
  const due = ago(5);
  const [third, second, first] = [
    await addDelivery({ dueAt: due }, 2),
    await addDelivery({ dueAt: due }, 1),
    await addDelivery({ dueAt: ago(9) }, 3),
  ];
  await addDelivery({ dueAt: ago(-5) });
  await addDelivery(finished(1));
  const queue = await claim();
  expect(queue.deliveries.map(({ eventId }) => eventId)).toEqual([first, second, third]);
  const read: (string | undefined)[] = [];
  let after: DueDelivery | null = null;
  while (read.length < 3) {
    const [page = []] = await webhookQueue.readDueDeliveries([{ queue, after }], 1);
    expect(page).toHaveLength(1);
    after = page[0] ?? null;
    read.push(after?.eventId);
  }
  expect(read).toEqual([first, second, third]);
  expect(await webhookQueue.readDueDeliveries([{ queue, after }], 1)).toEqual([[]]);
  const inactive = { queue: { ...queue, status: 'inactive' as const }, after: null };
  expect(await webhookQueue.readDueDeliveries([inactive], 1)).toEqual([[]]);
});

describe('a queue that is released', () => {
  const release = async (next: EndpointQueueRelease['next'], notify = false) => {
    const queue = await claim();
    if (notify) await database.forScope(scope).webhookEndpoints.setQueuesDue(endpointId, false);
    await webhookQueue.releaseEndpointQueues([{ queue, next, failing: false, slowResponses: 0 }]);
    const where = { endpointId, queueNumber: 0 };
    return (await client.webhookEndpointQueue.findFirstOrThrow({ where })).dueAt;
  };

  it('is due at once if more is due, or if it was notified since its claim', async () => {
    await addDelivery({ dueAt: ago(-60) });
    expect((await release('more'))?.getTime()).toBeLessThan(ago(-30).getTime());
    expect(await release('inactive')).toBeNull();
    expect(await release('inactive', true)).toBeInstanceOf(Date);
  });

  it('is due with its next delivery that waits, and not earlier than now', async () => {
    await addDelivery({ dueAt: ago(90), ...finished(1) });
    await addDelivery({ dueAt: ago(90), queueNumber: 1 });
    expect(await release('next_due')).toBeNull();
    const dueAt = ago(-60);
    await addDelivery({ dueAt });
    expect(await release('next_due')).toEqual(dueAt);
    await addDelivery({ dueAt: ago(60) });
    expect((await release('next_due'))?.getTime()).toBeGreaterThan(ago(30).getTime());
  });
});

describe('a claim', () => {
  const makeDue = (merchantId: string) =>
    client.webhookEndpointQueue.updateMany({ where: { merchantId }, data: { dueAt: ago(5) } });
  const claimShares = async (
    limit: number,
    free: number,
    held: readonly [Scope, number][] = [],
  ) => {
    const lease = { token: randomUUID(), seconds: 60, limit };
    const of = new Map(held.map(([{ merchantId }, count]) => [merchantId, count]));
    const filter = { slow: false, perQueue: 1, holding: { of, free } };
    return (await claimsOfAll(database).claimEndpointQueues(lease, filter)).map(
      (one) => one.merchantId,
    );
  };
  const count = (ids: readonly string[], { merchantId }: Scope) =>
    ids.filter((id) => id === merchantId).length;

  // On a cluster, each shard has a share of the limit.
  it.skipIf(isCluster())('gives a merchant with many endpoints no more than others', async () => {
    for (let n = 0; n < 9; n++) await addEndpoint(database, scope);
    await makeDue(scope.merchantId);
    const other = await addMerchant(database);
    await addEndpoint(database, other);
    await makeDue(other.merchantId);
    const ids = await claimShares(4, 100);
    expect([count(ids, scope), count(ids, other)]).toEqual([2, 2]);
    expect(
      await claimShares(30, 20, [
        [scope, 2],
        [other, 2],
      ]),
    ).toHaveLength(3);
  });

  it('takes a further queue of a merchant only while it holds less than a quarter of those that are free', async () => {
    for (let n = 0; n < 9; n++) await addEndpoint(database, scope);
    await makeDue(scope.merchantId);
    expect(await claimShares(16, 16)).toHaveLength(4);
    expect(await claimShares(8, 8, [[scope, 8]])).toEqual([]);
    expect(await claimShares(9, 9, [[scope, 2]])).toHaveLength(1);
  });

  it('takes queues after a failure or two slow responses for the slow lane alone', async () => {
    const claimLane = async (slow: boolean) => {
      const lease = { token: randomUUID(), seconds: 60, limit: 10 };
      return claimsOfAll(database).claimEndpointQueues(lease, { slow, perQueue: 1 });
    };
    const release = { next: 'more', failing: false, slowResponses: 0 } as const;
    for (const [change, isSlow] of [
      [{}, false],
      [{ slowResponses: 1 }, false],
      [{ slowResponses: 2 }, true],
      [{ failing: true }, true],
    ] as const) {
      await client.webhookEndpointQueue.updateMany({ data: { failing: false, slowResponses: 0 } });
      const queue = await claim();
      await webhookQueue.releaseEndpointQueues([{ queue, ...release, ...change }]);
      expect(await claimLane(!isSlow)).toEqual([]);
      const [claimed] = await claimLane(isSlow);
      expect(claimed).toMatchObject({ endpointId });
    }
  });

  it('takes no queues of a suspended merchant, nor does a search find them', async () => {
    const suspend = (isSuspended: boolean) =>
      database.transaction(scope, (tx) =>
        tx.merchants.setSuspended(scope.merchantId, isSuspended, new Date()),
      );
    await makeDue(scope.merchantId);
    const due = await findDue(database, 'endpoint_queues');
    const lease = { token: randomUUID(), seconds: 60, limit: 10 };
    const filter = { slow: false, perQueue: 1 };
    await suspend(true);
    expect(await webhookQueue.claimEndpointQueues(lease, filter, due)).toEqual([]);
    expect(await database.dueWork.find(['endpoint_queues'])).toEqual(new Map());
    expect((await database.diagnostics.readQueueDepths()).webhookLagSeconds).toBe(0);
    await suspend(false);
    expect(await claimsOfAll(database).claimEndpointQueues(lease, filter)).toHaveLength(2);
  });
});
