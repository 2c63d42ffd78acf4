import { isCluster } from '@parley/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMerchant, newId, openTestDatabase } from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';
import { createSqlConnection, type SqlConnection } from '../sql/sql-connection.ts';
import { createProviderEventInserts } from './provider-event-inserts.ts';
import type { ProviderEventRecord } from './provider-events.ts';

const opened = await openTestDatabase();
const { client } = opened.database;
const pool = new pg.Pool({ connectionString: opened.url });
const db = createSqlConnection(pool);
let scope: Scope;
beforeAll(async () => {
  scope = await addMerchant(opened.database);
});
afterAll(async () => {
  await pool.end();
  await opened.close();
});

/** The number of events in each statement of `together`. */
let statements: number[] = [];
const counted = {
  $queryRaw: async (text: TemplateStringsArray, json: string) => {
    statements.push(JSON.parse(json).length);
    return db.$queryRaw(text, json);
  },
} as unknown as SqlConnection;
const insert = createProviderEventInserts(counted, db, isCluster);
const providerConfigId = newId('pspcfg');
const event = (
  eventId: string,
  change: Partial<ProviderEventRecord> = {},
): ProviderEventRecord => ({
  ...scope,
  providerConfigId,
  eventId,
  type: 'payment_intent.succeeded',
  objectId: 'pi_1',
  payload: { id: eventId, text: 'ü "quoted" \\', list: [1, null, { a: 1.5 }] },
  occurredAt: new Date('2026-11-20T09:00:00.123Z'),
  ...change,
});

/** Inserts events in one turn of the event loop, so that they share a statement. */
async function together(events: readonly ProviderEventRecord[]) {
  statements = [];
  const results = await Promise.allSettled(events.map(insert));
  return results.map((one) => (one.status === 'fulfilled' ? one.value : 'rejected'));
}
const find = (eventId: string) => client.providerEvent.findFirst({ where: { eventId } });

it('stores events that arrive together in one statement, each with all of its fields', async () => {
  const other = await addMerchant(opened.database);
  const events = [event('evt_b'), event('evt_a', { ...other, providerConfigId: newId('pspcfg') })];
  expect(await together(events)).toEqual([true, true]);
  // On Citus, a statement has events of one merchant.
  expect(statements).toEqual(isCluster() ? [1, 1] : [2]);
  for (const one of events) {
    expect(await find(one.eventId)).toMatchObject({
      ...one,
      status: 'waiting',
      dueAt: new Date(0),
      attempts: 0,
    });
  }
});

it('reports which events of a statement are new and which were stored already', async () => {
  await insert(event('evt_stored'));
  const elsewhere = event('evt_stored', { providerConfigId: newId('pspcfg') });
  expect(await together([event('evt_stored'), elsewhere, event('evt_new')])).toEqual([
    false,
    true,
    true,
  ]);
  expect(statements).toEqual([3]);
});

it('stores an event once that arrives several times together', async () => {
  const stored = await together(Array.from({ length: 4 }, () => event('evt_repeated')));
  expect(stored).toEqual([true, false, false, false]);
});

it('stores the other events of a statement when PostgreSQL refuses one', async () => {
  const refused = event('evt_refused', { payload: { text: '\0' } });
  expect(await together([event('evt_one'), refused, event('evt_two')])).toEqual([
    true,
    'rejected',
    true,
  ]);
  expect(await find('evt_refused')).toBeNull();
});

it('does not repeat a statement whose connection broke, because it may have been committed', async () => {
  const broken = {
    $queryRaw: () => Promise.reject(new Error('Connection terminated unexpectedly')),
  } as unknown as SqlConnection;
  const insertOnce = createProviderEventInserts(broken, {} as SqlConnection, isCluster);
  const results = ['a', 'b', 'c', 'd'].map((name) => insertOnce(event(`evt_lost_${name}`)));
  for (const result of await Promise.allSettled(results)) {
    expect(result).toMatchObject({ reason: { code: 'service_unavailable' } });
  }
});
