import { formatId, ID_RANDOM_BYTES } from '@parley/domain';
import { afterAll, expect, it } from 'vitest';
import { startOperations } from '../../test/operations.ts';
import { archiveWebhookEndpoint } from '../webhook-endpoint/archive-webhook-endpoint.ts';
import { createWebhookEndpoint } from '../webhook-endpoint/create-webhook-endpoint.ts';
import { getWebhookHealth } from './get-webhook-health.ts';

const { deps, caller, scope, database, close } = await startOperations();
afterAll(close);

const input = { period: '7d', until: '2025-11-22T00:00:00Z', time_zone: 'UTC' } as const;
const addEndpoint = async (url: string) =>
  (await createWebhookEndpoint(deps, caller, { url })).webhook_endpoint.id;

/** Adds deliveries of an event each, a millisecond apart. */
async function addDeliveries(endpointId: string, firstAt: string, count: number, change: object) {
  const { merchantId } = scope;
  const createdAt = new Date(firstAt);
  const delivery = {
    merchantId,
    endpointId,
    queueNumber: 0,
    sequence: 1,
    dueAt: createdAt,
    createdAt,
  };
  await database.client.webhookDelivery.createMany({
    data: Array.from({ length: count }, (_, n) => {
      const eventId = formatId('evt', createdAt.getTime() + n, new Uint8Array(ID_RANDOM_BYTES));
      return { ...delivery, eventId, status: 'succeeded', attempts: 1, ...change };
    }),
  });
}
const waiting = { status: 'waiting', attempts: 3 };
const attempted = { attemptedAt: new Date(), durationMs: 1, httpStatus: 204, responseBody: '' };
const succeeded = { ...attempted, finishedAt: new Date() };

it('counts the newest deliveries of the period for each endpoint that is not archived', async () => {
  const busy = await addEndpoint('https://shop.example/busy');
  const idle = await addEndpoint('https://shop.example/idle');
  await archiveWebhookEndpoint(deps, caller, {
    webhook_endpoint_id: await addEndpoint('https://shop.example/archived'),
  });
  await addDeliveries(busy, '2025-11-14T23:00:00Z', 2, { ...waiting, ...attempted });
  await addDeliveries(busy, '2025-11-14T23:59:59.999Z', 1, { ...succeeded, status: 'failed' });
  await addDeliveries(busy, '2025-11-15T00:00:00Z', 3, succeeded);
  await addDeliveries(busy, '2025-11-17T00:00:00Z', 1, {
    ...succeeded,
    status: 'failed',
    attempts: 7,
  });
  const none = { succeeded: 0, failed: 0, waiting: 0, oldest_waiting_at: null };
  expect(await getWebhookHealth(deps, scope, input)).toEqual({
    endpoints: [
      {
        webhook_endpoint_id: idle,
        url: 'https://shop.example/idle',
        status: 'active',
        ...none,
        failure_rate: null,
        previous_failure_rate: null,
        is_partial: false,
      },
      {
        webhook_endpoint_id: busy,
        url: 'https://shop.example/busy',
        status: 'active',
        succeeded: 3,
        failed: 1,
        waiting: 2,
        oldest_waiting_at: '2025-11-14T23:00:00.000Z',
        failure_rate: 0.7,
        previous_failure_rate: 1,
        is_partial: false,
      },
    ],
    has_more: false,
    max_deliveries: 1000,
  });
  const month = await getWebhookHealth(deps, scope, { ...input, period: '30d' });
  expect(month.endpoints[1]).toMatchObject({ previous_failure_rate: null });
  await addDeliveries(busy, '2025-11-18T00:00:00Z', 998, succeeded);
  const [, partial] = (await getWebhookHealth(deps, scope, input)).endpoints;
  expect(partial).toMatchObject({ succeeded: 999, failed: 1, is_partial: true });
});

it('lists ten endpoints, and reports that there are more', async () => {
  const other = { ...caller, mode: 'live' as const };
  for (let n = 0; n < 11; n++) {
    await createWebhookEndpoint(deps, other, { url: `https://shop.example/${n}` });
  }
  const health = await getWebhookHealth(deps, { ...scope, mode: 'live' }, input);
  expect(health.endpoints).toHaveLength(10);
  expect(health).toMatchObject({ has_more: true });
  expect(health.endpoints[0]?.url).toBe('https://shop.example/10');
});
