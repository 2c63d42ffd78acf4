import { isCluster } from '@parley/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { findDue } from '../../test/claims.ts';
import { explainSentScans, rowsRead } from '../../test/plans.ts';
import {
  addAttempt,
  addMerchant,
  addSession,
  addSubscription,
  openTestDatabase,
  reservedColumns,
} from '../../test/rows.ts';
import { getPartition } from '../sql/merchant-partitions.ts';
import type { Scope } from '../sql/records.ts';
import { createShards, type LocateMerchants, type Shards } from '../sql/shards.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';
import { createDueMerchants, type DueFilter } from './due-merchants.ts';
import type { DueKind } from './due-queues.ts';

const { database, url, close } = await openTestDatabase();
const { client } = database;
const { locate } = createShards(client, isCluster);
let scope: Scope;
beforeEach(async () => {
  await client.$executeRaw`DELETE FROM outbox_waiting`;
  await client.$executeRaw`DELETE FROM provider_event`;
  scope = await addMerchant(database);
});
afterAll(close);

const addWaiting = (merchantId: string, count: number, ageSeconds = 0) => client.$executeRaw`
  INSERT INTO outbox_waiting (merchant_id, event_id, created_at)
  SELECT ${merchantId}, 'evt_' || n, now() - make_interval(secs => ${ageSeconds})
  FROM generate_series(1, ${count}) n`;

const addProviderEvents = (merchantId: string, count: number, ageSeconds: number) =>
  client.$executeRaw`
    INSERT INTO provider_event (merchant_id, mode, psp_config_id, event_id, type, object_id, payload,
      status, due_at, occurred_at)
    SELECT ${merchantId}, 'test', 'pspcfg_1', 'evt_' || n, 'charge.updated', 'ch_1', '{}', 'waiting',
      now() - make_interval(secs => ${ageSeconds}), now()
    FROM generate_series(1, ${count}) n`;

const find = async (kind: DueKind, filter?: DueFilter) =>
  (await findDue(database, kind, filter)).map(({ id }) => id);

/** The partitions of two workers: that of this merchant, and the other one. */
async function partitions(merchantId: string) {
  const [row] = await client.$queryRaw<{ hash: number }[]>`SELECT hashtext(${merchantId}) AS hash`;
  const [low, high] = [getPartition(0, 2), getPartition(1, 2)];
  return (row?.hash ?? 0) < 0 ? { own: low, other: high } : { own: high, other: low };
}

it('a worker finds due work of its partition, and only late work of another one', async () => {
  const { merchantId } = scope;
  const { own, other } = await partitions(merchantId);
  await addWaiting(merchantId, 2, 5);
  expect(await find('waiting_events', { partition: own })).toEqual([merchantId]);
  expect(await find('waiting_events', { partition: other })).toEqual([]);
  expect(await find('waiting_events', { partition: other, lateSeconds: 60 })).toEqual([]);
  expect(await find('waiting_events', { partition: other, lateSeconds: 2 })).toEqual([merchantId]);
});

it('a backlog of one merchant hides neither another merchant nor another kind of work', async () => {
  await addWaiting(scope.merchantId, 1_500, 60);
  const other = await addMerchant(database);
  await addWaiting(other.merchantId, 1);
  await addSession(database, other, { expiresAt: new Date(Date.now() - 60_000) });
  const found = await database.dueWork.find(['waiting_events', 'expired_sessions']);
  const ids = (kind: DueKind) => found.get(kind)?.map(({ id }) => id);
  expect(ids('waiting_events')?.toSorted()).toEqual(
    [scope.merchantId, other.merchantId].toSorted(),
  );
  expect(ids('expired_sessions')).toContain(other.merchantId);
  const { own } = await partitions(other.merchantId);
  expect(await find('waiting_events', { partition: own })).toContain(other.merchantId);
});

it('a search behind a backlog finds merchants of its partition alone', async () => {
  const { merchantId } = scope;
  const { own, other } = await partitions(merchantId);
  const strangers = Array.from({ length: 8 }, () => addMerchant(database));
  for (const stranger of await Promise.all(strangers)) await addWaiting(stranger.merchantId, 200);
  await addWaiting(merchantId, 1_500);
  const [inOwn, inOther] = [
    await find('waiting_events', { partition: own }),
    await find('waiting_events', { partition: other, lateSeconds: 60 }),
  ];
  expect(inOwn).toContain(merchantId);
  expect(inOwn.length + inOther.length).toBe(9);
});

