import type { WebhookEndpointId } from '@parley/domain';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addDeliveryTo, claimFirstQueue } from '../test/deliveries.ts';
import { addEndpoint, addMerchant, openTestDatabase } from '../test/rows.ts';
import type { Scope } from './records.ts';
import type { DueDelivery, EndpointQueueRelease } from './webhook-endpoint-queues.ts';

const { database, close } = await openTestDatabase();
afterAll(close);
const { client, webhookQueue } = database;

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE);
let scope: Scope;
let endpointId: WebhookEndpointId;
beforeEach(async () => {
  await client.webhookEndpointQueue.deleteMany();
  scope = await addMerchant(database);
  endpointId = await addEndpoint(database, scope);
});
const addDelivery = (change?: object, sequence?: number) =>
  addDeliveryTo(database, { ...scope, endpointId }, change, sequence);
const finished = (minutes: number) => ({ finishedAt: ago(minutes) });
const claim = () => claimFirstQueue(database, endpointId);

it('the deliveries of a queue begin with those due first, and read in order to the end of the queue', async () => {
  const due = ago(5);
  const [third, second, first] = [
    await addDelivery({ dueAt: due }, 2),
    await addDelivery({ dueAt: due }, 1),
    await addDelivery({ dueAt: ago(9) }, 3),
  ];
  await addDelivery({ dueAt: ago(-5) });
  await addDelivery(finished(1));
  const queue = await claim();
  expect(queue.deliveries.map(({ eventId }) => eventId)).toEqual([first, second, third]);
  const read: (string | undefined)[] = [];
  let after: DueDelivery | null = null;
  while (read.length < 3) {
    const [page = []] = await webhookQueue.readDueDeliveries([{ queue, after }], 1);
    expect(page).toHaveLength(1);
    after = page[0] ?? null;
    read.push(after?.eventId);
  }
  expect(read).toEqual([first, second, third]);
  expect(await webhookQueue.readDueDeliveries([{ queue, after }], 1)).toEqual([[]]);
  const inactive = { queue: { ...queue, status: 'inactive' as const }, after: null };
  expect(await webhookQueue.readDueDeliveries([inactive], 1)).toEqual([[]]);
});

describe('a queue that is released', () => {
  const release = async (next: EndpointQueueRelease['next'], notify = false) => {
    const queue = await claim();
    if (notify) await database.forScope(scope).webhookEndpoints.setQueuesDue(endpointId, false);
    await webhookQueue.releaseEndpointQueues([{ queue, next, failing: false }]);
    const where = { endpointId, queueNumber: 0 };
    return (await client.webhookEndpointQueue.findFirstOrThrow({ where })).dueAt;
  };

  it('is due at once if more is due, or if it was notified since its claim', async () => {
    await addDelivery({ dueAt: ago(-60) });
    expect((await release('more'))?.getTime()).toBeLessThan(ago(-30).getTime());
    expect(await release('inactive')).toBeNull();
    expect(await release('inactive', true)).toBeInstanceOf(Date);
  });

  it('is due with its next delivery that waits, and not earlier than now', async () => {
    await addDelivery({ dueAt: ago(90), ...finished(1) });
    await addDelivery({ dueAt: ago(90), queueNumber: 1 });
    expect(await release('next_due')).toBeNull();
    const dueAt = ago(-60);
    await addDelivery({ dueAt });
    expect(await release('next_due')).toEqual(dueAt);
    await addDelivery({ dueAt: ago(60) });
    expect((await release('next_due'))?.getTime()).toBeGreaterThan(ago(30).getTime());
  });
});
