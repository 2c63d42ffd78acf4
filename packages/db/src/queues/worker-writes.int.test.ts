import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { claimsOfAll, findDue } from '../../test/claims.ts';
import { accountId } from '../../test/full-merchant.ts';
import { addMerchantPair, rowsWrittenBy } from '../../test/merchant-pair.ts';
import { openTestDatabase } from '../../test/rows.ts';
import type { DueMerchant } from './due-merchants.ts';

const { database, close } = await openTestDatabase();
afterAll(close);
const { webhookQueue, providerSweeps, dueSessions, client } = database;
const claims = claimsOfAll(database);

const { own, restore } = await addMerchantPair(database);
beforeEach(restore);
const [order] = own.orders;
const [endpoint] = own.endpoints;
const ownEndpoint = () => ({ merchantId: own.scope.merchantId, endpointId: endpoint });
const lease = () => ({ token: randomUUID(), seconds: 60, limit: 100 });

function owned<Row extends { merchantId: string }>(rows: readonly Row[]): Row {
  const row = rows.find(({ merchantId }) => merchantId === own.scope.merchantId);
  if (!row) throw new Error('the merchant has no such row');
  return row;
}

const ownMerchant = (merchants: readonly DueMerchant[]) =>
  owned(merchants.map((one) => ({ ...one, merchantId: one.id })));

const claimQueues = () => claims.claimEndpointQueues(lease(), { slow: false, perQueue: 10 });
/** Claims all queues and returns one with deliveries, which may all be in the same one of an endpoint. */
const claimQueue = async () =>
  owned((await claimQueues()).filter(({ deliveries }) => deliveries.length > 0));

/** Makes the rows of a table due that match a condition, and no others of any merchant. */
const makeDue = (table: string, column: string, condition: string) =>
  client.$executeRawUnsafe(
    `UPDATE ${table} SET ${column} = now() + CASE WHEN merchant_id = $1 AND ${condition}
       THEN interval '-1 minute' ELSE interval '1 day' END`,
    own.scope.merchantId,
  );

/** Prepares a write; the returned function writes. */
type Write = () => Promise<() => Promise<unknown>>;

