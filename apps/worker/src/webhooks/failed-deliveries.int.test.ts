import {
  archiveWebhookEndpoint,
  getDelivery,
  getEndpointHealth,
  updateWebhookEndpoint,
} from '@parley/operations';
import { waitFor } from '@parley/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSignedWith, startWebhooks, type Webhooks } from '../../test/webhooks.ts';

let webhooks: Webhooks;
beforeEach(async () => {
  webhooks = await startWebhooks();
});
afterEach(() => webhooks.stop());

describe('a failed delivery', () => {
  it('is retried with the same id and body and records each attempt, without card numbers', async () => {
    const { receiver, deps, scope } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    const secret = await webhooks.rotateSecret(endpoint);
    receiver.respondWith((response) =>
      response.writeHead(503).end('no order of 4242 4242 4242 4242'),
    );
    webhooks.startWorker();
    await webhooks.session();
    const [first] = await receiver.waitForRequests(1);
    const id = first?.headers['webhook-id'] ?? '';
    await webhooks.deliveryThat(endpoint, id, { status: 'waiting', attempts: 1 });
    // The worker updates the endpoint after the delivery.
    await waitFor(async () => {
      const { health } = await getEndpointHealth(deps, scope, { webhook_endpoint_id: endpoint });
      return health.failing_since !== null;
    });
    receiver.respondWith((response) => response.writeHead(204).end());
    await webhooks.retryNow();
    const [, second] = await receiver.waitForRequests(2);
    expect(second?.text).toBe(first?.text);
    expect(second?.headers['webhook-id']).toBe(id);
    expect(second && isSignedWith(secret, second)).toBe(true);
    await webhooks.deliveryThat(endpoint, id, { status: 'succeeded', attempts: 2 });
    const { delivery } = await getDelivery(deps, scope, {
      webhook_endpoint_id: endpoint,
      event_id: id,
    });
    expect(delivery.history).toMatchObject([
      { number: 1, http_status: 503, failure: null, response_body: 'no order of …' },
      { number: 2, http_status: 204, failure: null, response_body: '' },
    ]);
    await waitFor(async () => {
      const { health } = await getEndpointHealth(deps, scope, { webhook_endpoint_id: endpoint });
      return health.failing_since === null;
    });
  });

  it('waits as the retry schedule says and fails for good after the tenth attempt', async () => {
    const { receiver, client } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    receiver.respondWith((response) => response.writeHead(500).end());
    webhooks.startWorker();
    await webhooks.session();
    const [first] = await receiver.waitForRequests(1);
    const id = first?.headers['webhook-id'] ?? '';
    const waiting = await webhooks.deliveryThat(endpoint, id, { attempts: 1 });
    const seconds = (waiting.dueAt.getTime() - waiting.createdAt.getTime()) / 1000;
    expect(seconds).toBeGreaterThan(3.9);
    await client.$executeRaw`UPDATE webhook_delivery SET attempts = 9`;
    await webhooks.retryNow();
    await webhooks.deliveryThat(endpoint, id, { status: 'failed', attempts: 10 });
  });

  it('does not delay the deliveries after it', async () => {
    const { receiver } = webhooks;
    await webhooks.endpoint('/');
    let refused = 0;
    receiver.respondWith((response, { body }) => {
      if (body.sequence === 1) refused += 1;
      response.writeHead(body.sequence === 1 ? 500 : 204).end();
    });
    webhooks.startWorker();
    const id = await webhooks.session();
    await waitFor(() => refused === 1);
    await webhooks.open(id);
    await waitFor(() => receiver.received.some(({ body }) => body.sequence === 3));
  });
});

