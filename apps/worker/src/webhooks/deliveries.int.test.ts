import { listDeliveries, listEvents, updateWebhookEndpoint } from '@parley/operations';
import { waitFor } from '@parley/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getWebhookIds, isSignedWith, startWebhooks, type Webhooks } from '../../test/webhooks.ts';

let webhooks: Webhooks;
beforeEach(async () => {
  webhooks = await startWebhooks();
});
afterEach(() => webhooks.stop());

describe('the delivery of an event', () => {
  it('reaches each subscribed endpoint once, signed and in the order of its session', async () => {
    const { receiver } = webhooks;
    const all = await webhooks.endpoint('/all');
    await webhooks.endpoint('/created', { event_types: ['proxy_session.created'] });
    const secret = await webhooks.rotateSecret(all);
    webhooks.startWorker();
    webhooks.startWorker();
    const sessions = await Promise.all(Array.from({ length: 10 }, () => webhooks.session()));
    await Promise.all(sessions.map((id) => webhooks.open(id)));
    const received = await receiver.waitForRequests(30, '/all');
    const created = await receiver.waitForRequests(10, '/created');
    expect(created.map(({ body }) => body.type)).toEqual(
      Array.from({ length: 10 }, () => 'proxy_session.created'),
    );
    for (const one of received) {
      expect(isSignedWith(secret, one)).toBe(true);
      expect(one.headers['webhook-id']).toBe(one.body.id);
    }
    for (const id of sessions) {
      const own = received.filter(({ body }) => body.data.object.id === id);
      expect(own.map(({ body }) => body.sequence)).toEqual([1, 2, 3]);
    }
    const { data } = await listEvents(webhooks.deps, webhooks.scope, { limit: 100 });
    expect(new Set(getWebhookIds(received))).toEqual(new Set(data.map(({ id }) => id)));
    for (const event of data) await webhooks.deliveryThat(all, event.id, { status: 'succeeded' });
    expect(receiver.received).toHaveLength(40);
  });

  it('sends a backlog longer than one read once and in the order of each session', async () => {
    const { receiver } = webhooks;
    await webhooks.endpoint('/');
    const sessions = await Promise.all(Array.from({ length: 60 }, () => webhooks.session()));
    await Promise.all(sessions.map((id) => webhooks.open(id)));
    webhooks.startWorker();
    const received = await receiver.waitForRequests(180);
    for (const id of sessions) {
      const own = received.filter(({ body }) => body.data.object.id === id);
      expect(own.map(({ body }) => body.sequence)).toEqual([1, 2, 3]);
    }
    await waitFor(
      async () =>
        (await webhooks.client.webhookDelivery.count({ where: { status: 'waiting' } })) === 0,
    );
    expect(receiver.received).toHaveLength(180);
    expect(receiver.mostInFlight.get('/')).toBeLessThanOrEqual(2);
  });

  it('is timed from its event to the first attempt, and every attempt is counted', async () => {
    const endpoint = await webhooks.endpoint('/');
    let status = 500;
    webhooks.receiver.respondWith((response) => response.writeHead(status).end());
    await webhooks.session();
    await webhooks.client.outboxEvent.updateMany({
      data: { createdAt: new Date(Date.now() - 3_600_000) },
    });
    webhooks.startWorker();
    const [first] = await webhooks.receiver.waitForRequests(1);
    const id = first?.headers['webhook-id'] ?? '';
    await webhooks.deliveryThat(endpoint, id, { attempts: 1 });
    status = 204;
    await webhooks.retryNow();
    await webhooks.deliveryThat(endpoint, id, { status: 'succeeded' });
    const text = await webhooks.registry.metrics();
    const value = (sample: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(sample))
          ?.split(' ')
          .at(-1),
      );
    expect(value('parley_webhook_first_attempt_seconds_count{mode="test"}')).toBe(1);
    const seconds = value('parley_webhook_first_attempt_seconds_sum{mode="test"}');
    expect(Math.floor(seconds / 3_600)).toBe(1);
    const attempts = 'parley_webhook_attempts_total{mode="test",result=';
    expect(value(`${attempts}"retried"}`)).toBe(1);
    expect(value(`${attempts}"succeeded"}`)).toBe(1);
  });

  it('posts the payload byte for byte as it is stored', async () => {
    await webhooks.endpoint('/');
    webhooks.startWorker();
    await webhooks.session();
    const [one] = await webhooks.receiver.waitForRequests(1);
    const stored = await webhooks.client.$queryRaw<{ text: string }[]>`
      SELECT payload::text AS text FROM outbox_event`;
    expect(one?.text).toBe(stored[0]?.text);
    expect(Object.keys(one?.body)).toEqual([
      'id',
      'type',
      'schema_version',
      'created_at',
      'livemode',
      'sequence',
      'data',
      'request',
    ]);
  });

  it('skips inactive endpoints and endpoints of the other mode', async () => {
    const { deps, scope } = webhooks;
    const inactive = await webhooks.endpoint('/inactive');
    const live = { ...webhooks.caller, mode: 'live' as const };
    await updateWebhookEndpoint(deps, webhooks.caller, {
      webhook_endpoint_id: inactive,
      status: 'inactive',
    });
    await webhooks.database.forScope(live).webhookEndpoints.insert(
      {
        id: deps.newId('whend'),
        url: `${webhooks.receiver.url}/live`,
        eventTypes: [],
        eventSchemaVersion: '2026-11-01',
        status: 'active',
        inactiveReason: null,
        inactiveSince: null,
        failingSince: null,
        createdAt: new Date(),
      },
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    );
    await webhooks.endpoint('/test');
    webhooks.startWorker();
    await webhooks.session();
    await webhooks.receiver.waitForRequests(1, '/test');
    expect(webhooks.receiver.received.map(({ path }) => path)).toEqual(['/test']);
    const { data } = await listDeliveries(deps, scope, {
      webhook_endpoint_id: inactive,
      limit: 10,
    });
    expect(data).toEqual([]);
    // Fan-out creates all deliveries of an event at once, so no other can follow.
    expect(await webhooks.client.webhookDelivery.count()).toBe(1);
  });
});

describe('an endpoint that never responds', () => {
  it('has at most two requests in flight over all workers and delays no other endpoint', async () => {
    const { receiver } = webhooks;
    await webhooks.endpoint('/hangs');
    await webhooks.endpoint('/well');
    receiver.respondWith((response, { path }) => {
      if (path !== '/hangs') response.writeHead(204).end();
    });
    webhooks.startWorker();
    webhooks.startWorker();
    await Promise.all(Array.from({ length: 30 }, () => webhooks.session()));
    await receiver.waitForRequests(30, '/well');
    await receiver.waitForRequests(2, '/hangs');
    expect(receiver.inFlight.get('/hangs')).toBe(2);
    expect(receiver.mostInFlight.get('/hangs')).toBe(2);
    expect(receiver.mostInFlight.get('/well')).toBeLessThanOrEqual(2);
  });
});
