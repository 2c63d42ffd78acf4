import { eventSchema } from '@parley/contract';
import { eventTypes } from '@parley/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { getEvent } from '../event/get-event.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { listDeliveries } from './list-deliveries.ts';
import { pingEndpoint } from './ping-endpoint.ts';
import { countReplayable } from './replay-events.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

const url = 'https://shop.example/hooks';

it('a test event of every type has the published shape and reaches one endpoint only', async () => {
  const { deps, caller, scope, database } = ops;
  const { webhook_endpoint: other } = await createWebhookEndpoint(deps, caller, { url });
  const { webhook_endpoint: endpoint } = await createWebhookEndpoint(deps, caller, {
    url,
    event_types: ['proxy_session.paid'],
  });
  for (const event_type of eventTypes) {
    const input = { webhook_endpoint_id: endpoint.id, event_type };
    const { delivery } = await pingEndpoint(deps, caller, input);
    expect(delivery).toMatchObject({ event_type, status: 'waiting' });
    const { event } = await getEvent(deps, scope, delivery);
    expect(eventSchema(event_type).parse(event)).toEqual(event);
    expect(event).toMatchObject({ test: true, sequence: 0, livemode: false });
  }
  const { data } = await listDeliveries(deps, scope, { webhook_endpoint_id: other.id, limit: 10 });
  expect(data).toEqual([]);
  const all = { webhook_endpoint_id: other.id, only_missed: false };
  expect(await countReplayable(deps, caller, all)).toMatchObject({ count: 0 });
  expect(await database.client.outboxWaiting.count()).toBe(0);
  expect(await database.client.proxySession.count()).toBe(0);
});

it('an endpoint in live mode receives a ping, but no sample', async () => {
  const { deps, scope } = ops;
  const caller = { ...ops.caller, mode: 'live' as const };
  const { webhook_endpoint } = await createWebhookEndpoint(deps, caller, { url });
  const input = { webhook_endpoint_id: webhook_endpoint.id };
  await expect(
    pingEndpoint(deps, caller, { ...input, event_type: 'proxy_session.paid' }),
  ).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/^event_type must be webhook_endpoint.ping in live mode/),
  });
  const { delivery } = await pingEndpoint(deps, caller, input);
  const { event } = await getEvent(deps, { ...scope, mode: 'live' }, delivery);
  expect(event).toMatchObject({ type: 'webhook_endpoint.ping', test: true, livemode: true });
});