/** The number of rows of each table that a write changes. */
const writes: readonly [name: string, write: Write, written: Readonly<Record<string, number>>][] = [
  [
    'the outcome of a provider event',
    async () => {
      const event = owned(await claims.claimProviderEvents(lease()));
      const outcome = { status: 'applied', note: null, proxySessionId: null } as const;
      return () => database.providerEvents.finish(event, outcome);
    },
    { provider_event: 1 },
  ],
  [
    'the end of the check of an attempt',
    async () => {
      const attempt = owned(await claims.claimAttemptChecks(lease()));
      return () => providerSweeps.finishAttemptCheck(attempt);
    },
    { acquisition_attempt: 1 },
  ],
  [
    'the cancellation of the next check of an attempt',
    async () => {
      const attempt = owned(await claims.claimAttemptChecks(lease()));
      return () => providerSweeps.cancelAttemptCheck(attempt);
    },
    { acquisition_attempt: 1 },
  ],
  [
    'the claim of a receipt',
    async () => {
      await makeDue('receipt_mail', 'due_at', `proxy_session_id = '${order.id}'`);
      return () => claims.claimReceipts(lease());
    },
    { receipt_mail: 1 },
  ],
  [
    'the end of a receipt',
    async () => {
      const receipt = owned(await claims.claimReceipts(lease()));
      return () => dueSessions.finishReceipt(receipt, 'sent');
    },
    { receipt_mail: 1 },
  ],
  [
    'the delay of a receipt',
    async () => {
      const receipt = owned(await claims.claimReceipts(lease()));
      return () => dueSessions.retryReceipt(receipt, 60);
    },
    { receipt_mail: 1 },
  ],
  [
    'the end of the read of a subscription',
    async () => {
      const subscription = owned(await claims.claimSubscriptions(lease(), 60));
      return () => providerSweeps.finishSubscription(subscription, 0);
    },
    { subscription: 1 },
  ],
  [
    'the end of the read of an event list',
    async () => {
      const cursor = owned(await claims.claimProviderCursors(lease()));
      const outcome = { readUntil: new Date(), failures: 0, nextInSeconds: 60 };
      return () => providerSweeps.finishProviderCursor(cursor, outcome);
    },
    { provider_cursor: 1 },
  ],
  [
    'an attempt of a delivery',
    async () => {
      const queue = await claimQueue();
      const [delivery] = queue.deliveries;
      if (!delivery) throw new Error('the queue has no delivery');
      const sent = { startedAt: performance.now(), durationMs: 1, httpStatus: 204, failure: null };
      const outcome = { status: 'succeeded', retryInSeconds: 0, responseBody: '' } as const;
      return () => webhookQueue.recordAttempts([{ queue, delivery, ...sent, ...outcome }]);
    },
    { webhook_delivery: 1, delivery_attempt: 1 },
  ],
  [
    'the release of a queue',
    async () => {
      const queue = await claimQueue();
      return () =>
        webhookQueue.releaseEndpointQueues([
          { queue, next: 'inactive', failing: true, slowResponses: 0 },
        ]);
    },
    { webhook_endpoint_queue: 1 },
  ],
  [
    'the recovery of an endpoint',
    async () => () => webhookQueue.recordRecovery([ownEndpoint()]),
    { webhook_endpoint: 1 },
  ],
  [
    'a failure of an endpoint that failed before',
    async () => () => webhookQueue.recordFailing([ownEndpoint()]),
    {},
  ],
  [
    'the first failure of an endpoint',
    async () => {
      await client.webhookEndpoint.updateMany({ data: { failingSince: null } });
      return () => webhookQueue.recordFailing([ownEndpoint()]);
    },
    { webhook_endpoint: 1 },
  ],
  [
    'the claim of an expired session',
    async () => {
      await makeDue('proxy_session', 'expires_at', `id = '${order.id}'`);
      return () => claims.claimExpired(lease());
    },
    { proxy_session: 1 },
  ],
  [
    'the claim of an overdue reservation',
    async () => {
      await client.acquisitionAttempt.updateMany({ data: { status: 'reserved' } });
      const condition = `id = '${order.attemptId}'`;
      await makeDue('acquisition_attempt', 'provider_retry_not_after', condition);
      return () => claims.claimOverdueReservations(lease());
    },
    { acquisition_attempt: 1 },
  ],
  [
    'the claim of an attempt to check',
    async () => {
      await makeDue('acquisition_attempt', 'provider_check_at', `id = '${order.attemptId}'`);
      return () => claims.claimAttemptChecks(lease());
    },
    { acquisition_attempt: 1 },
  ],
  [
    'the claim of an unread subscription',
    async () => {
      await makeDue('subscription', 'last_synced_at', `id = '${order.subscriptionId}'`);
      return () => claims.claimSubscriptions(lease(), 0);
    },
    { subscription: 1 },
  ],
  [
    'the claim of an event list',
    async () => {
      await claims.claimProviderCursors(lease());
      await client.$executeRaw`
        UPDATE provider_cursor SET lease_token = NULL, leased_until = NULL`;
      await makeDue('provider_cursor', 'due_at', `psp_config_id = '${accountId}_1'`);
      return () => claims.claimProviderCursors(lease());
    },
    { provider_cursor: 1 },
  ],
  [
    'the claim of a provider event',
    async () => {
      const condition = `event_id = 'evt_1' AND psp_config_id = '${accountId}_2'`;
      await client.providerEvent.updateMany({ data: { status: 'parked' } });
      await makeDue('provider_event', 'due_at', condition);
      return () => claims.claimProviderEvents(lease());
    },
    { provider_event: 1 },
  ],
  [
    'the claim of a queue',
    async () => {
      const condition = `endpoint_id = '${endpoint}' AND queue_number = 1`;
      await makeDue('webhook_endpoint_queue', 'due_at', condition);
      return claimQueues;
    },
    { webhook_endpoint_queue: 1 },
  ],
  [
    'the fan-out of the oldest event',
    async () => {
      await client.webhookDelivery.deleteMany();
      const where = { merchantId: own.scope.merchantId, eventId: order.eventId };
      await client.outboxWaiting.updateMany({ where, data: { createdAt: new Date(0) } });
      const found = await findDue(database, 'waiting_events');
      const { shard } = ownMerchant(found);
      const merchants = found.filter((one) => one.shard === shard);
      // Merchants take turns in random order.
      await client.outboxWaiting.updateMany({
        where: { merchantId: { not: own.scope.merchantId } },
        data: { held: true, fannedOutTo: '' },
      });
      return () => webhookQueue.fanOut(1, merchants);
    },
    // Both endpoints get the event, in the same one of their queues.
    { webhook_delivery: 2, webhook_endpoint_queue: 2, outbox_waiting: 1, session_figure: 1 },
  ],
  [
    'the end of deliveries to an archived endpoint',
    async () => {
      const where = { merchantId: own.scope.merchantId, id: endpoint };
      await client.webhookEndpoint.updateMany({ where, data: { status: 'archived' } });
      return () => database.applyRetention(10);
    },
    { webhook_delivery: 2 },
  ],
  [
    'the removal of contacts and carts of a closed session',
    async () => {
      const { merchantId } = own.scope;
      const ended = { status: 'canceled', endedAt: new Date(0) };
      await client.subscription.updateMany({ where: { merchantId }, data: ended });
      const where = { merchantId, id: order.id };
      const closed = { status: 'expired', closedAt: new Date(0), payerEmail: 'ada@example.com' };
      await client.proxySession.updateMany({ where, data: closed });
      return () => database.applyRetention(10, { contacts: 1, carts: 1 });
    },
    { proxy_session: 1, cart_revision: 1 },
  ],
  [
    'the erasure of a session of a buyer',
    async () => {
      const { buyers } = database.forScope(own.scope);
      return async () => {
        await buyers.eraseSessions([order.id], 'erased');
        await buyers.eraseDeliveries([order.eventId]);
        await buyers.replaceJson('events', { key: [order.eventId], json: {} });
      };
    },
    {
      proxy_session: 1,
      cart_revision: 1,
      subscription: 1,
      outbox_event: 1,
      webhook_delivery: 2,
      delivery_attempt: 2,
    },
  ],
  [
    'new due times of the queues of an endpoint',
    async () => () => database.forScope(own.scope).webhookEndpoints.setQueuesDue(endpoint, false),
    { webhook_endpoint_queue: 2 },
  ],
  [
    'the end of the deliveries to an endpoint',
    async () => () => database.forScope(own.scope).webhookDeliveries.cancelWaiting(endpoint, 10),
    { webhook_delivery: 2 },
  ],
];

it.each(writes)(
  '%s changes its rows, and none of a merchant with the same ids',
  async (_, write, written) => {
    expect(await rowsWrittenBy(database, own, await write())).toEqual(written);
  },
);
