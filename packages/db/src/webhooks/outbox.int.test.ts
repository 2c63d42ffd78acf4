import { setTimeout as pause } from 'node:timers/promises';
import { type EventId, formatId, ID_RANDOM_BYTES } from '@parley/domain';
import { isCluster } from '@parley/testing';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { claimsOfAll } from '../../test/claims.ts';
import { explainScans, rowsRead } from '../../test/plans.ts';
import { addEndpoint, addMerchant, newId, openTestDatabase } from '../../test/rows.ts';
import type { Connection } from '../sql/client.ts';
import { firstIdAt } from '../sql/list-rows.ts';
import type { Scope } from '../sql/records.ts';
import { type OutboxRecord, outboxRepository } from './outbox.ts';

const { database, url, close } = await openTestDatabase();
afterAll(close);

const MINUTE = 60_000;
const start = new Date('2026-11-20T09:00:00.000Z').getTime();
const at = (minutes: number) => new Date(start + minutes * MINUTE);
let last = 0;
/** An event whose id was created at one time and that was stored at another. */
function eventAt(idMinutes: number, minutes = idMinutes, type = 'proxy_session.created') {
  last += 1;
  return {
    id: formatId('evt', at(idMinutes).getTime(), new Uint8Array(ID_RANDOM_BYTES).fill(last)),
    type,
    proxySessionId: null,
    sequence: 0,
    payload: {},
    createdAt: at(minutes),
  } as OutboxRecord;
}
const getIds = (events: readonly OutboxRecord[]) => events.map(({ id }) => id);

describe('the events of a period', () => {
  it('are those stored in it, even if the clock that made their ids is 50 minutes off', async () => {
    const { outbox } = database.forScope(await addMerchant(database));
    const [before, early, late, after] = [
      eventAt(-1),
      eventAt(-50, 0),
      eventAt(59, 9),
      eventAt(10),
    ] as const;
    await outbox.append([before, early, late, after]);
    const period = { createdFrom: at(0), createdBefore: at(10) };
    expect(getIds((await outbox.list(period, { limit: 10 })).events)).toEqual(
      getIds([late, early]),
    );
  });

  it('may begin before the first event id and end after the last one', async () => {
    expect(firstIdAt('evt', new Date(0), -1)).toBe(firstIdAt('evt', new Date(0)));
    expect(firstIdAt('evt', new Date(8.64e15))).toBe(firstIdAt('evt', new Date(2 ** 48 - 1)));
    expect(firstIdAt('evt', at(0), MINUTE)).toBe(firstIdAt('evt', at(1)));
  });
});

it('appending an empty list stores no event', async () => {
  const { outbox } = database.forScope(await addMerchant(database));
  await outbox.append([]);
  expect((await outbox.list({}, { limit: 1 })).events).toEqual([]);
});

it('the oldest events are delivered first', async () => {
  await database.client.outboxWaiting.deleteMany();
  const scope = await addMerchant(database);
  await addEndpoint(database, scope);
  const [younger, older] = [eventAt(1, 5), eventAt(2, 0)] as const;
  await database.forScope(scope).outbox.append([younger, older]);
  await claimsOfAll(database).fanOut(1);
  const { merchantId } = scope;
  const delivered = await database.client.webhookDelivery.findMany({ where: { merchantId } });
  expect(delivered.map(({ eventId }) => eventId)).toEqual([older.id]);
});

it('a fan-out waits for another one that has taken the oldest events', async () => {
  await database.client.outboxWaiting.deleteMany();
  const scope = await addMerchant(database);
  await addEndpoint(database, scope);
  const events = [eventAt(1), eventAt(2), eventAt(3)] as const;
  await database.forScope(scope).outbox.append(events);
  const other = new pg.Client(url);
  await other.connect();
  try {
    await other.query('BEGIN');
    const { merchantId } = scope;
    await other.query(
      'SELECT FROM outbox_waiting WHERE merchant_id = $1 ORDER BY created_at LIMIT 2 FOR UPDATE',
      [merchantId],
    );
    const fanningOut = claimsOfAll(database).fanOut(10);
    // A fan-out that skips the locked events ends meanwhile, with the youngest one.
    await Promise.race([fanningOut, pause(300)]);
    expect(await database.client.webhookDelivery.count({ where: { merchantId } })).toBe(0);
    await other.query('ROLLBACK');
    expect(await fanningOut).toMatchObject({ events: 3, deliveries: 3 });
  } finally {
    await other.end();
  }
});

// On a cluster, the number of merchants on the same shard varies.
it.skipIf(isCluster())(
  'a fan-out of many merchants takes 50 events of each, and says that there may be more',
  async () => {
    const { client, webhookQueue } = database;
    await client.outboxWaiting.deleteMany();
    for (const events of [70, ...Array.from({ length: 10 }, () => 1)]) {
      const { outbox } = database.forScope(await addMerchant(database));
      await outbox.append(
        Array.from({ length: events }, (_, n) => ({ ...eventAt(0, n), id: newId('evt') })),
      );
    }
    const first = await claimsOfAll(database).fanOut(500);
    expect(first).toMatchObject({ events: 60 });
    expect(first.unfinished).toHaveLength(11);
    expect(await webhookQueue.fanOut(500, first.unfinished)).toMatchObject({
      events: 20,
      unfinished: [],
    });
  },
);

