import { randomUUID } from 'node:crypto';
import type { EventId, WebhookEndpointId } from '@parley/domain';
import type { Database } from '../src/database.ts';
import type { Scope } from '../src/sql/records.ts';
import type { LeasedEndpointQueue } from '../src/webhooks/webhook-endpoint-queues.ts';
import { claimsOfAll } from './claims.ts';
import { newId } from './rows.ts';

export const MINUTE = 60_000;

/** A number of minutes before now. */
export const ago = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE);

/** The columns of a delivery whose last request was sent some minutes ago. */
export const attempted = (minutes: number, httpStatus: number | null) => ({
  attemptedAt: ago(minutes),
  durationMs: 1,
  httpStatus,
  failure: httpStatus === null ? 'connection refused' : null,
  responseBody: '',
});

/** Adds the delivery of a new event to the first queue of an endpoint. It has been due for a minute. */
export async function addDeliveryTo(
  { client }: Database,
  { endpointId, ...scope }: Scope & { readonly endpointId: WebhookEndpointId },
  change: object = {},
  sequence = 1,
): Promise<EventId> {
  const id = newId('evt');
  const { merchantId } = scope;
  const event = { id, type: 'proxy_session.created', sequence, payload: { id } };
  await client.outboxEvent.create({ data: { ...scope, ...event, createdAt: new Date() } });
  const status = 'finishedAt' in change ? 'succeeded' : 'waiting';
  const data = { merchantId, endpointId, eventId: id, queueNumber: 0, sequence, status };
  const dueAt = new Date(Date.now() - 60_000);
  await client.webhookDelivery.create({ data: { ...data, dueAt, ...change } });
  return id;
}

/** Claims the first queue of an endpoint, which is due then, regardless of its lease. */
export async function claimFirstQueue(
  database: Database,
  endpointId: WebhookEndpointId,
): Promise<LeasedEndpointQueue> {
  await database.client.webhookEndpointQueue.updateMany({
    where: { endpointId, queueNumber: 0 },
    data: { dueAt: new Date(0), leaseToken: null, leasedUntil: null },
  });
  const lease = { token: randomUUID(), seconds: 60, limit: 10 };
  const filter = { slow: false, perQueue: 10 };
  const [queue] = await claimsOfAll(database).claimEndpointQueues(lease, filter);
  if (!queue) throw new Error('no queue is due');
  return queue;
}
