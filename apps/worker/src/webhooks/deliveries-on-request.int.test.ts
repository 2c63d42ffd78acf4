import {
  listDeliveries,
  pingEndpoint,
  replayEvents,
  resendDelivery,
  updateWebhookEndpoint,
} from '@parley/operations';
import { waitFor } from '@parley/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getWebhookIds, startWebhooks, type Webhooks } from '../../test/webhooks.ts';

let webhooks: Webhooks;
beforeEach(async () => {
  webhooks = await startWebhooks();
});
afterEach(() => webhooks.stop());

describe('a delivery on request', () => {
  it('resends a successful delivery with the same id', async () => {
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
    await webhooks.client.$executeRaw`UPDATE webhook_delivery SET attempts = 100`;
    await expect(
      resendDelivery(deps, caller, { webhook_endpoint_id: endpoint, event_id: id }),
    ).rejects.toMatchObject({ code: 'limit_reached' });
  });

  it('gets all retries again when it is resent after its last attempt failed', async () => {
    const { receiver, deps, caller, client } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    receiver.respondWith((response) => response.writeHead(500).end());
    webhooks.startWorker();
    await webhooks.session();
    const [first] = await receiver.waitForRequests(1);
    const id = first?.headers['webhook-id'] ?? '';
    await webhooks.deliveryThat(endpoint, id, { attempts: 1 });
    await client.$executeRaw`UPDATE webhook_delivery SET attempts = 9`;
    await webhooks.retryNow();
    await webhooks.deliveryThat(endpoint, id, { status: 'failed', attempts: 10 });
    await resendDelivery(deps, caller, { webhook_endpoint_id: endpoint, event_id: id });
    await webhooks.deliveryThat(endpoint, id, { status: 'waiting', attempts: 11 });
    await client.$executeRaw`UPDATE webhook_delivery SET attempts = 18`;
    await webhooks.retryNow();
    await webhooks.deliveryThat(endpoint, id, { status: 'waiting', attempts: 19 });
    await webhooks.retryNow();
    await webhooks.deliveryThat(endpoint, id, { status: 'failed', attempts: 20 });
  });

  it('is sent again when it is resent during its last attempt, although that fails', async () => {
    const { receiver, deps, caller, client } = webhooks;
    const endpoint = await webhooks.endpoint('/');
    let isLast = false;
    const resend = () =>
      resendDelivery(deps, caller, { webhook_endpoint_id: endpoint, event_id: id });
    receiver.respondWith(async (response) => {
      if (isLast) {
        isLast = false;
        await resend();
      }
      response.writeHead(500).end();
    });
    webhooks.startWorker();
    await webhooks.session();
    const [first] = await receiver.waitForRequests(1);
    const id = first?.headers['webhook-id'] ?? '';
    await webhooks.deliveryThat(endpoint, id, { attempts: 1 });
    await client.$executeRaw`UPDATE webhook_delivery SET attempts = 9`;
    isLast = true;
    await webhooks.retryNow();
    await webhooks.deliveryThat(endpoint, id, { status: 'waiting', attempts: 11 });
  });

  it('replays the events that an endpoint missed, each once', async () => {
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
    expect(new Set(getWebhookIds(received)).size).toBe(3);
    for (const id of getWebhookIds(received)) {
      await webhooks.deliveryThat(endpoint, id, { status: 'succeeded' });
    }
    expect((await replayEvents(deps, caller, input)).replayed).toBe(0);
    const all = await replayEvents(deps, caller, { ...input, only_missed: false });
    expect(all.replayed).toBe(3);
    expect(new Set(getWebhookIds(await receiver.waitForRequests(6))).size).toBe(3);
    const none = await replayEvents(deps, caller, {
      ...input,
      only_missed: false,
      created_from: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(none.replayed).toBe(0);
  });

  it('pings only the named endpoint, whatever it subscribes to', async () => {
    const { receiver, deps, caller, scope } = webhooks;
    const endpoint = await webhooks.endpoint('/one', { event_types: ['proxy_session.created'] });
    const two = await webhooks.endpoint('/two');
    webhooks.startWorker();
    const { delivery } = await pingEndpoint(deps, caller, { webhook_endpoint_id: endpoint });
    const [ping] = await receiver.waitForRequests(1);
    expect(ping).toMatchObject({
      path: '/one',
      body: { id: delivery.event_id, type: 'webhook_endpoint.ping', sequence: 0, test: true },
    });
    await webhooks.session();
    await receiver.waitForRequests(1, '/two');
    expect(receiver.received.filter(({ path }) => path === '/two')).toHaveLength(1);
    const { data } = await listDeliveries(deps, scope, { webhook_endpoint_id: two, limit: 10 });
    expect(data).toHaveLength(1);
  });
});