// On Citus, it looks into the index of each merchant.
it.skipIf(isCluster())(
  'a search behind a backlog reads one index entry of each merchant with rows, and no other merchant',
  async () => {
    await client.$executeRaw`
      INSERT INTO merchant (id, name)
      SELECT 'merch_' || lpad(n::text, 26, '0'), 'Quiet' FROM generate_series(1, 2000) n`;
    const other = await addMerchant(database);
    await addWaiting(scope.merchantId, 3_000, 60);
    await addWaiting(other.merchantId, 1);
    // Parked events are in the index too.
    await addProviderEvents(scope.merchantId, 3_000, -3_600);
    await addProviderEvents(other.merchantId, 1, 60);
    await client.$executeRaw`ANALYZE`;
    const kinds = [
      'waiting_events',
      'endpoint_queues',
      'slow_endpoint_queues',
      'provider_events',
    ] as const;
    const search = () => database.dueWork.find(kinds, { partition: getPartition(0, 1) });
    const found = await search();
    expect(found.get('waiting_events')).toHaveLength(2);
    expect(found.get('provider_events')?.map(({ id }) => id)).toEqual([other.merchantId]);
    const scans = await explainSentScans(client, url, search);
    const inBacklog = scans.filter((node) => node['Actual Loops'] === 1 && rowsRead(node) >= 999);
    expect(inBacklog).toHaveLength(1);
    const lookups = scans.filter((node) => !inBacklog.includes(node));
    for (const node of lookups) {
      expect(node['Node Type']).toMatch(/^Index/);
      expect(Math.max(rowsRead(node), node['Actual Loops'] ?? 0)).toBeLessThan(10);
    }
    expect(lookups.map((node) => node['Index Name'])).toEqual(
      expect.arrayContaining([
        'outbox_waiting_oldest_of_merchant',
        'provider_event_due_of_merchant',
      ]),
    );
  },
);

it('a search finds all merchants of the shards that respond, behind a backlog too, when one does not', async () => {
  const readShard = async ({ merchantId }: Scope) => (await locate([merchantId]))[0]?.shard;
  const stopped = await addMerchant(database);
  let quiet = await addMerchant(database);
  while ((await readShard(quiet)) !== (await readShard(scope))) quiet = await addMerchant(database);
  for (const { merchantId } of [quiet, stopped]) await addWaiting(merchantId, 1);
  await addWaiting(scope.merchantId, 1_500, 60);
  await addProviderEvents(quiet.merchantId, 1, 120);
  await addProviderEvents(scope.merchantId, 1_500, 60);
  // Fails for a statement over all shards, and for one over the shard of the stopped merchant.
  const $queryRaw: typeof client.$queryRaw = (query, ...values) => {
    const sent = JSON.stringify([query, values]);
    const isOnOthers = sent.includes('= ANY(') && !sent.includes(stopped.merchantId);
    if (/outbox_waiting|provider_event/.test(sent) && !isOnOthers) {
      return Promise.reject(new Error('node down')) as never;
    }
    return client.$queryRaw(query, ...values);
  };
  const db = { $queryRaw } as unknown as QueryConnection;
  const located: LocateMerchants = async (ids) =>
    (await locate(ids)).map(({ id, shard }) => ({
      id,
      shard: id === stopped.merchantId ? 'stopped' : `shard ${shard}`,
    }));
  const shards: Shards = {
    ...createShards(db, () => true),
    locate: located,
    locateAll: async () => located((await client.merchant.findMany()).map(({ id }) => id)),
    readNode: async (id) => `node of ${id}`,
  };
  const search = createDueMerchants(db, shards);
  const found = await search(['waiting_events', 'provider_events']);
  const both = [scope.merchantId, quiet.merchantId].toSorted();
  for (const kind of ['waiting_events', 'provider_events'] as const) {
    expect(
      found
        .get(kind)
        ?.map(({ id }) => id)
        .toSorted(),
    ).toEqual(both);
  }
  expect(shards.failures()).toEqual([
    { operation: 'find_due_merchants', node: `node of ${stopped.merchantId}`, count: 1 },
  ]);
  const searchOneServer = createDueMerchants(
    db,
    createShards(db, () => false),
  );
  await expect(searchOneServer(['waiting_events'])).rejects.toThrow('node down');
});

it('subscriptions that were not read for long are found although another queue has a backlog', async () => {
  await addWaiting(scope.merchantId, 1_500, 60);
  const session = await addSession(database, scope);
  const attempt = await addAttempt(
    database,
    scope,
    session,
    await reservedColumns(database, scope),
  );
  await addSubscription(database, scope, { proxySessionId: session, attemptId: attempt });
  const kinds = ['waiting_events', 'subscriptions'] as const;
  const unread = await database.dueWork.find(kinds, { subscriptionUnreadSeconds: 0 });
  expect(unread.get('subscriptions')?.map(({ id }) => id)).toEqual([scope.merchantId]);
  const read = await database.dueWork.find(kinds, { subscriptionUnreadSeconds: 10 ** 10 });
  expect(read.has('subscriptions')).toBe(false);
});

it('a claim takes rows of each merchant although it takes fewer than there are merchants', async () => {
  const merchants = [scope, await addMerchant(database), await addMerchant(database)];
  for (const one of merchants) {
    await addSession(database, one, { expiresAt: new Date(Date.now() - 1_000) });
  }
  const wanted: string[] = merchants.map(({ merchantId }) => merchantId);
  const due = await findDue(database, 'expired_sessions');
  const given = due.filter(({ id }) => wanted.includes(id));
  const claimed = new Set<string>();
  for (let round = 0; round < 3; round++) {
    const lease = { token: 'token', seconds: 60, limit: 1 };
    const [session, ...more] = await database.dueSessions.claimExpired(lease, given);
    expect(more).toEqual([]);
    if (session) claimed.add(session.merchantId);
  }
  expect([...claimed].toSorted()).toEqual(wanted.toSorted());
});
