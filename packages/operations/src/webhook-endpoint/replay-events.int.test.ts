import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { type ReplayInput, replayEvents } from './replay-events.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/** After the creation of every endpoint. */
const start = Date.now() + 60_000;
const at = (second: number) => new Date(start + second * 1_000);

/** Adds events that were created at this second. */
async function addEvents(count: number, second: number, type = 'proxy_session.paid') {
  const createdAt = at(second);
  const ids = Array.from({ length: count }, () => ops.deps.newId('evt')).sort();
  await ops.database.client.outboxEvent.createMany({
    data: ids.map((id) => ({ ...ops.scope, id, type, sequence: 0, payload: {}, createdAt })),
  });
  return ids;
}

async function endpoint(event_types: 'proxy_session.paid'[]) {
  const url = 'https://shop.example/hooks';
  const created = await createWebhookEndpoint(ops.deps, ops.caller, { url, event_types });
  const webhook_endpoint_id = created.webhook_endpoint.id;
  return {
    replay: (input: Omit<ReplayInput, 'webhook_endpoint_id'> = {}) =>
      replayEvents(ops.deps, ops.caller, { webhook_endpoint_id, ...input }),
    deliveries: async () => {
      const rows = await ops.database.client.webhookDelivery.findMany({
        where: { merchantId: ops.scope.merchantId, endpointId: webhook_endpoint_id },
        orderBy: { eventId: 'asc' },
      });
      return rows.map(({ eventId }) => eventId);
    },
  };
}

it('a replay sends a thousand events per call, and continues from its cursor', async () => {
  const ids = await addEvents(1_001, 1);
  const { replay, deliveries } = await endpoint([]);
  const first = await replay();
  expect(first).toEqual({
    replayed: 1_000,
    has_more: true,
    next_cursor: expect.stringMatching(/^\w+$/),
  });
  expect(await deliveries()).toEqual(ids.slice(0, 1_000));
  const next = await replay({ cursor: first.next_cursor ?? '', only_missed: false });
  expect(next).toEqual({ replayed: 1, has_more: false, next_cursor: null });
  expect(await deliveries()).toEqual(ids);
  expect((await replay()).replayed).toBe(0);
});

it('a replay sends the events of a period that the endpoint subscribes to', async () => {
  const [before] = await addEvents(1, 10);
  const [within] = await addEvents(1, 20);
  await addEvents(1, 20, 'proxy_session.created');
  const { replay, deliveries } = await endpoint(['proxy_session.paid']);
  const replayBetween = (from: number, before: number) =>
    replay({ created_from: at(from).toISOString(), created_before: at(before).toISOString() });
  await replayBetween(15, 25);
  expect(await deliveries()).toEqual([within]);
  await replayBetween(5, 15);
  expect(await deliveries()).toEqual([before, within].toSorted());
});
