import type { ListDeliveriesInput, ReplayInput } from '@parley/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { getDelivery } from './get-delivery.ts';
import { listDeliveries } from './list-deliveries.ts';
import { countReplayable, replayEvents } from './replay-events.ts';
import { resendDelivery } from './resend-delivery.ts';

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
    webhook_endpoint_id,
    replay: (input: Omit<ReplayInput, 'webhook_endpoint_id'> = {}) =>
      replayEvents(ops.deps, ops.caller, { webhook_endpoint_id, ...input }),
    count: (input: Omit<ReplayInput, 'webhook_endpoint_id'> = {}) =>
      countReplayable(ops.deps, ops.caller, { webhook_endpoint_id, ...input }),
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

it('deliveries are listed newest first, page by page, and by status', async () => {
  const ids = await addEvents(3, 30);
  const { webhook_endpoint_id, replay } = await endpoint([]);
  await replay({ created_from: at(29).toISOString() });
  await ops.database.client.webhookDelivery.updateMany({
    where: { merchantId: ops.scope.merchantId, eventId: ids[1] ?? '' },
    data: { status: 'failed', finishedAt: new Date() },
  });
  const list = async (input: Omit<ListDeliveriesInput, 'webhook_endpoint_id'>) => {
    const page = await listDeliveries(ops.deps, ops.scope, { webhook_endpoint_id, ...input });
    return { ...page, ids: page.data.map(({ event_id }) => event_id) };
  };
  const [first, second, third] = ids;
  const page = await list({ limit: 2 });
  expect(page).toMatchObject({ ids: [third, second], has_more: true });
  expect(page.data[1]).toMatchObject({ status: 'failed', next_attempt_at: null });
  expect(page.data[0]).toMatchObject({ status: 'waiting', next_attempt_at: expect.any(String) });
  const rest = await list({ limit: 2, cursor: page.next_cursor ?? '' });
  expect(rest).toMatchObject({ ids: [first], has_more: false, next_cursor: null });
  expect((await list({ limit: 2, status: 'waiting' })).ids).toEqual([third, first]);
  expect((await list({ limit: 1, status: 'failed' })).ids).toEqual([second]);
});

it('an event that was not sent to the endpoint is not found', async () => {
  const { webhook_endpoint_id } = await endpoint([]);
  const input = { webhook_endpoint_id, event_id: ops.deps.newId('evt') };
  const refusal = { code: 'not_found', message: 'This event was not sent to this endpoint.' };
  await expect(getDelivery(ops.deps, ops.scope, input)).rejects.toMatchObject(refusal);
  await expect(resendDelivery(ops.deps, ops.caller, input)).rejects.toMatchObject(refusal);
});

it('a replay without created_from begins at the creation of the endpoint', async () => {
  const [past] = await addEvents(1, -120);
  const { replay, deliveries } = await endpoint(['proxy_session.paid']);
  await replay({ created_before: at(0).toISOString() });
  expect(await deliveries()).toEqual([]);
  await replay({
    created_from: at(-120).toISOString(),
    created_before: at(0).toISOString(),
  });
  expect(await deliveries()).toEqual([past]);
});

it('a count is that of the replay that follows, and of its time', async () => {
  const [first, second, third] = [2_001, 2_002, 2_003];
  await addEvents(2, first);
  await addEvents(1, second);
  await addEvents(1, second, 'proxy_session.canceled');
  await addEvents(1, third);
  const { count, replay } = await endpoint(['proxy_session.paid']);
  const range = { created_from: at(first).toISOString(), created_before: at(third).toISOString() };
  const found = {
    count: 3,
    has_more: false,
    oldest_at: at(first).toISOString(),
    newest_at: at(second).toISOString(),
  };
  expect(await count(range)).toEqual(found);
  expect((await replay(range)).replayed).toBe(3);
  const none = { count: 0, has_more: false, oldest_at: null, newest_at: null };
  expect(await count(range)).toEqual(none);
  expect(await count({ ...range, only_missed: false })).toEqual(found);
});
