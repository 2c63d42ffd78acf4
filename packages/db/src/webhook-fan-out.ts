import type { SqlConnection } from './sql-connection.ts';
import { queueNumberOfEvent } from './webhook-deliveries.ts';

/**
 * Turns events that nobody was told of yet into deliveries to the endpoints that want them, and
 * wakes their lanes. An event becomes at most one delivery per endpoint, whoever fans it out.
 * @param db a transaction: events stop waiting when their deliveries wait
 * @returns how many events, and how many deliveries became of them
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
  if (events.length === 0) return { events: 0, deliveries: 0 };
  const put = await db.$queryRaw<{ merchantId: string; endpointId: string; lane: number }[]>`
    INSERT INTO webhook_delivery
      (merchant_id, endpoint_id, event_id, lane, sequence, status, due_at)
    SELECT o.merchant_id, p.id, o.id, ${queueNumberOfEvent}, o.sequence, 'waiting', o.created_at
    FROM unnest(${events.map((event) => event.merchantId)}::text[],
                ${events.map((event) => event.id)}::text[]) AS g (merchant_id, id)
    JOIN outbox_event o ON o.merchant_id = g.merchant_id AND o.id = g.id
    JOIN webhook_endpoint p ON p.merchant_id = o.merchant_id AND p.mode = o.mode
      AND p.status = 'active' AND (cardinality(p.event_types) = 0 OR o.type = ANY(p.event_types))
    ON CONFLICT DO NOTHING
    RETURNING merchant_id AS "merchantId", endpoint_id AS "endpointId", lane`;
  await notifyQueues(db, put);
  return { events: events.length, deliveries: put.length };
}

async function notifyQueues(
  db: SqlConnection,
  put: readonly { merchantId: string; endpointId: string; lane: number }[],
): Promise<void> {
  // Always in one order, so that two that wake the same lanes do not wait for each other.
  const named = new Map(put.map((row) => [`${row.merchantId} ${row.endpointId} ${row.lane}`, row]));
  const rows = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  if (rows.length === 0) return;
  await db.$executeRaw`
    UPDATE webhook_lane l SET due_at = LEAST(l.due_at, now()), wakes = l.wakes + 1
    FROM unnest(${rows.map((row) => row.merchantId)}::text[],
                ${rows.map((row) => row.endpointId)}::text[],
                ${rows.map((row) => row.lane)}::int[]) AS g (merchant_id, endpoint_id, lane)
    WHERE l.merchant_id = g.merchant_id AND l.endpoint_id = g.endpoint_id AND l.lane = g.lane`;
}
