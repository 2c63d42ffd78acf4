import { randomUUID } from 'node:crypto';
import {
  archiveWebhookEndpoint,
  getDelivery,
  getEndpointHealth,
  listDeliveries,
  listEvents,
  pingEndpoint,
  replayEvents,
  resendDelivery,
  revokePreviousSecret,
  rotateSigningSecret,
  updateWebhookEndpoint,
} from '@parley/operations';
import { waitFor } from '@parley/testing';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWebhooks, type Webhooks } from '../../test/webhooks.ts';

let webhooks: Webhooks;
beforeEach(async () => {
  webhooks = await startWebhooks();
});
afterEach(() => webhooks.stop());

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const rotate = async (id: string, at = inAnHour()) => {
  const { deps, caller } = webhooks;
  const answer = await rotateSigningSecret(deps, caller, {
    webhook_endpoint_id: id,
    previous_signing_secret_expires_at: at,
  });
  return answer.signing_secret;
};
const verifies = (secret: string, one: { text: string; headers: object }): boolean => {
  try {
    new Webhook(secret).verify(one.text, one.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};
const idsOf = (received: readonly { headers: { 'webhook-id': string } }[]) =>
  received.map((one) => one.headers['webhook-id']);

describe('an event', () => {
  it('reaches every endpoint that wants it, signed, once, in the order of its session', async () => {
    const { receiver } = webhooks;
    const all = await webhooks.endpoint('/all');
    await webhooks.endpoint('/created', { event_types: ['proxy_session.created'] });
    const secret = await rotate(all);
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
      expect(verifies(secret, one)).toBe(true);
      expect(one.headers['webhook-id']).toBe(one.body.id);
    }
    for (const id of sessions) {
      const own = received.filter(({ body }) => body.data.object.id === id);
      expect(own.map(({ body }) => body.sequence)).toEqual([1, 2, 3]);
    }
    const { data } = await listEvents(webhooks.deps, webhooks.scope, { limit: 100 });
    expect(new Set(idsOf(received))).toEqual(new Set(data.map(({ id }) => id)));
    for (const event of data) await webhooks.deliveryThat(all, event.id, { status: 'succeeded' });
    expect(receiver.received).toHaveLength(40);
  });

  it('of a backlog longer than a lane is read at once is sent once, in the order of its session', async () => {
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

  it('is posted byte for byte as it is kept', async () => {
    await webhooks.endpoint('/');
    webhooks.startWorker();
    await webhooks.session();
    const [one] = await webhooks.receiver.waitForRequests(1);
    const kept = await webhooks.client.$queryRaw<{ text: string }[]>`
      SELECT payload::text AS text FROM outbox_event`;
    expect(one?.text).toBe(kept[0]?.text);
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

  it('goes to no endpoint of another mode, and to none that is inactive', async () => {
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
  });
});

describe('a delivery that fails', () => {
  it('is made again under the same id with the same body, and keeps its history', async () => {
    const { receiver, deps, scope } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    const secret = await rotate(endpoint);
    receiver.respondWith((response) => response.writeHead(503).end('not now'));
    webhooks.startWorker();
    await webhooks.session();
    const [first] = await receiver.waitForRequests(1);
    const id = first?.headers['webhook-id'] ?? '';
    await webhooks.deliveryThat(endpoint, id, { status: 'waiting', attempts: 1 });
    const failing = await getEndpointHealth(deps, scope, { webhook_endpoint_id: endpoint });
    expect(failing.health.failing_since).not.toBeNull();
    receiver.respondWith((response) => response.writeHead(204).end());
    await webhooks.retryNow();
    const [, second] = await receiver.waitForRequests(2);
    expect(second?.text).toBe(first?.text);
    expect(second?.headers['webhook-id']).toBe(id);
    expect(second && verifies(secret, second)).toBe(true);
    await webhooks.deliveryThat(endpoint, id, { status: 'succeeded', attempts: 2 });
    const { delivery } = await getDelivery(deps, scope, {
      webhook_endpoint_id: endpoint,
      event_id: id,
    });
    expect(delivery.history).toMatchObject([
      { number: 1, http_status: 503, failure: null, response_body: 'not now' },
      { number: 2, http_status: 204, failure: null, response_body: '' },
    ]);
    await waitFor(async () => {
      const { health } = await getEndpointHealth(deps, scope, { webhook_endpoint_id: endpoint });
      return health.failing_since === null;
    });
  });

  it('waits by the schedule, and is given up after the tenth attempt', async () => {
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

  it('makes no other wait: the lane goes on with what comes after it', async () => {
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

describe('an endpoint that answers no more', () => {
  it('is made inactive by 410 at once; others are told, and what waits is sent later', async () => {
    const { receiver, deps, scope, caller } = webhooks;
    const gone = await webhooks.endpoint('/gone');
    await webhooks.endpoint('/other');
    receiver.respondWith((response, { path }) =>
      response.writeHead(path === '/gone' ? 410 : 204).end(),
    );
    webhooks.startWorker();
    await webhooks.session();
    const told = await waitFor(() =>
      receiver.received.find(({ body }) => body.type === 'webhook_endpoint.deactivated'),
    );
    expect(told).toMatchObject({
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

  it('is made inactive after 120 hours of failures alone, not before', async () => {
    const { receiver, deps, scope, client } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    receiver.respondWith((response) => response.writeHead(500).end());
    const healthOf = async () =>
      (await getEndpointHealth(deps, scope, { webhook_endpoint_id: endpoint })).health;
    await client.$executeRaw`
      UPDATE webhook_endpoint SET failing_since = now() - interval '119 hours'`;
    webhooks.startWorker();
    await webhooks.session();
    const [first] = await receiver.waitForRequests(1);
    const id = first?.headers['webhook-id'] ?? '';
    await webhooks.deliveryThat(endpoint, id, { attempts: 1 });
    expect((await healthOf()).status).toBe('active');
    await client.$executeRaw`
      UPDATE webhook_endpoint SET failing_since = now() - interval '121 hours'`;
    await webhooks.retryNow();
    await waitFor(async () => (await healthOf()).status === 'inactive');
    expect((await healthOf()).inactive_reason).toBe('failing');
  });
});

describe('a rotation', () => {
  it('refuses no delivery: whichever of the two secrets a receiver holds, it verifies', async () => {
    const { receiver } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    let held = await rotate(endpoint);
    let refused = 0;
    let accepted = 0;
    receiver.respondWith((response, one) => {
      const good = verifies(held, one);
      if (good) accepted += 1;
      else refused += 1;
      response.writeHead(good ? 204 : 401).end();
    });
    webhooks.startWorker();
    let stop = false;
    const load = (async () => {
      while (!stop) await webhooks.session();
    })();
    for (let round = 0; round < 4; round++) {
      const before = accepted;
      await waitFor(() => accepted > before + 5);
      const next = await rotate(endpoint);
      await waitFor(() => accepted > before + 15);
      held = next;
    }
    stop = true;
    await load;
    expect(refused).toBe(0);
    expect(accepted).toBeGreaterThan(60);
  });

  it('lets both secrets sign until the older one expires, or is revoked, or rotated out', async () => {
    const { receiver, deps, caller, client } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    const input = { webhook_endpoint_id: endpoint };
    const secrets = [await rotate(endpoint), await rotate(endpoint)];
    webhooks.startWorker();
    const signers = async (): Promise<boolean[]> => {
      const { delivery } = await pingEndpoint(deps, caller, input);
      const one = await waitFor(() =>
        receiver.received.find((got) => got.body.id === delivery.event_id),
      );
      return secrets.map((secret) => verifies(secret, one));
    };
    expect(await signers()).toEqual([true, true]);
    secrets.push(await rotate(endpoint));
    expect(await signers()).toEqual([false, true, true]);
    await revokePreviousSecret(deps, caller, input);
    expect(await signers()).toEqual([false, false, true]);
    secrets.push(await rotate(endpoint));
    expect(await signers()).toEqual([false, false, true, true]);
    await client.$executeRaw`
      UPDATE webhook_endpoint SET previous_signing_secret_expires_at = now()`;
    expect(await signers()).toEqual([false, false, false, true]);
  });
});

describe('an endpoint that hangs', () => {
  it('has two requests in flight at most, over all workers, and delays no other', async () => {
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

describe('a worker that ends', () => {
  it('by being told to gives its lanes back: another goes on at once', async () => {
    const { receiver, client } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    let answered = 0;
    receiver.respondWith((response) => {
      if (answered++ < 3) response.writeHead(204).end();
    });
    const stop = webhooks.startWorker(500);
    await Promise.all(Array.from({ length: 12 }, () => webhooks.session()));
    await receiver.waitForRequests(4);
    await stop();
    const leased = await client.webhookLane.count({ where: { leaseToken: { not: null } } });
    expect(leased).toBe(0);
    receiver.respondWith((response) => response.writeHead(204).end());
    webhooks.startWorker();
    await webhooks.retryNow();
    const { data } = await listEvents(webhooks.deps, webhooks.scope, { limit: 100 });
    for (const { id } of data) await webhooks.deliveryThat(endpoint, id, { status: 'succeeded' });
  });

  it('by a crash keeps its lanes until the lease ends, and can write nothing afterwards', async () => {
    const { receiver, client, database } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    await webhooks.session();
    const queue = database.webhookQueue;
    await queue.fanOut(100);
    const lease = { token: randomUUID(), seconds: 60, limit: 64 };
    const held = await queue.claimEndpointQueues(lease, { failing: false, perQueue: 20 });
    const busy = held.find(({ deliveries }) => deliveries.length > 0);
    const [delivery] = busy?.deliveries ?? [];
    if (!busy || !delivery) throw new Error('nothing was claimed');
    const again = { ...lease, token: randomUUID() };
    expect(await queue.claimEndpointQueues(again, { failing: false, perQueue: 20 })).toEqual([]);
    await client.$executeRaw`UPDATE webhook_lane SET leased_until = now() WHERE leased_until IS NOT NULL`;
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
    await queue.releaseEndpointQueues([{ queue: busy, next: 'inactive', failing: true }]);
    expect(await webhooks.delivery(endpoint, delivery.eventId)).toMatchObject({
      status: 'succeeded',
      attempts: 1,
    });
  });
});

describe('sending again', () => {
  it('resends what has arrived already, under the same id', async () => {
    const { receiver, deps, caller } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    webhooks.startWorker();
    await webhooks.session();
    const [first] = await receiver.waitForRequests(1);
    const id = first?.headers['webhook-id'] ?? '';
    await webhooks.deliveryThat(endpoint, id, { status: 'succeeded' });
    const again = await resendDelivery(deps, caller, {
      webhook_endpoint_id: endpoint,
      event_id: id,
    });
    expect(again.delivery).toMatchObject({ event_id: id, status: 'waiting', attempts: 1 });
    const [, second] = await receiver.waitForRequests(2);
    expect(second?.text).toBe(first?.text);
    await webhooks.deliveryThat(endpoint, id, { status: 'succeeded', attempts: 2 });
  });

  it('replays what an endpoint has missed, and nothing twice', async () => {
    const { receiver, deps, caller, client } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    const input = { webhook_endpoint_id: endpoint };
    webhooks.startWorker();
    await webhooks.session();
    await receiver.waitForRequests(1);
    await updateWebhookEndpoint(deps, caller, { ...input, status: 'inactive' });
    await webhooks.session();
    await webhooks.session();
    await waitFor(async () => (await client.outboxWaiting.count()) === 0);
    await expect(replayEvents(deps, caller, input)).rejects.toThrow('inactive');
    await updateWebhookEndpoint(deps, caller, { ...input, status: 'active' });
    expect(await replayEvents(deps, caller, input)).toEqual({
      replayed: 2,
      has_more: false,
      next_cursor: null,
    });
    const received = await receiver.waitForRequests(3);
    expect(new Set(idsOf(received)).size).toBe(3);
    for (const id of idsOf(received)) {
      await webhooks.deliveryThat(endpoint, id, { status: 'succeeded' });
    }
    expect((await replayEvents(deps, caller, input)).replayed).toBe(0);
    const all = await replayEvents(deps, caller, { ...input, only_missed: false });
    expect(all.replayed).toBe(3);
    expect(new Set(idsOf(await receiver.waitForRequests(6))).size).toBe(3);
    const none = await replayEvents(deps, caller, {
      ...input,
      only_missed: false,
      created_from: inAnHour(),
    });
    expect(none.replayed).toBe(0);
  });

  it('pings one endpoint alone, whatever it subscribes to', async () => {
    const { receiver, deps, caller } = webhooks;
    const endpoint = await webhooks.endpoint('/one', { event_types: ['proxy_session.created'] });
    await webhooks.endpoint('/two');
    webhooks.startWorker();
    const { delivery } = await pingEndpoint(deps, caller, { webhook_endpoint_id: endpoint });
    const [ping] = await receiver.waitForRequests(1);
    expect(ping).toMatchObject({
      path: '/one',
      body: { id: delivery.event_id, type: 'webhook_endpoint.ping', sequence: 0 },
    });
    await webhooks.session();
    await receiver.waitForRequests(1, '/two');
    expect(receiver.received.filter(({ path }) => path === '/two')).toHaveLength(1);
  });
});

describe('an archived endpoint', () => {
  it('is sent nothing more: what waited is canceled', async () => {
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
