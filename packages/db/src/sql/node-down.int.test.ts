import { randomUUID } from 'node:crypto';
import { isCluster } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsOfAll, findDue } from '../../test/claims.ts';
import { addFullMerchant, type FullMerchant } from '../../test/full-merchant.ts';
import { disconnectNode, readNode } from '../../test/nodes.ts';
import { openTestDatabase } from '../../test/rows.ts';
import type { DueMerchant } from '../queues/due-merchants.ts';
import type { EndpointKey } from '../webhooks/webhook-attempts.ts';
import type { LeasedEndpointQueue } from '../webhooks/webhook-endpoint-queues.ts';
import { PartialWrite } from '../webhooks/webhook-queue.ts';

const { database, url, close } = await openTestDatabase();
afterAll(close);
const { client, webhookQueue, providerSweeps } = database;
const lease = () => ({ token: randomUUID(), seconds: 60, limit: 100 });

// Every call has rows of both merchants, and succeeds for the one whose node is reachable.
describe.runIf(isCluster())('while a node is unreachable, for the merchants of the others', () => {
  let own: FullMerchant;
  let other: FullMerchant;
  let queues: LeasedEndpointQueue[];
  let merchants: readonly DueMerchant[];
  let endpoints: EndpointKey[];
  let ofOwn: { merchantId: string };

  beforeAll(async () => {
    own = await addFullMerchant(database, 'a0a0a0');
    other = own;
    for (let n = 0; (await readNode(url, other.scope)) === (await readNode(url, own.scope)); n++) {
      other = await addFullMerchant(database, `b${n}`);
    }
    queues = await claimsOfAll(database).claimEndpointQueues(lease(), {
      slow: false,
      perQueue: 10,
    });
    merchants = await findDue(database, 'waiting_events');
    endpoints = queues.map(({ merchantId, endpointId }) => ({ merchantId, endpointId }));
    ofOwn = { merchantId: own.scope.merchantId };
    await disconnectNode(url, await readNode(url, other.scope));
  });

  it('rate limits are consumed, and idle ones deleted', async () => {
    const keys = await client.apiKey.findMany();
    const consumptions = keys.map(({ keyHash }) => ({ keyHash, bucket: keyHash, consumed: 1 }));
    const limit = { perSecond: 0.01, burst: 100 };
    const left = await database.rateLimits.consume(limit, consumptions);
    const getLeft = ({ scope: { merchantId } }: FullMerchant) =>
      keys.filter((key) => key.merchantId === merchantId).map(({ keyHash }) => left.get(keyHash));
    expect([getLeft(own), getLeft(other)]).toEqual([[99], [undefined]]);
    await database.rateLimits.deleteIdle(-60);
    expect(await client.rateLimit.count({ where: ofOwn })).toBe(0);
  });

  it('events are fanned out', async () => {
    expect(await client.outboxWaiting.count({ where: ofOwn })).toBe(2);
    await webhookQueue.fanOut(100, merchants);
    expect(await client.outboxWaiting.count({ where: ofOwn })).toBe(0);
  });

  it('deliveries are read, their attempts recorded and their queues released', async () => {
    const positions = queues.map((queue) => ({ queue, after: null }));
    const due = await webhookQueue.readDueDeliveries(positions, 10);
    const ofMerchant = ({ scope: { merchantId } }: FullMerchant) =>
      due.filter((_, index) => queues[index]?.merchantId === merchantId).flat();
    expect([ofMerchant(own).length, ofMerchant(other).length]).toEqual([4, 0]);
    const sent = { startedAt: performance.now(), durationMs: 1, httpStatus: 204, failure: null };
    const outcome = { status: 'succeeded', retryInSeconds: 0, responseBody: '' } as const;
    const outcomes = queues.flatMap((queue) =>
      queue.deliveries.map((delivery) => ({ queue, delivery, ...sent, ...outcome })),
    );
    const unwritten = outcomes.filter(({ queue }) => queue.merchantId === other.scope.merchantId);
    expect(unwritten.length).toBeGreaterThan(0);
    await expect(webhookQueue.recordAttempts(outcomes)).rejects.toMatchObject({ unwritten });
    const succeeded = { ...ofOwn, status: 'succeeded', attempts: 3 };
    expect(await client.webhookDelivery.count({ where: succeeded })).toBe(4);
    expect(await client.deliveryAttempt.count({ where: ofOwn })).toBe(8);
    const releases = queues.map(
      (queue) => ({ queue, next: 'next_due', failing: false, slowResponses: 0 }) as const,
    );
    await expect(webhookQueue.releaseEndpointQueues(releases)).rejects.toThrow(PartialWrite);
    const leased = { ...ofOwn, leaseToken: { not: null } };
    expect(await client.webhookEndpointQueue.count({ where: leased })).toBe(0);
  });

  it('endpoints recover and fail', async () => {
    const recovered = () =>
      client.webhookEndpoint.count({ where: { ...ofOwn, failingSince: null } });
    await expect(webhookQueue.recordRecovery(endpoints)).rejects.toThrow(PartialWrite);
    expect(await recovered()).toBe(2);
    await expect(webhookQueue.recordFailing(endpoints)).rejects.toThrow(PartialWrite);
    expect(await recovered()).toBe(0);
  });

  it('old rows are deleted and deliveries to archived endpoints canceled', async () => {
    await client.idempotencyRecord.updateMany({ where: ofOwn, data: { createdAt: new Date(0) } });
    await client.webhookEndpoint.updateMany({ where: ofOwn, data: { status: 'archived' } });
    const waiting = { status: 'waiting', finishedAt: null };
    await client.webhookDelivery.updateMany({ where: ofOwn, data: waiting });
    expect(await database.applyRetention(100)).toMatchObject({
      idempotencyRecords: 2,
      canceledDeliveries: 4,
    });
  });

  it('event lists of new accounts are read', async () => {
    await providerSweeps.addProviderCursors();
    const { providerConfigId } = own;
    expect(await client.providerCursor.count({ where: { ...ofOwn, providerConfigId } })).toBe(1);
  });

  it('failures are counted by operation with the node, also those of claims and searches', async () => {
    await webhookQueue.claimEndpointQueues(lease(), { slow: false, perQueue: 1 }, merchants);
    await database.dueWork.find(['waiting_events']);
    const failures = database.shardFailures();
    expect(new Set(failures.map(({ operation }) => operation))).toEqual(
      new Set([
        'add_provider_cursors',
        'claim_webhook_endpoint_queue',
        'consume_rate_limits',
        'delete_idle_rate_limits',
        'fan_out',
        'find_due_merchants',
        'read_due_deliveries',
        'record_attempts',
        'record_failing',
        'record_recovery',
        'release_endpoint_queues',
        'retention_attention_triage',
        'retention_decline_limit',
        'retention_delivery_attempt',
        'retention_held_events',
        'retention_idempotency_record',
        'retention_payer_network',
        'retention_provider_event',
        'retention_webhook_delivery',
        'retention_webhook_endpoint',
      ]),
    );
    // The port where nothing listens.
    expect(new Set(failures.map(({ node }) => node?.split(':')[1]))).toEqual(new Set(['1']));
  });
});
