import { addMerchant } from '@parley/db/testing';
import { formatId, ID_RANDOM_BYTES } from '@parley/domain';
import pino from 'pino';
import { afterAll, expect, it } from 'vitest';
import { startWebhooks } from '../test/webhooks.ts';
import { runLeasedSweep } from './leases.ts';
import { sweepOldRows } from './retention.ts';
import { createWorkerReport } from './worker-report.ts';

const webhooks = await startWebhooks();
afterAll(() => webhooks.stop());

it('retention deletes deliveries after 30 days, provider events after 90 and idempotency records after 30', async () => {
  const { client, database, scope, deps } = webhooks;
  const { merchantId, mode } = scope;
  const endpointId = await webhooks.endpoint('/');
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const eventIdAt = (at: Date) => formatId('evt', at.getTime(), new Uint8Array(ID_RANDOM_BYTES));
  const done = { queueNumber: 0, sequence: 1, status: 'succeeded', dueAt: daysAgo(0) };
  const times = { old: daysAgo(30.1), young: daysAgo(29.9) };
  for (const [name, at] of Object.entries(times)) {
    const eventId = eventIdAt(at);
    await client.webhookDelivery.create({
      data: { ...done, merchantId, endpointId, eventId, createdAt: at, finishedAt: at },
    });
    await client.deliveryAttempt.create({
      data: {
        merchantId,
        endpointId,
        eventId,
        number: 1,
        at,
        durationMs: 1,
        httpStatus: 204,
        responseBody: '',
      },
    });
    await client.idempotencyRecord.create({
      data: {
        merchantId,
        mode,
        method: 'POST',
        path: '/proxy_sessions',
        key: name,
        fingerprint: '0'.repeat(64),
        createdAt: at,
      },
    });
    await database.providerEvents.insert({
      merchantId,
      mode,
      providerConfigId: deps.newId('pspcfg'),
      eventId: name,
      type: 'payment_intent.succeeded',
      objectId: 'pi_1',
      payload: {},
      occurredAt: at,
    });
    await client.providerEvent.updateMany({
      where: { eventId: name },
      data: { status: 'applied', receivedAt: new Date(at.getTime() - 60 * 86_400_000) },
    });
  }
  const report = createWorkerReport(pino({ enabled: false }));
  expect(await sweepOldRows(deps, report)).toBe(false);
  const left = await Promise.all([
    client.webhookDelivery.findMany({ select: { eventId: true } }),
    client.deliveryAttempt.findMany({ select: { eventId: true } }),
    client.providerEvent.findMany({ select: { eventId: true } }),
    client.idempotencyRecord.findMany({ select: { key: true } }),
  ]);
  expect(left.map((rows) => rows.flatMap(Object.values))).toEqual([
    [eventIdAt(times.young)],
    [eventIdAt(times.young)],
    ['young'],
    ['young'],
  ]);
});

it.each(['waiting', 'parked', 'failed'])(
  'retention keeps provider events that are %s',
  async (status) => {
    const { client, database, scope, deps } = webhooks;
    await database.providerEvents.insert({
      ...scope,
      providerConfigId: deps.newId('pspcfg'),
      eventId: `evt_${status}`,
      type: 'payment_intent.succeeded',
      objectId: 'pi_1',
      payload: {},
      occurredAt: new Date(),
    });
    await client.providerEvent.updateMany({
      where: { eventId: `evt_${status}` },
      data: { status, receivedAt: new Date(Date.now() - 400 * 86_400_000) },
    });
    await sweepOldRows(deps, createWorkerReport(pino({ enabled: false })));
    expect(await client.providerEvent.count({ where: { eventId: `evt_${status}` } })).toBe(1);
  },
);

it('there may be more provider events to delete when those of two merchants exceed the limit', async () => {
  const { client, database, deps } = webhooks;
  const merchants = [await addMerchant(database), await addMerchant(database)];
  for (const { merchantId, mode } of merchants) {
    await client.$executeRaw`
      INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id, payload,
        status, due_at, occurred_at, received_at)
      SELECT ${merchantId}, 'pspcfg_1', 'evt_' || n, ${mode}, 'x', 'pi_1', '{}', 'parked', now(), now(), now()
      FROM generate_series(1, 11100) n`;
  }
  const report = createWorkerReport(pino({ enabled: false }));
  expect(await sweepOldRows(deps, report)).toBe(true);
  const where = { merchantId: { in: merchants.map(({ merchantId }) => merchantId) } };
  expect(await client.providerEvent.count({ where })).toBe(20_200);
  await client.providerEvent.deleteMany({ where });
});

it('a leased sweep runs in one worker at a time and not before it is due again', async () => {
  const { deps, client } = webhooks;
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let runs = 0;
  const sweep = (work = async () => {}) =>
    runLeasedSweep(deps, 'test', 3_600, async () => {
      runs += 1;
      await work();
      return false;
    });
  const first = sweep(() => {
    begun.resolve();
    return end.promise;
  });
  await begun.promise;
  await Promise.all([sweep(), sweep()]);
  end.resolve();
  await first;
  await sweep();
  expect(runs).toBe(1);
  await client.$executeRaw`UPDATE sweep SET due_at = now() - interval '1 millisecond' WHERE name = 'test'`;
  await sweep();
  expect(runs).toBe(2);
});