describe('the events that can be replayed', () => {
  async function startReplay() {
    const scope: Scope = await addMerchant(database);
    const { outbox, webhookDeliveries } = database.forScope(scope);
    const events = [eventAt(1), eventAt(2), eventAt(3)] as const;
    await outbox.append(events);
    await database.client.outboxWaiting.deleteMany({ where: { merchantId: scope.merchantId } });
    return { scope, outbox, webhookDeliveries, ids: getIds(events) };
  }

  it('are listed oldest first, page by page, without pings and those not fanned out yet', async () => {
    const { outbox, ids } = await startReplay();
    const list = async (...of: Parameters<typeof outbox.listReplayable>) =>
      (await outbox.listReplayable(...of)).ids;
    await outbox.appendWithoutFanOut(eventAt(4, 4, 'webhook_endpoint.ping'));
    await outbox.append([eventAt(5)]);
    expect(await list({}, { limit: 10 })).toEqual(ids);
    expect(await list({}, { limit: 2 })).toEqual(ids.slice(0, 2));
    const after = ids[0] ?? '';
    expect(await list({}, { limit: 10, after })).toEqual(ids.slice(1));
    expect(await list({ createdFrom: at(3) }, { limit: 10 })).toEqual([ids[2]]);
  });

  it('are missed by an endpoint unless it has received them or will', async () => {
    const { scope, outbox, webhookDeliveries, ids } = await startReplay();
    const [endpoint, other] = [
      await addEndpoint(database, scope),
      await addEndpoint(database, scope),
    ];
    const [received, failed] = ids as [EventId, EventId];
    await webhookDeliveries.enqueue(endpoint, ids.slice(0, 2));
    await webhookDeliveries.enqueue(other, ids);
    const where = { endpointId: endpoint, eventId: failed };
    const finishedAt = new Date();
    await database.client.webhookDelivery.updateMany({
      where,
      data: { status: 'failed', finishedAt },
    });
    const missed = async () => (await outbox.listReplayable({}, { limit: 10 }, endpoint)).ids;
    expect(await missed()).toEqual(ids.slice(1));
    await database.client.webhookDelivery.updateMany({
      where: { endpointId: endpoint, eventId: received },
      data: { status: 'succeeded', finishedAt },
    });
    expect(await missed()).toEqual(ids.slice(1));
  });
});

it('lists and counts of a rare type examine a bounded number of events, and say where they stopped', async () => {
  const { outbox } = database.forScope(await addMerchant(database));
  const events = Array.from({ length: 5 }, (_, n) => eventAt(n));
  await outbox.append([...events, eventAt(5, 5, 'proxy_session.canceled')]);
  await database.client.outboxWaiting.deleteMany();
  const ids = getIds(events);
  const rare = { types: ['proxy_session.canceled'] };
  const page = { limit: 1, maxExamined: 2 };
  expect(await outbox.listReplayable(rare, page)).toMatchObject({
    ids: [],
    examinedTo: { id: ids[1] },
  });
  expect(await outbox.listReplayable(rare, { ...page, after: ids[3] })).toMatchObject({
    ids: [expect.any(String)],
    examinedTo: null,
  });
  expect(await outbox.countReplayable(rare, undefined, 5)).toMatchObject({
    count: 0,
    hasMore: true,
  });
  expect(await outbox.list({ types: ['proxy_session.paid'] }, page)).toMatchObject({
    events: [],
    examinedTo: { id: ids[4] },
  });
});

// On a cluster, EXPLAIN ANALYZE shows the rows of one shard only.
it.skipIf(isCluster())('a count of missed events looks up the deliveries of those', async () => {
  const scope = await addMerchant(database);
  const endpointId = await addEndpoint(database, scope);
  const { client } = database;
  await client.$executeRaw`
    INSERT INTO outbox_event (merchant_id, id, mode, type, proxy_session_id, sequence, payload, created_at)
    SELECT ${scope.merchantId}, 'evt_' || lpad(n::text, 6, '0'), 'test', 'proxy_session.paid', 'psess_' || n, 1,
      '{}', now()
    FROM generate_series(1, 5000) n`;
  await client.$executeRaw`
    INSERT INTO webhook_delivery (merchant_id, endpoint_id, event_id, queue_number, sequence, status, due_at)
    SELECT merchant_id, ${endpointId}, id, 0, 0, 'waiting', created_at
    FROM outbox_event WHERE merchant_id = ${scope.merchantId}`;
  await client.$executeRaw`ANALYZE outbox_event, webhook_delivery`;
  const count = (db: Connection) =>
    outboxRepository(db, scope).countReplayable({}, endpointId, 4_000);
  const nodes = await explainScans(client, count, { prefersIndexes: false });
  for (const node of nodes) expect(rowsRead(node), JSON.stringify(node)).toBeLessThanOrEqual(4_000);
});

it('an event is found by its id', async () => {
  const { outbox } = database.forScope(await addMerchant(database));
  const event = eventAt(1);
  await outbox.appendWithoutFanOut(event);
  expect(await outbox.find(event.id)).toMatchObject(event);
  expect(await outbox.find(newId('evt'))).toBeNull();
});
