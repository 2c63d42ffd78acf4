import { randomUUID } from 'node:crypto';
import { claimsOfAll } from '@parley/db/testing';
import { listEvents } from '@parley/operations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWebhooks, type Webhooks } from '../../test/webhooks.ts';

let webhooks: Webhooks;
beforeEach(async () => {
  webhooks = await startWebhooks();
});
afterEach(() => webhooks.stop());

describe('a worker that ends', () => {
  it('releases its queues when it is stopped, so that another worker continues at once', async () => {
    const { receiver, client } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    let responded = 0;
    receiver.respondWith((response) => {
      if (responded++ < 3) response.writeHead(204).end();
    });
    const stop = webhooks.startWorker(500);
    await Promise.all(Array.from({ length: 12 }, () => webhooks.session()));
    await receiver.waitForRequests(4);
    await stop();
    const leased = await client.webhookEndpointQueue.count({
      where: { leaseToken: { not: null } },
    });
    expect(leased).toBe(0);
    receiver.respondWith((response) => response.writeHead(204).end());
    webhooks.startWorker();
    await webhooks.retryNow();
    const { data } = await listEvents(webhooks.deps, webhooks.scope, { limit: 100 });
    for (const { id } of data) await webhooks.deliveryThat(endpoint, id, { status: 'succeeded' });
  });

  it('holds its queues until the lease ends when it crashes, and can record nothing afterwards', async () => {
    const { receiver, client, database } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    await webhooks.session();
    const queue = database.webhookQueue;
    const { claimEndpointQueues, fanOut } = claimsOfAll(database);
    await fanOut(100);
    const lease = { token: randomUUID(), seconds: 60, limit: 64 };
    const held = await claimEndpointQueues(lease, { slow: false, perQueue: 20 });
    const busy = held.find(({ deliveries }) => deliveries.length > 0);
    const [delivery] = busy?.deliveries ?? [];
    if (!busy || !delivery) throw new Error('nothing was claimed');
    const again = { ...lease, token: randomUUID() };
    expect(await claimEndpointQueues(again, { slow: false, perQueue: 20 })).toEqual([]);
    await client.$executeRaw`UPDATE webhook_endpoint_queue SET leased_until = now() - interval '1 millisecond' WHERE leased_until IS NOT NULL`;
    webhooks.startWorker();
    await receiver.waitForRequests(1);
    await webhooks.deliveryThat(endpoint, delivery.eventId, { status: 'succeeded', attempts: 1 });
    const late = {
      queue: busy,
      delivery,
      startedAt: performance.now(),
      durationMs: 1,
      httpStatus: 500,
      failure: null,
      responseBody: '',
      status: 'failed' as const,
      retryInSeconds: 0,
    };
    await queue.recordAttempts([late]);
    await queue.releaseEndpointQueues([
      { queue: busy, next: 'inactive', failing: true, slowResponses: 0 },
    ]);
    expect(await webhooks.delivery(endpoint, delivery.eventId)).toMatchObject({
      status: 'succeeded',
      attempts: 1,
    });
  });
});
