import type { EventId, WebhookEndpointId } from '@parley/domain';
import { isCluster } from '@parley/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addDeliveryTo, ago, attempted, claimFirstQueue, MINUTE } from '../../test/deliveries.ts';
import { explainScans, rowsRead } from '../../test/plans.ts';
import { addEndpoint, addMerchant, openTestDatabase } from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';
import type { AttemptOutcome } from './webhook-attempts.ts';
import { webhookDeliveryRepository } from './webhook-deliveries.ts';

const { database, close } = await openTestDatabase();
afterAll(close);
const { client, webhookQueue } = database;

let scope: Scope;
let endpointId: WebhookEndpointId;
beforeEach(async () => {
  await client.webhookEndpointQueue.deleteMany();
  scope = await addMerchant(database);
  endpointId = await addEndpoint(database, scope);
});
const deliveries = () => database.forScope(scope).webhookDeliveries;

const addDelivery = (change?: object, sequence?: number) =>
  addDeliveryTo(database, { ...scope, endpointId }, change, sequence);
const finished = (minutes: number) => ({ finishedAt: ago(minutes) });

const claim = () => claimFirstQueue(database, endpointId);

describe('the deliveries of an endpoint', () => {
  it('are listed newest first, page by page, by status and by type', async () => {
    const ids = [await addDelivery(), await addDelivery(finished(1)), await addDelivery()];
    const [newest, middle, oldest] = ids.sort().reverse();
    const list = async (query: Parameters<ReturnType<typeof deliveries>['list']>[1]) =>
      (await deliveries().list(endpointId, query)).deliveries.map(({ eventId }) => eventId);
    expect(await list({ limit: 2 })).toEqual([newest, middle]);
    expect(await list({ limit: 2, after: middle })).toEqual([oldest]);
    const { eventId } = await client.webhookDelivery.findFirstOrThrow({
      where: { endpointId, status: 'succeeded' },
    });
    expect(await list({ limit: 9, status: 'succeeded' })).toEqual([eventId]);
    await client.outboxEvent.updateMany({
      where: { merchantId: scope.merchantId, id: { in: [eventId, oldest ?? ''] } },
      data: { type: 'proxy_session.paid' },
    });
    const paid = { limit: 9, eventType: 'proxy_session.paid' } as const;
    expect(await list(paid)).toEqual([...new Set([eventId, oldest])].toSorted().reverse());
    expect(await list({ ...paid, status: 'succeeded' })).toEqual([eventId]);
  });

  it('are examined up to a number for a status, from where the next page continues', async () => {
    await addDelivery(finished(1));
    for (const change of [{}, {}, {}]) await addDelivery(change);
    const [, , third] = (
      await client.webhookDelivery.findMany({
        where: { endpointId },
        orderBy: { eventId: 'desc' },
      })
    ).map(({ eventId }) => eventId as EventId);
    const query = { status: 'succeeded', limit: 2, maxExamined: 3 } as const;
    const first = await deliveries().list(endpointId, query);
    const next = await deliveries().list(endpointId, { ...query, after: third });
    const found = [first, next].flatMap((page) => page.deliveries.map(({ eventId }) => eventId));
    const { eventId } = await client.webhookDelivery.findFirstOrThrow({
      where: { endpointId, status: 'succeeded' },
    });
    expect(found).toEqual([eventId]);
    expect(first.examinedTo?.id).toBe(third);
    expect(next.examinedTo).toBeNull();
  });

  // On a cluster, EXPLAIN ANALYZE shows the rows of one shard only.
  it.skipIf(isCluster())(
    'among 3,000 are read up to a number by every list and count',
    async () => {
      const { merchantId } = scope;
      await client.$executeRaw`
      INSERT INTO webhook_delivery (merchant_id, endpoint_id, event_id, queue_number, sequence, status,
        due_at, finished_at)
      SELECT ${merchantId}, ${endpointId}, 'evt_z' || lpad(n::text, 6, '0'), 0, n,
        CASE WHEN n % 2 = 0 THEN 'waiting' ELSE 'succeeded' END, now(),
        CASE WHEN n % 2 = 0 THEN NULL ELSE now() END
      FROM generate_series(1, 3000) n`;
      await client.$executeRaw`ANALYZE webhook_delivery`;
      const nodes = await explainScans(client, async (db) => {
        const of = webhookDeliveryRepository(db, scope);
        await of.list(endpointId, { limit: 10 });
        await of.list(endpointId, { limit: 10, status: 'failed', maxExamined: 100 });
        const ended = { limit: 10, eventType: 'subscription.ended', maxExamined: 100 } as const;
        await of.list(endpointId, ended);
        await of.countSince(endpointId, ago(1), 100).catch(() => null);
        await of.countByHour(endpointId, ago(1), 100).catch(() => null);
        await of.countAttempts(endpointId, { from: ago(1), until: ago(-1) }, 100);
        await of.findOldestWaiting(endpointId, 100);
      });
      const scans = nodes.filter((node) => node['Relation Name'] === 'webhook_delivery');
      expect(scans.length).toBe(10);
      for (const node of scans)
        expect(rowsRead(node), JSON.stringify(node)).toBeLessThanOrEqual(100);
    },
  );

  it('are canceled while they wait, up to a number', async () => {
    for (const change of [{}, {}, {}, finished(1)]) await addDelivery(change);
    expect(await deliveries().cancelWaiting(endpointId, 2)).toBe(2);
    expect(await deliveries().cancelWaiting(endpointId, 2)).toBe(1);
    expect(await client.webhookDelivery.count({ where: { endpointId, status: 'canceled' } })).toBe(
      3,
    );
  });

  it('of a day are counted by the hour, without canceled ones', async () => {
    const from = ago(3 * 60);
    const minutesAfter = (minutes: number) => new Date(from.getTime() + minutes * 60_000);
    const at = (minutes: number) => ({ createdAt: minutesAfter(minutes) });
    await addDelivery({ ...finished(1), ...at(0) });
    await addDelivery({ ...finished(1), ...at(59.9) });
    await addDelivery({ ...finished(1), ...at(130), status: 'failed' });
    await addDelivery({ ...finished(1), ...at(140), status: 'canceled' });
    await addDelivery(at(150));
    const none = { succeeded: 0, failed: 0, waiting: 0 };
    expect(await deliveries().countByHour(endpointId, from)).toEqual([
      { ...none, hour: 0, succeeded: 2 },
      { ...none, hour: 2, failed: 1, waiting: 1 },
    ]);
  });

  it('of a day are counted, and all that wait', async () => {
    const day = ago(24 * 60);
    const empty = {
      counted: 0,
      waiting: 0,
      succeeded: 0,
      failed: 0,
      attempts: 0,
      failedAttempts: 0,
    };
    expect(await deliveries().countSince(endpointId, day)).toEqual({
      ...empty,
      lastSuccessAt: null,
    });
    expect(await deliveries().findOldestWaiting(endpointId, 10)).toBeNull();
    const succeeded = { ...finished(5), attempts: 3, ...attempted(5, 204) };
    await addDelivery(succeeded);
    await addDelivery({ ...finished(9), attempts: 1, ...attempted(9, 204) });
    await addDelivery({ ...finished(2), status: 'failed', attempts: 10, ...attempted(2, 500) });
    await addDelivery({ attempts: 2, ...attempted(1, 500) });
    const { merchantId } = scope;
    const old = { merchantId, endpointId, queueNumber: 0, sequence: 1, dueAt: ago(1) };
    await client.webhookDelivery.create({
      data: {
        ...old,
        eventId: 'evt_0',
        status: 'waiting',
        attempts: 5,
        createdAt: day,
        ...attempted(1, 500),
      },
    });
    expect(await deliveries().countSince(endpointId, day)).toEqual({
      counted: 4,
      waiting: 2,
      succeeded: 2,
      failed: 1,
      attempts: 16,
      failedAttempts: 14,
      lastSuccessAt: succeeded.finishedAt,
    });
    expect(await deliveries().findOldestWaiting(endpointId, 10)).toEqual(day);
    expect(await deliveries().findOldestWaiting(endpointId, 1)).toBeNull();
  });

  it('succeeded if a response since then had a status from 200 to 299', async () => {
    const succeededSince = (minutes: number) =>
      deliveries().hasSucceededSince(endpointId, ago(minutes));
    await addDelivery({ attempts: 1, ...attempted(30, 300) });
    await addDelivery({ attempts: 1, ...attempted(30, null) });
    await addDelivery({ attempts: 1, ...attempted(30, 199) });
    expect(await succeededSince(60)).toBe(false);
    await addDelivery({ attempts: 1, ...attempted(30, 299) });
    expect([await succeededSince(60), await succeededSince(20)]).toEqual([true, false]);
    const { merchantId } = scope;
    const earlier = { merchantId, endpointId, eventId: 'evt_0', number: 1, responseBody: '' };
    await client.deliveryAttempt.create({
      data: { ...earlier, at: ago(10), durationMs: 1, httpStatus: 200 },
    });
    expect([await succeededSince(20), await succeededSince(5)]).toEqual([true, false]);
  });
});

