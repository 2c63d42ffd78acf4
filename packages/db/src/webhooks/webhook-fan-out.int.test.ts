import { isCluster } from '@parley/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { findDue } from '../../test/claims.ts';
import { getNodes, type PlanNode, rowsRead } from '../../test/plans.ts';
import { addEndpoint, addMerchant, addSession, newId, openTestDatabase } from '../../test/rows.ts';
import type { DueMerchant } from '../queues/due-merchants.ts';
import { createClient } from '../sql/client.ts';
import type { Scope } from '../sql/records.ts';
import { sql } from '../sql/sql.ts';
import type { OutboxRecord } from './outbox.ts';
import { fanOutEvents } from './webhook-fan-out.ts';

const traceparent = '00-aaaa-bbbb-01';
const { database, url, close } = await openTestDatabase(() => ({
  getTraceparent: () => traceparent,
}));
const { client, webhookQueue } = database;
beforeEach(async () => {
  await client.outboxWaiting.deleteMany();
});
afterAll(close);

/** Adds an event that the figures count once. */
async function addEvent(scope: Scope, at = new Date()): Promise<string> {
  const id = newId('evt');
  const event = {
    id,
    type: 'acquisition_attempt.failed',
    proxySessionId: null,
    sequence: 1,
    payload: { id },
    createdAt: at,
  };
  await database.forScope(scope).outbox.append([event as OutboxRecord]);
  return id;
}

const due = () => findDue(database, 'waiting_events');
const dueMerchant = async ({ merchantId }: Scope): Promise<DueMerchant> => {
  const found = (await due()).find(({ id }) => id === merchantId);
  if (!found) throw new Error('the merchant has no waiting events');
  return found;
};
const getDeliveries = ({ merchantId }: Scope) =>
  client.webhookDelivery.findMany({
    where: { merchantId },
    select: { endpointId: true, eventId: true },
  });

/** Adds endpoints and their queues without the limits of the interface. */
async function addEndpoints({ merchantId, mode }: Scope, count: number): Promise<void> {
  const step = 1_000;
  for (let first = 1; first <= count; first += step) {
    const last = Math.min(count, first + step - 1);
    await client.$executeRaw`
      INSERT INTO webhook_endpoint (merchant_id, id, mode, url, event_types, event_schema_version,
        status, signing_secret_sealed)
      SELECT ${merchantId}, 'whend_' || n, ${mode}, 'https://shop.example/' || n, '{}',
        '2026-11-01', 'active', '' FROM generate_series(${first}::int, ${last}::int) n`;
    await client.$executeRaw`
      INSERT INTO webhook_endpoint_queue (merchant_id, endpoint_id, queue_number)
      SELECT ${merchantId}, 'whend_' || n, q
      FROM generate_series(${first}::int, ${last}::int) n, generate_series(0, 1) q`;
  }
}

it('10,000 endpoints of one merchant get its events in bounded parts, and delay no other merchant', async () => {
  const [large, other] = [await addMerchant(database), await addMerchant(database)];
  await addEndpoints(large, 10_000);
  await addEndpoint(database, other);
  const events = [await addEvent(large, new Date(0)), await addEvent(large, new Date(1))];
  const otherEvent = await addEvent(other);
  const found = await webhookQueue.fanOut(500, await due());
  expect(found.apart).toEqual([await dueMerchant(large)]);
  expect(await getDeliveries(other)).toMatchObject([{ eventId: otherEvent }]);
  const merchant = await dueMerchant(large);
  const parts: number[] = [];
  for (let more = true; more; ) {
    const { deliveries, mayHaveMore, failure } = await webhookQueue.fanOutMerchant(500, merchant);
    expect(failure).toBeNull();
    parts.push(deliveries);
    more = mayHaveMore;
  }
  const whole = [...Array(5).fill(2_000), 0];
  expect(parts).toEqual([...whole, ...whole, 0]);
  const { merchantId } = large;
  for (const eventId of events) {
    expect(
      await client.webhookDelivery.count({ where: { merchantId, eventId, traceparent } }),
    ).toBe(10_000);
  }
  expect(await due()).toEqual([]);
});

// On Citus, the fan-out is several statements, whose rows this test does not return.
it.skipIf(isCluster())('the fan-out reads no archived endpoints', async () => {
  const scope = await addMerchant(database);
  const { merchantId } = scope;
  await addEndpoints(scope, 2_000);
  await client.webhookEndpoint.updateMany({ where: { merchantId }, data: { status: 'archived' } });
  await addEndpoint(database, scope);
  await addEvent(scope);
  const pools = createClient({ url });
  const nodes: PlanNode[] = [];
  const explain = async (...query: Parameters<typeof sql>) => {
    const { text, values } = sql(...query);
    const { rows } = await pools.queuePool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [
      ...values,
    ]);
    nodes.push(...getNodes(rows));
    return [];
  };
  await fanOutEvents({ $queryRaw: explain } as never, { ids: [merchantId], isSharded: false }, 100);
  await pools.close();
  const ofEndpoints = nodes.filter((node) => node['Relation Name'] === 'webhook_endpoint');
  expect(ofEndpoints.map((node) => [node['Index Name'], rowsRead(node)])).toEqual([
    ['webhook_endpoint_active', 1],
  ]);
});

