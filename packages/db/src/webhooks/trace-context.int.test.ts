import { AsyncLocalStorage } from 'node:async_hooks';
import { recordStatements } from '@parley/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { claimsOfAll } from '../../test/claims.ts';
import { getChange } from '../../test/commits.ts';
import { claimFirstQueue } from '../../test/deliveries.ts';
import { openProviderEvents } from '../../test/provider-events.ts';
import {
  addAttempt,
  addEndpoint,
  addMerchant,
  addSession,
  newId,
  openTestDatabase,
  reservedColumns,
} from '../../test/rows.ts';
import type { OutboxRecord } from './outbox.ts';

const traces = new AsyncLocalStorage<string>();
const inTrace = <T>(name: string, work: () => T): T => traces.run(name, work);
const { database, url, close } = await openTestDatabase(() => ({
  getTraceparent: () => traces.getStore(),
}));
const { client } = database;
const scope = await addMerchant(database);
const endpointId = await addEndpoint(database, scope);
const reserved = await reservedColumns(database, scope);
beforeEach(async () => {
  await client.outboxWaiting.deleteMany();
  await client.providerEvent.deleteMany();
});
afterAll(close);

/** A change of a new session, with the id of its event. */
async function prepareChange() {
  const id = await addSession(database, scope);
  await addAttempt(database, scope, id, reserved);
  const found = await database.findSession(scope, id);
  if (!found) throw new Error('the session is not stored');
  const change = getChange(found.session);
  const [event] = change.session?.events ?? [];
  if (!event) throw new Error('the change has no event');
  return { change, eventId: event.id };
}

const createEvent = (): OutboxRecord => ({
  id: newId('evt'),
  type: 'webhook_endpoint.deactivated',
  proxySessionId: null,
  sequence: 0,
  payload: {},
  createdAt: new Date(),
});

/** The traces that the deliveries of events continue, of those that are due. */
async function readDeliveries(): Promise<Map<string, string | null>> {
  const { merchantId } = scope;
  await client.webhookDelivery.updateMany({ where: { merchantId }, data: { queueNumber: 0 } });
  const { deliveries } = await claimFirstQueue(database, endpointId);
  return new Map(deliveries.map(({ eventId, traceparent }) => [eventId, traceparent]));
}

it('an event and its deliveries continue the trace that wrote it, also in a statement that several share', async () => {
  const [first, second, third] = [
    await prepareChange(),
    await prepareChange(),
    await prepareChange(),
  ];
  const event = createEvent();
  await Promise.all([
    inTrace('first', () => database.commit(first.change)),
    inTrace('second', () => database.commit(second.change)),
    database.commit(third.change),
  ]);
  await database.transaction(scope, (tx) =>
    inTrace('transaction', () => tx.outbox.append([event])),
  );
  await claimsOfAll(database).fanOut(500);
  const expected = new Map<string, string | null>([
    [first.eventId, 'first'],
    [second.eventId, 'second'],
    [third.eventId, null],
    [event.id, 'transaction'],
  ]);
  expect(await readDeliveries()).toEqual(expected);
  const { webhookDeliveries } = database.forScope(scope);
  await inTrace('repetition', () => webhookDeliveries.enqueue(endpointId, [first.eventId]));
  expect(await readDeliveries()).toEqual(expected.set(first.eventId, 'repetition'));
});

it('a commit within a transaction stores the trace too', async () => {
  const { change, eventId } = await prepareChange();
  await database.transaction(scope, (tx) => inTrace('transaction', () => tx.commit(change)));
  expect(await client.outboxWaiting.findFirst({ where: { eventId } })).toMatchObject({
    traceparent: 'transaction',
  });
});

it('a worker that claims a provider event continues the trace of its receipt', async () => {
  const events = openProviderEvents(database);
  await Promise.all([
    inTrace('first', () => events.insert(scope, 'evt_1')),
    inTrace('second', () => events.insert(scope, 'evt_2')),
    events.insert(scope, 'evt_3'),
  ]);
  const claimed = await events.claim();
  expect(new Map(claimed.map(({ eventId, traceparent }) => [eventId, traceparent]))).toEqual(
    new Map([
      ['evt_1', 'first'],
      ['evt_2', 'second'],
      ['evt_3', null],
    ]),
  );
});

/** The bytes of a row of a table, and of its values without those of the column. */
async function measureRow(table: string) {
  const [columns] = await client.$queryRaw<{ list: string }[]>`
    SELECT string_agg('t.' || attname, ', ' ORDER BY attnum) AS list FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND attname <> 'traceparent'`;
  const [row] = await client.$queryRawUnsafe<{ size: number; without: number }[]>(
    `SELECT pg_column_size(t) AS size, pg_column_size(ROW(${columns?.list})) AS without FROM ${table} t`,
  );
  if (!row) throw new Error(`${table} is empty`);
  return row;
}

it('without tracing, the statements are the same, and rows are as large as without the column', async () => {
  const record = async () => {
    const { change } = await prepareChange();
    return recordStatements(url, async () => {
      await database.commit(change);
      await openProviderEvents(database).insert(scope, newId('evt'));
      await database.transaction(scope, (tx) => tx.outbox.append([createEvent()]));
    });
  };
  const traced = await inTrace('traced', record);
  await client.outboxWaiting.deleteMany();
  await client.providerEvent.deleteMany();
  await client.webhookDelivery.deleteMany();
  const statements = await record();
  expect(statements.map(({ text }) => text)).toEqual(traced.map(({ text }) => text));
  const getValues = (sent: typeof traced) => JSON.stringify(sent.map(({ values }) => values));
  expect(getValues(traced)).toContain('traceparent');
  expect(getValues(statements)).not.toContain('traceparent');
  for (const table of ['outbox_waiting', 'provider_event']) {
    const { size, without } = await measureRow(table);
    expect([table, size]).toEqual([table, without]);
  }
  await claimsOfAll(database).fanOut(500);
  const { size, without } = await measureRow('webhook_delivery');
  expect(size).toBe(without);
});
