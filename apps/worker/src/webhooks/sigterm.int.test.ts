import type { ServerResponse } from 'node:http';
import { waitFor } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { startWebhooks } from '../../test/webhooks.ts';

const SESSIONS = 20;

const webhooks = await startWebhooks();
afterAll(() => webhooks.stop());

it('a worker that receives SIGTERM finishes requests in flight, starts no others and releases its queues', async () => {
  const { receiver, client, deps, scope } = webhooks;
  const endpoint = await webhooks.endpoint('/');
  const held: ServerResponse[] = [];
  receiver.respondWith((response) => held.push(response));
  await Promise.all(Array.from({ length: SESSIONS }, () => webhooks.session()));
  const leased = () => client.webhookEndpointQueue.count({ where: { leaseToken: { not: null } } });

  const worker = await webhooks.spawnWorker();
  await waitFor(() => receiver.inFlight.get('/') === 2);
  const stopped = worker.stop();
  await waitFor(() => worker.output().includes('draining'));
  expect(await leased()).toBe(2);
  for (const response of held) response.writeHead(204).end();
  expect(await stopped, worker.output()).toBe(0);

  const inFlight = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(inFlight).toHaveLength(2);
  for (const id of inFlight) {
    expect(await webhooks.delivery(endpoint, id)).toMatchObject({
      status: 'succeeded',
      attempts: 1,
    });
  }
  expect(await leased()).toBe(0);

  // Another worker continues without waiting for a lease to end.
  receiver.respondWith((response) => response.writeHead(204).end());
  webhooks.startWorker();
  await receiver.waitForRequests(SESSIONS);
  for (const { id } of (await deps.database.forScope(scope).outbox.list({}, { limit: SESSIONS }))
    .events) {
    await webhooks.deliveryThat(endpoint, id, { status: 'succeeded', attempts: 1 });
  }
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(SESSIONS);
  expect(ids).toHaveLength(SESSIONS);
});