it('a merchant with many endpoints gets as many events at once as become 2,000 deliveries', async () => {
  const scope = await addMerchant(database);
  await addEndpoints(scope, 600);
  for (let n = 0; n < 4; n++) await addEvent(scope, new Date(n));
  const merchant = await dueMerchant(scope);
  expect(await webhookQueue.fanOutMerchant(500, merchant)).toMatchObject({
    events: 3,
    deliveries: 1_800,
  });
  expect(await webhookQueue.fanOutMerchant(500, merchant)).toMatchObject({ events: 1 });
});

it('a URL of a merchant gets an event once, from the endpoint with the lowest id that subscribes', async () => {
  const scope = await addMerchant(database);
  const url = 'https://shop.example/same';
  await addEndpoint(database, scope, { id: 'whend_0', url, eventTypes: ['proxy_session.created'] });
  await addEndpoint(database, scope, { id: 'whend_2', url });
  await addEndpoint(database, scope, { id: 'whend_1', url });
  const further = await addEndpoint(database, scope);
  const stranger = await addMerchant(database);
  const ofStranger = await addEndpoint(database, stranger, { url });
  await addEvent(scope);
  await addEvent(stranger);
  await webhookQueue.fanOut(500, await due());
  const endpoints = (await getDeliveries(scope)).map(({ endpointId }) => endpointId);
  expect(new Set(endpoints)).toEqual(new Set(['whend_1', further]));
  expect(await getDeliveries(stranger)).toMatchObject([{ endpointId: ofStranger }]);
});

const getFailures = ({ merchantId }: Scope) =>
  client.sessionFigure.findMany({ where: { merchantId }, select: { figure: true, count: true } });

/** Adds an event of a session, which the figures count as a failure. */
async function addCounted(scope: Scope): Promise<void> {
  const proxySessionId = await addSession(database, scope);
  const id = newId('evt');
  const event = {
    ...{ id, proxySessionId, type: 'acquisition_attempt.failed', sequence: 1 },
    ...{ payload: { id }, createdAt: new Date(0) },
  };
  await database.forScope(scope).outbox.append([event as unknown as OutboxRecord]);
}

it('events of a suspended merchant are counted and held, and become deliveries when it is resumed', async () => {
  const scope = await addMerchant(database);
  await addEndpoint(database, scope);
  const suspend = (isSuspended: boolean) =>
    database.transaction(scope, async (tx) => {
      await tx.merchants.setSuspended(scope.merchantId, isSuspended, new Date());
    });
  await suspend(true);
  await addCounted(scope);
  const merchant = await dueMerchant(scope);
  expect((await webhookQueue.fanOut(500, [merchant])).apart).toEqual([merchant]);
  await webhookQueue.fanOutMerchant(500, merchant);
  expect(await getDeliveries(scope)).toEqual([]);
  expect(await getFailures(scope)).toEqual([{ figure: 'failed', count: 1n }]);
  expect(await due()).toEqual([]);
  await suspend(false);
  expect(await webhookQueue.fanOut(500, await due())).toMatchObject({ deliveries: 1 });
  expect(await getFailures(scope)).toEqual([{ figure: 'failed', count: 1n }]);
});

// A trigger cannot be created on the shards of a cluster.
it.skipIf(isCluster())(
  'a merchant whose fan-out fails is counted and set aside, and the others go on',
  async () => {
    const [broken, other] = [await addMerchant(database), await addMerchant(database)];
    for (const scope of [broken, other]) {
      await addEndpoint(database, scope);
      await addCounted(scope);
    }
    await client.$executeRawUnsafe(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'refused'; END $$`);
    await client.$executeRawUnsafe(`
      CREATE TRIGGER refuse BEFORE INSERT ON webhook_delivery FOR EACH ROW
      WHEN (NEW.merchant_id = '${broken.merchantId}') EXECUTE FUNCTION refuse()`);
    const merchant = await dueMerchant(broken);
    const retryNow = () => client.fanOutFailure.updateMany({ data: { retryAt: new Date(0) } });
    const refusal = expect.objectContaining({ message: expect.stringContaining('P0001') });
    await expect(webhookQueue.fanOut(500, await due())).rejects.toEqual(refusal);
    for (const failures of [1, 2]) {
      const { failure } = await webhookQueue.fanOutMerchant(500, merchant);
      expect(failure).toMatchObject({ failures, error: refusal });
      expect((await webhookQueue.fanOutMerchant(500, merchant)).failure).toBeNull();
      await retryNow();
    }
    expect(await database.diagnostics.listFanOutFailures(10)).toMatchObject([
      { merchantId: broken.merchantId, failures: 2 },
    ]);
    expect(await database.diagnostics.readQueueDepths()).toMatchObject({ merchantsSetAside: 1 });
    expect(await webhookQueue.fanOut(500, await due())).toMatchObject({
      deliveries: 1,
      apart: [merchant],
    });
    expect(await getFailures(broken)).toEqual([{ figure: 'failed', count: 1n }]);
    await client.$executeRawUnsafe('DROP TRIGGER refuse ON webhook_delivery');
    expect(await webhookQueue.fanOutMerchant(500, merchant)).toMatchObject({ deliveries: 1 });
    expect(await getFailures(broken)).toEqual([{ figure: 'failed', count: 1n }]);
    expect(await database.diagnostics.listFanOutFailures(10)).toEqual([]);
  },
);
