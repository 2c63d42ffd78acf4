import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimsOfAll } from '../../test/claims.ts';
import {
  addAttempt,
  addEndpoint,
  addMerchant,
  addSession,
  addSubscription,
  openTestDatabase,
  reservedColumns,
} from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';
import { sql } from '../sql/sql.ts';
import type { Lease } from './leases.ts';

const { database, close } = await openTestDatabase();
const queues = claimsOfAll(database);
afterAll(close);
let scope: Scope;
beforeAll(async () => {
  scope = await addMerchant(database);
  const { merchantId } = scope;
  const sql = database.client.$executeRaw.bind(database.client);
  const session = await addSession(database, scope);
  const attempt = await addAttempt(database, scope, session, {
    ...(await reservedColumns(database, scope)),
    providerCheckAt: new Date(0),
  });
  await addSubscription(database, scope, { proxySessionId: session, attemptId: attempt });
  await sql`
    INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id, payload,
      status, due_at, occurred_at)
    VALUES (${merchantId}, 'pspcfg', 'evt_1', 'test', 'invoice.paid', 'in_1', '{}', 'waiting',
      'epoch', now())`;
  const id = await addEndpoint(database, scope);
  await sql`DELETE FROM webhook_endpoint_queue WHERE queue_number = 1`;
  await sql`UPDATE webhook_endpoint_queue SET due_at = 'epoch'`;
  await sql`
    INSERT INTO outbox_event (merchant_id, id, mode, type, sequence, payload, created_at)
    VALUES (${merchantId}, 'evt_sent', 'test', 'proxy_session.created', 1, '{}', now())`;
  await sql`
    INSERT INTO webhook_delivery (merchant_id, endpoint_id, event_id, queue_number, sequence, status,
      due_at)
    VALUES (${merchantId}, ${id}, 'evt_sent', 0, 1, 'waiting', 'epoch')`;
});

/** Claims the only row of a queue; returns what finishes it. */
type ClaimOne = (lease: Lease) => Promise<() => Promise<unknown>>;

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`claimed ${rows.length} rows`);
  return row;
}
const claimQueue = async (lease: Lease) =>
  only(await queues.claimEndpointQueues(lease, { slow: false, perQueue: 1 }));

const claims: readonly [table: string, becomesDue: string, claimOne: ClaimOne][] = [
  [
    'provider_event',
    '',
    async (lease) => {
      const event = only(await queues.claimProviderEvents(lease));
      const outcome = { status: 'applied', note: null, proxySessionId: null } as const;
      return () => database.providerEvents.finish(event, outcome);
    },
  ],
  [
    'acquisition_attempt',
    `, provider_check_at = 'epoch'`,
    async (lease) => {
      const attempt = only(await queues.claimAttemptChecks(lease));
      return () => database.providerSweeps.finishAttemptCheck(attempt);
    },
  ],
  [
    'subscription',
    '',
    async (lease) => {
      const subscription = only(await queues.claimSubscriptions(lease, 60));
      return () => database.providerSweeps.finishSubscription(subscription, 0);
    },
  ],
  [
    'provider_cursor',
    '',
    async (lease) => {
      const cursor = only(await queues.claimProviderCursors(lease));
      const outcome = { readUntil: new Date(), failures: 0, nextInSeconds: 60 };
      return () => database.providerSweeps.finishProviderCursor(cursor, outcome);
    },
  ],
  [
    'sweep',
    '',
    async (lease) => {
      expect(await database.sweeps.claim('retention', lease)).toBe(true);
      return () => database.sweeps.finish('retention', lease.token, 60);
    },
  ],
  [
    'webhook_delivery',
    '',
    async (lease) => {
      const queue = await claimQueue(lease);
      const outcome = {
        queue,
        delivery: only(queue.deliveries),
        startedAt: performance.now(),
        durationMs: 1,
        httpStatus: 204,
        failure: null,
        responseBody: '',
        status: 'succeeded' as const,
        retryInSeconds: 0,
      };
      return () => database.webhookQueue.recordAttempts([outcome]);
    },
  ],
  [
    'webhook_endpoint_queue',
    '',
    async (lease) => {
      const queue = await claimQueue(lease);
      return () =>
        database.webhookQueue.releaseEndpointQueues([
          { queue, next: 'inactive', failing: true, slowResponses: 0 },
        ]);
    },
  ],
];

it.each(claims)(
  'a late worker cannot finish a row of %s that another one has leased',
  async (table, becomesDue, claimOne) => {
    const name = sql.raw(table);
    const leased = sql.raw(table === 'webhook_delivery' ? 'webhook_endpoint_queue' : table);
    const rows = () => database.client.$queryRaw`SELECT * FROM ${name}`;
    const claim = () => claimOne({ token: randomUUID(), seconds: 60, limit: 8 });
    const finishLate = await claim();
    await database.client.$executeRaw`
    UPDATE ${leased} SET leased_until = now() - interval '1 second' ${sql.raw(becomesDue)}`;
    const finish = await claim();
    const before = await rows();
    expect(await finishLate()).not.toBe(true);
    expect(await rows()).toEqual(before);
    expect(await finish()).not.toBe(false);
    expect(await rows()).not.toEqual(before);
    await database.client.$executeRaw`UPDATE ${leased} SET lease_token = NULL, leased_until = NULL`;
  },
);

it('a new sweep and the cursor of a new account are due at once', async () => {
  const lease = { token: randomUUID(), seconds: 60, limit: 8 };
  // A time that is rounded up is late by less than a millisecond, which one try may not notice.
  for (let tries = 0; tries < 50; tries++) {
    await database.client.providerCursor.deleteMany();
    expect(await queues.claimProviderCursors(lease)).toHaveLength(1);
    expect(await database.sweeps.claim(`sweep_${tries}`, lease)).toBe(true);
  }
});

it('a sweep is claimed by one worker, and again when it is due', async () => {
  const claim = () => database.sweeps.claim('daily', { token: 'worker', seconds: 60 });
  expect([await claim(), await claim()]).toEqual([true, false]);
  await database.sweeps.finish('daily', 'worker', 60);
  expect(await claim()).toBe(false);
  await database.client.sweep.updateMany({ data: { dueAt: new Date(0) } });
  expect(await claim()).toBe(true);
});
