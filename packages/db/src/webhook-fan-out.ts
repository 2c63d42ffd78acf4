import type { SqlConnection } from './sql-connection.ts';
import { queueNumberOfEvent } from './webhook-deliveries.ts';

/**
 * Turns new outbox events into deliveries to the endpoints that subscribe to them, and notifies the
 * queues of those endpoints. An event becomes at most one delivery per endpoint, even when several
 * workers fan out at once.
 * @param db a transaction, so that an event leaves the outbox together with its deliveries
 * @returns the number of events and of deliveries created
 */
export async function fanOutEvents(
  db: SqlConnection,
  limit: number,
): Promise<{ events: number; deliveries: number }> {
  const events = await db.$queryRaw<{ merchantId: string; id: string }[]>`
    DELETE FROM outbox_waiting w
    USING (
      SELECT merchant_id AS due_merchant_id, event_id AS due_event_id
      FROM outbox_waiting ORDER BY created_at LIMIT ${limit}
    ) oldest
    WHERE w.merchant_id = oldest.due_merchant_id AND w.event_id = oldest.due_event_id
    RETURNING w.merchant_id AS "merchantId", w.event_id AS id`;
  // Stryker disable next-line ConditionalExpression: no events have no deliveries either.
  if (events.length === 0) return { events: 0, deliveries: 0 };
  const inserted = await db.$queryRaw<QueueKey[]>`
    INSERT INTO webhook_delivery
      (merchant_id, endpoint_id, event_id, queue_number, sequence, status, due_at)
    SELECT o.merchant_id, p.id, o.id, ${queueNumberOfEvent}, o.sequence, 'waiting', o.created_at
    FROM unnest(${events.map((event) => event.merchantId)}::text[],
                ${events.map((event) => event.id)}::text[]) AS g (merchant_id, id)
    JOIN outbox_event o ON o.merchant_id = g.merchant_id AND o.id = g.id
    JOIN webhook_endpoint p ON p.merchant_id = o.merchant_id AND p.mode = o.mode
      AND p.status = 'active' AND (cardinality(p.event_types) = 0 OR o.type = ANY(p.event_types))
    ON CONFLICT DO NOTHING
    RETURNING merchant_id AS "merchantId", endpoint_id AS "endpointId", queue_number AS "number"`;
  await notifyQueues(db, inserted);
  return { events: events.length, deliveries: inserted.length };
}

interface QueueKey {
  readonly merchantId: string;
  readonly endpointId: string;
  readonly number: number;
}

async function notifyQueues(db: SqlConnection, keys: readonly QueueKey[]): Promise<void> {
  const byName = new Map(
    keys.map((key) => [`${key.merchantId} ${key.endpointId} ${key.number}`, key]),
  );
  // A fixed order, so that two workers that notify the same queues do not deadlock.
  // Stryker disable next-line all: no test can force such a deadlock.
  const rows = [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
  // Stryker disable next-line ConditionalExpression: the update of no queues does nothing.
  if (rows.length === 0) return;
  await db.$executeRaw`
    UPDATE webhook_endpoint_queue l SET due_at = LEAST(l.due_at, now()), notification_count = l.notification_count + 1
    FROM unnest(${rows.map((row) => row.merchantId)}::text[],
                ${rows.map((row) => row.endpointId)}::text[],
                ${rows.map((row) => row.number)}::int[]) AS g (merchant_id, endpoint_id, queue_number)
    WHERE l.merchant_id = g.merchant_id AND l.endpoint_id = g.endpoint_id AND l.queue_number = g.queue_number`;
}