describe('an endpoint that keeps failing', () => {
  it('becomes inactive at the first 410, notifies other endpoints and receives waiting deliveries once it is active again', async () => {
    const { receiver, deps, scope, caller } = webhooks;
    const gone = await webhooks.endpoint('/gone');
    await webhooks.endpoint('/other');
    receiver.respondWith((response, { path }) =>
      response.writeHead(path === '/gone' ? 410 : 204).end(),
    );
    webhooks.startWorker();
    await webhooks.session();
    const notification = await waitFor(() =>
      receiver.received.find(({ body }) => body.type === 'webhook_endpoint.deactivated'),
    );
    expect(notification).toMatchObject({
      path: '/other',
      body: {
        sequence: 0,
        data: {
          object: { id: gone, status: 'inactive' },
          previous_attributes: { status: 'active' },
        },
      },
    });
    const { health } = await getEndpointHealth(deps, scope, { webhook_endpoint_id: gone });
    expect(health).toMatchObject({ status: 'inactive', inactive_reason: 'gone', waiting: 1 });
    await webhooks.session();
    await receiver.waitForRequests(3, '/other');
    await webhooks.retryNow();
    await webhooks.session();
    await receiver.waitForRequests(4, '/other');
    expect(receiver.received.filter(({ path }) => path === '/gone')).toHaveLength(1);
    receiver.respondWith((response) => response.writeHead(204).end());
    await updateWebhookEndpoint(deps, caller, { webhook_endpoint_id: gone, status: 'active' });
    await webhooks.retryNow();
    const [first, again] = await receiver.waitForRequests(2, '/gone');
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it('becomes inactive after 120 hours of failures only, not before', async () => {
    const { receiver, deps, scope, client } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    receiver.respondWith((response) => response.writeHead(500).end());
    const readHealth = async () =>
      (await getEndpointHealth(deps, scope, { webhook_endpoint_id: endpoint })).health;
    await client.$executeRaw`
      UPDATE webhook_endpoint SET failing_since = now() - interval '119 hours'`;
    webhooks.startWorker();
    await webhooks.session();
    const [first] = await receiver.waitForRequests(1);
    const id = first?.headers['webhook-id'] ?? '';
    await webhooks.deliveryThat(endpoint, id, { attempts: 1 });
    expect((await readHealth()).status).toBe('active');
    await client.$executeRaw`
      UPDATE webhook_endpoint SET failing_since = now() - interval '121 hours'`;
    await webhooks.retryNow();
    await waitFor(async () => (await readHealth()).status === 'inactive');
    expect((await readHealth()).inactive_reason).toBe('failing');
  });
});

describe('an endpoint whose signing secret cannot be decrypted', () => {
  it('has its deliveries retried with a reason, until it is rotated, and delays no other endpoint', async () => {
    const { receiver, client, deps, scope } = webhooks;
    const unreadable = await webhooks.endpoint('/unreadable');
    const other = await webhooks.endpoint('/other');
    await client.$executeRaw`
      UPDATE webhook_endpoint SET signing_secret_sealed = 'v1.k9.unknown', failing_since = NULL
      WHERE id = ${unreadable}`;
    webhooks.startWorker();
    await webhooks.session();
    const [received] = await receiver.waitForRequests(1, '/other');
    const id = received?.headers['webhook-id'] ?? '';
    await webhooks.deliveryThat(other, id, { status: 'succeeded' });
    const waiting = await webhooks.deliveryThat(unreadable, id, { attempts: 1 });
    expect(waiting).toMatchObject({ status: 'waiting', failure: 'secret_unreadable' });
    expect(waiting.dueAt.getTime()).toBeGreaterThan(waiting.createdAt.getTime());
    const { health } = await getEndpointHealth(deps, scope, { webhook_endpoint_id: unreadable });
    expect(health).toMatchObject({ status: 'active', failing_since: null });
    expect(receiver.received.filter(({ path }) => path === '/unreadable')).toEqual([]);
    const secret = await webhooks.rotateSecret(unreadable);
    await webhooks.retryNow();
    const [sent] = await receiver.waitForRequests(1, '/unreadable');
    expect(sent && isSignedWith(secret, sent)).toBe(true);
  });
});

describe('an archived endpoint', () => {
  it('receives nothing more and has its waiting deliveries canceled', async () => {
    const { receiver, deps, caller } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    await webhooks.endpoint('/other');
    receiver.respondWith((response) => response.writeHead(500).end());
    webhooks.startWorker();
    await webhooks.session();
    const [first] = await receiver.waitForRequests(1, '/');
    const id = first?.headers['webhook-id'] ?? '';
    await webhooks.deliveryThat(endpoint, id, { attempts: 1 });
    await archiveWebhookEndpoint(deps, caller, { webhook_endpoint_id: endpoint });
    expect(await webhooks.delivery(endpoint, id)).toMatchObject({ status: 'canceled' });
    await webhooks.session();
    await receiver.waitForRequests(2, '/other');
    expect(receiver.received.filter(({ path }) => path === '/')).toHaveLength(1);
  });
});
