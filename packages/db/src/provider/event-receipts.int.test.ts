import { afterAll, beforeEach, expect, it } from 'vitest';
import { addMerchant, addProviderConfig, openTestDatabase } from '../../test/rows.ts';
import { openDatabase } from '../database.ts';
import type { Scope } from '../sql/records.ts';
import { createEventReceipts } from './event-receipts.ts';

const { database, url, encryptionKeys, close } = await openTestDatabase();
afterAll(close);
let scope: Scope;
beforeEach(async () => {
  scope = await addMerchant(database);
});

const noon = Date.parse('2026-11-22T12:00:00.000Z');

/** Receipts with a database clock and a process clock that the test sets, both in seconds after noon. */
function openAt(clock: { seconds: number }) {
  return createEventReceipts(
    database.client,
    async () => new Date(noon + clock.seconds * 1_000),
    () => {},
    () => clock.seconds * 1_000,
  );
}

async function lastEvent(id: string): Promise<number | null> {
  const config = await database.forScope(scope).providerConfigs.findSummary(id);
  return config?.lastEventAt ? (config.lastEventAt.getTime() - noon) / 1_000 : null;
}

it('records when each account received its last event, by the database clock', async () => {
  const [one, two, none] = [
    await addProviderConfig(database, scope),
    await addProviderConfig(database, { ...scope, mode: 'live' }),
    await addProviderConfig(database, await addMerchant(database)),
  ];
  const clock = { seconds: 0 };
  const receipts = openAt(clock);
  receipts.add(one);
  clock.seconds = 10;
  receipts.add(one);
  clock.seconds = 20;
  receipts.add(two);
  clock.seconds = 50;
  await receipts.flush();
  expect(await lastEvent(one)).toBe(10);
  const rows = await database.client.providerConfig.findMany({
    where: { id: { in: [two, none] } },
  });
  const times = new Map(rows.map(({ id, lastEventAt }) => [id, lastEventAt?.getTime() ?? null]));
  expect([times.get(two), times.get(none)]).toEqual([noon + 20_000, null]);
});

it('writes an account at most once a minute, whatever the number of processes', async () => {
  const id = await addProviderConfig(database, scope);
  const clock = { seconds: 0 };
  const processes = [openAt(clock), openAt(clock)];
  const receive = async () => {
    for (const receipts of processes) {
      receipts.add(id);
      await receipts.flush();
      clock.seconds += 1;
    }
  };
  await receive();
  expect(await lastEvent(id)).toBe(0);
  clock.seconds = 58;
  await receive();
  expect(await lastEvent(id)).toBe(0);
  clock.seconds = 60;
  await receive();
  expect(await lastEvent(id)).toBe(60);
});

it('a process that stops records the events that it has received', async () => {
  const id = await addProviderConfig(database, scope);
  const receiver = openDatabase({ url, encryptionKeys });
  await receiver.providerEvents.insert({
    ...scope,
    providerConfigId: id,
    eventId: 'evt_1',
    type: 'customer.created',
    objectId: 'cus_1',
    payload: {},
    occurredAt: new Date(noon),
  });
  expect(await lastEvent(id)).toBeNull();
  await receiver.close();
  const [{ now }] = await database.client.$queryRaw<[{ now: Date }]>`SELECT now()`;
  const seconds = (await lastEvent(id)) ?? 0;
  expect(Math.abs(seconds - (now.getTime() - noon) / 1_000)).toBeLessThan(60);
});

it('reports receipts that the database does not accept', async () => {
  const id = await addProviderConfig(database, scope);
  const failures: unknown[] = [];
  const refused = new Error('the database is away');
  const receipts = createEventReceipts(
    database.client,
    () => Promise.reject(refused),
    (error) => failures.push(error),
  );
  receipts.add(id);
  await receipts.flush();
  expect(failures).toEqual([refused]);
});
