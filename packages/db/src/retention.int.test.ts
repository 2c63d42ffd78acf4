import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addEndpoint, addMerchant, openTestDatabase } from '../test/rows.ts';
import type { Database } from './database.ts';
import type { Scope } from './records.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let database: Database;
let scope: Scope;
beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
});
beforeEach(async () => {
  await database.client.webhookDelivery.deleteMany();
  scope = await addMerchant(database);
});
afterAll(() => opened.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (ms: number) => new Date(Date.now() - ms);

/** Adds a delivery that is due at `dueAt` or has finished. */
async function addDelivery(
  endpointId: string,
  eventId: string,
  change: { createdAt?: Date; dueAt?: Date; finishedAt?: Date },
): Promise<void> {
  await database.client.webhookDelivery.create({
    data: {
      merchantId: scope.merchantId,
      endpointId,
      eventId,
      queueNumber: 0,
      sequence: 1,
      status: change.finishedAt ? 'succeeded' : 'waiting',
      dueAt: new Date(),
      ...change,
    },
  });
}

const statuses = async () => {
  const rows = await database.client.webhookDelivery.findMany({ orderBy: { eventId: 'asc' } });
  return rows.map(({ eventId, status }) => [eventId, status]);
};

it('cancels only the waiting deliveries of archived endpoints', async () => {
  const archived = await addEndpoint(database, scope, { status: 'archived' });
  await addDelivery(await addEndpoint(database, scope), 'evt_active', {});
  await addDelivery(archived, 'evt_done', { finishedAt: ago(0) });
  await addDelivery(archived, 'evt_waiting', {});
  expect(await database.applyRetention(10)).toMatchObject({ canceledDeliveries: 1, deliveries: 0 });
  expect(await statuses()).toEqual([
    ['evt_active', 'waiting'],
    ['evt_done', 'succeeded'],
    ['evt_waiting', 'canceled'],
  ]);
});

it('keeps an old delivery that is still due or was sent again within a day', async () => {
  const endpoint = await addEndpoint(database, scope);
  const createdAt = ago(40 * DAY);
  await addDelivery(endpoint, 'evt_due', { createdAt, dueAt: ago(-HOUR) });
  await addDelivery(endpoint, 'evt_old', { createdAt, finishedAt: ago(39 * DAY) });
  await addDelivery(endpoint, 'evt_sent_again', { createdAt, finishedAt: ago(HOUR) });
  expect(await database.applyRetention(10)).toMatchObject({ deliveries: 1 });
  expect(await statuses()).toEqual([
    ['evt_due', 'waiting'],
    ['evt_sent_again', 'succeeded'],
  ]);
});

it('removes at most the given number of rows of a kind', async () => {
  const endpoint = await addEndpoint(database, scope);
  const old = { createdAt: ago(40 * DAY), finishedAt: ago(39 * DAY) };
  for (const id of ['evt_1', 'evt_2', 'evt_3']) await addDelivery(endpoint, id, old);
  expect(await database.applyRetention(2)).toMatchObject({ deliveries: 2 });
  expect(await statuses()).toHaveLength(1);
});