describe('the attempts of a delivery', () => {
  const readOutcome = async (change: Partial<AttemptOutcome>): Promise<AttemptOutcome> => {
    const queue = await claim();
    const [delivery] = queue.deliveries;
    if (!delivery) throw new Error('no delivery is due');
    return {
      queue,
      delivery,
      startedAt: performance.now(),
      durationMs: 1,
      httpStatus: 500,
      failure: null,
      responseBody: '',
      status: 'waiting',
      retryInSeconds: 0,
      ...change,
    };
  };
  const row = () => client.webhookDelivery.findFirstOrThrow({ where: { endpointId } });

  it('are stored with the time of their request, and due again after the delay', async () => {
    const eventId = await addDelivery();
    const before = Date.now();
    const startedAt = performance.now() - 10 * MINUTE;
    const first = { startedAt, durationMs: 1.6, responseBody: 'no', retryInSeconds: 3600 };
    await webhookQueue.recordAttempts([await readOutcome(first)]);
    const waiting = await row();
    expect(waiting).toMatchObject({ attempts: 1, status: 'waiting', finishedAt: null });
    expect(waiting.attemptedAt?.getTime()).toBeLessThan(before - 9 * MINUTE);
    expect(waiting.attemptedAt?.getTime()).toBeGreaterThan(before - 11 * MINUTE);
    expect(waiting.dueAt.getTime()).toBeGreaterThan(before + 59 * MINUTE);
    await client.webhookDelivery.updateMany({ data: { dueAt: ago(1) } });
    const second = { startedAt: performance.now() + MINUTE, httpStatus: null, failure: 'timeout' };
    await webhookQueue.recordAttempts([await readOutcome({ ...second, status: 'failed' })]);
    const failed = await row();
    expect(failed).toMatchObject({ attempts: 2, status: 'failed', finishedAt: expect.any(Date) });
    // A request is not sent after its outcome.
    expect(failed.attemptedAt).toEqual(failed.finishedAt);
    expect(await deliveries().listAttempts(endpointId, eventId)).toEqual([
      {
        number: 1,
        at: waiting.attemptedAt,
        durationMs: 2,
        httpStatus: 500,
        failure: null,
        responseBody: 'no',
      },
      {
        number: 2,
        at: failed.attemptedAt,
        durationMs: 1,
        httpStatus: null,
        failure: 'timeout',
        responseBody: '',
      },
    ]);
  });

  it('do not end a delivery whose schedule has restarted since the last one began', async () => {
    const eventId = await addDelivery({ attempts: 9, ...attempted(1, 500) });
    const last = await readOutcome({ status: 'failed' });
    await deliveries().enqueue(endpointId, [eventId]);
    await webhookQueue.recordAttempts([last]);
    expect(await row()).toMatchObject({ status: 'waiting', attempts: 10, finishedAt: null });
  });

  it.each(['waiting', 'succeeded'] as const)('are stored once: %s', async (status) => {
    await addDelivery({ attempts: 1, ...attempted(1, 500) });
    const outcome = await readOutcome({ httpStatus: 204, status });
    await webhookQueue.recordAttempts([outcome]);
    const before = [await row(), await client.deliveryAttempt.count({ where: { endpointId } })];
    await webhookQueue.recordAttempts([outcome, { ...outcome, status: 'failed' }]);
    const after = [await row(), await client.deliveryAttempt.count({ where: { endpointId } })];
    expect(after).toEqual(before);
  });

  it('change no delivery that was canceled meanwhile', async () => {
    await addDelivery({ attempts: 1, ...attempted(1, 500) });
    const late = await readOutcome({ httpStatus: 204, status: 'succeeded' });
    await deliveries().cancelWaiting(endpointId, 1);
    const before = await row();
    await webhookQueue.recordAttempts([late]);
    expect(await row()).toEqual(before);
    expect(await client.deliveryAttempt.count({ where: { endpointId } })).toBe(0);
  });

  it('continue when the one before is no longer stored', async () => {
    const eventId = await addDelivery({ attempts: 1 });
    await webhookQueue.recordAttempts([await readOutcome({})]);
    const stored = await deliveries().listAttempts(endpointId, eventId);
    expect(stored.map(({ number }) => number)).toEqual([2]);
  });

  it('are signed with the previous secret, too, until it expires', async () => {
    await addDelivery();
    const { webhookEndpoints } = database.forScope(scope);
    const [current] = (await claim()).secrets;
    const rotate = (expiresAt: Date) =>
      webhookEndpoints.rotateSecret(endpointId, 'whsec_bmV3', expiresAt, new Date());
    await rotate(ago(-5));
    expect((await claim()).secrets).toEqual(['whsec_bmV3', current]);
    const shown = async () =>
      (await webhookEndpoints.find(endpointId))?.previousSigningSecretExpiresAt;
    expect(await shown()).toBeInstanceOf(Date);
    await rotate(ago(5));
    expect((await claim()).secrets).toEqual(['whsec_bmV3']);
    expect(await shown()).toBeNull();
  });
});

