import { formatId, ID_RANDOM_BYTES } from '@parley/domain';
import { afterAll, expect, it } from 'vitest';
import { startOperations } from '../../test/operations.ts';
import { archiveWebhookEndpoint } from '../webhook-endpoint/archive-webhook-endpoint.ts';
import { createWebhookEndpoint } from '../webhook-endpoint/create-webhook-endpoint.ts';
import { getWebhookHealth } from './get-webhook-health.ts';

const { deps, caller, scope, database, close } = await startOperations();
afterAll(close);

// Deliveries are kept for 30 days from now.
const today = (await database.now()).setUTCHours(0, 0, 0, 0);
/** A time of an earlier day. */
const at = (daysAgo: number, time = '00:00:00.000') =>
  `${new Date(today - daysAgo * 86_400_000).toISOString().slice(0, 10)}T${time}Z`;
const input = { period: '7d', until: at(0), time_zone: 'UTC' } as const;
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
  await addDeliveries(busy, at(8, '23:00:00.000'), 2, { ...waiting, ...attempted });
  await addDeliveries(busy, at(8, '23:59:59.999'), 1, { ...succeeded, status: 'failed' });
  // The previous period, of which this is the first moment; the one before it belongs to neither.
  await addDeliveries(busy, at(14), 1, succeeded);
  await addDeliveries(busy, at(15, '23:59:59.999'), 1, succeeded);
  await addDeliveries(busy, at(7), 3, succeeded);
  await addDeliveries(busy, at(5), 1, {
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
        oldest_waiting_at: at(8, '23:00:00.000'),
        failure_rate: 0.7,
        previous_failure_rate: 7 / 8,
        is_partial: false,
      },
    ],
    has_more: false,
    max_deliveries: 1000,
  });
  const month = await getWebhookHealth(deps, scope, { ...input, period: '30d' });
  expect(month.endpoints[1]).toMatchObject({ previous_failure_rate: null });
  // The period before is complete only while its deliveries are kept, wherever the period ends.
  await addDeliveries(busy, at(26), 1, succeeded);
  const ended = await getWebhookHealth(deps, scope, { ...input, until: at(17) });
  expect(ended.endpoints[1]).toMatchObject({ previous_failure_rate: null });
  await addDeliveries(busy, at(4), 998, succeeded);
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
