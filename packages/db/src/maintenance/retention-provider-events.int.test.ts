import { isCluster } from '@parley/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { addMerchant, openTestDatabase } from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';

const { database, close } = await openTestDatabase();
afterAll(close);
let scope: Scope;
beforeEach(async () => {
  await database.client.webhookDelivery.deleteMany();
  scope = await addMerchant(database);
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (ms: number) => new Date(Date.now() - ms);

/** Adds provider events whose payload does not matter, received one second after the other. */
async function addProviderEvents(status: string, count: number, oldest: Date): Promise<void> {
  await database.client.$executeRaw`
    INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id, payload,
      status, due_at, occurred_at, received_at, finished_at)
    SELECT ${scope.merchantId}, 'pspcfg_1', ${status} || '_' || n, ${scope.mode}, 'x', 'pi_1', '{}',
      ${status}, now(), now(), ${oldest}::timestamptz + make_interval(secs => n),
      ${oldest}::timestamptz + make_interval(secs => n)
    FROM generate_series(1, ${count}::int) n`;
}

const countProviderEvents = (status: string) =>
  database.client.providerEvent.count({ where: { merchantId: scope.merchantId, status } });

it('deletes provider events 90 days after they were finished, and none that may still be applied', async () => {
  const statuses = ['applied', 'ignored', 'failed', 'parked', 'waiting'];
  for (const status of statuses) await addProviderEvents(status, 1, ago(91 * DAY));
  // It was parked for a month before it failed.
  await database.client.providerEvent.create({
    data: {
      ...scope,
      providerConfigId: 'pspcfg_1',
      eventId: 'failed_late',
      type: 'x',
      objectId: 'pi_1',
      payload: {},
      status: 'failed',
      dueAt: new Date(),
      occurredAt: ago(120 * DAY),
      receivedAt: ago(120 * DAY),
      finishedAt: ago(89 * DAY),
    },
  });
  await database.applyRetention(100);
  const counts = await Promise.all(statuses.map(countProviderEvents));
  expect(counts).toEqual([0, 0, 1, 1, 1]);
});

it('keeps the newest 10,000 parked and failed provider events of a merchant, those of sessions first', async () => {
  const other = scope;
  await addProviderEvents('parked', 20, ago(HOUR));
  scope = await addMerchant(database);
  await addProviderEvents('parked', 6_000, ago(10 * HOUR));
  await addProviderEvents('failed', 4_030, ago(5 * HOUR));
  await addProviderEvents('waiting', 10, ago(20 * HOUR));
  // The oldest of all, but of a session.
  await database.client.providerEvent.updateMany({
    where: { merchantId: scope.merchantId, eventId: 'parked_1' },
    data: { proxySessionId: 'psess_1' },
  });
  expect(await database.applyRetention(25)).toMatchObject({ heldProviderEvents: 25 });
  expect(await database.applyRetention(25)).toMatchObject({ heldProviderEvents: 5 });
  expect(await database.applyRetention(25)).toMatchObject({ heldProviderEvents: 0 });
  const counts = await Promise.all(['parked', 'failed', 'waiting'].map(countProviderEvents));
  expect(counts).toEqual([5_970, 4_030, 10]);
  const oldest = await database.client.providerEvent.findFirst({
    where: { merchantId: scope.merchantId, status: 'parked', proxySessionId: null },
    orderBy: { receivedAt: 'asc' },
  });
  expect(oldest?.eventId).toBe('parked_32');
  scope = other;
  expect(await countProviderEvents('parked')).toBe(20);
});

// Citus refuses triggers on distributed tables.
it.skipIf(isCluster())(
  'a merchant whose provider events cannot be deleted does not stop others',
  async () => {
    const { client } = database;
    const scopes = [scope, await addMerchant(database)];
    for (scope of scopes) await addProviderEvents('parked', 10_020, ago(10 * HOUR));
    await client.$executeRaw`
    CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE 'deletion refused'; END $$`;
    // Whichever of the two comes first is refused once.
    for (const [refused, other] of [scopes, scopes.toReversed()]) {
      if (!refused || !other) throw new Error('two merchants are needed');
      await client.$executeRawUnsafe(`
      CREATE TRIGGER refuse_deletion BEFORE DELETE ON provider_event FOR EACH ROW
      WHEN (OLD.merchant_id = '${refused.merchantId}') EXECUTE FUNCTION refuse_deletion()`);
      await expect(database.applyRetention(100)).rejects.toThrow('P0001');
      await client.$executeRaw`DROP TRIGGER refuse_deletion ON provider_event`;
      scope = other;
      expect(await countProviderEvents('parked')).toBe(10_000);
      // It is refused in the next round.
      await addProviderEvents('failed', 10, ago(HOUR));
    }
  },
);