it.each([
  ['failure', true],
  ['recovery', false],
])(
  'the %s of an endpoint that is locked delays that of no other, and is recorded after a later attempt',
  async (_, isFailing) => {
    const other = await addMerchant(database);
    const otherId = await addEndpoint(database, other);
    const failingSince = isFailing ? null : ago(1);
    await client.webhookEndpoint.updateMany({ data: { failingSince } });
    const own = { ...scope, endpointId };
    const record = () => {
      const endpoints = [own, { ...other, endpointId: otherId }];
      return isFailing
        ? webhookQueue.recordFailing(endpoints)
        : webhookQueue.recordRecovery(endpoints);
    };
    const isRecorded = async (id: WebhookEndpointId) => {
      const endpoint = await client.webhookEndpoint.findFirstOrThrow({ where: { id } });
      return (endpoint.failingSince !== null) === isFailing;
    };
    await client.$transaction(
      async (tx) => {
        await tx.$queryRaw`
          SELECT 1 FROM webhook_endpoint
          WHERE merchant_id = ${scope.merchantId} AND id = ${endpointId} FOR UPDATE`;
        await record();
        expect([await isRecorded(otherId), await isRecorded(endpointId)]).toEqual([true, false]);
      },
      { timeout: 20_000 },
    );
    await addDelivery();
    // The next attempt differs from the state that its claim reads, so that it is recorded then.
    expect((await claim()).failingSince).toEqual(failingSince);
    await record();
    expect(await isRecorded(endpointId)).toBe(true);
  },
);
