import type { Connection } from './client.ts';

/** How much work waits; numbers stop at `COUNTED_AT_MOST`. */
export interface QueueDepths {
  readonly outboxWaiting: number;
  /** Seconds the oldest event has waited to be told. */
  readonly outboxLagSeconds: number;
  readonly providerEventsWaiting: number;
  readonly providerEventsParked: number;
  readonly deliveriesWaiting: number;
}

const COUNTED_AT_MOST = 10_000;

/** Counts what waits, over all merchants, from tables and partial indexes that hold nothing else. */
export async function readQueueDepths(db: Connection): Promise<QueueDepths> {
  const [row] = await db.$queryRaw<QueueDepths[]>`
    SELECT
      (SELECT count(*)::int FROM (
        SELECT 1 FROM outbox_waiting LIMIT ${COUNTED_AT_MOST}
      ) o) AS "outboxWaiting",
      (SELECT COALESCE(EXTRACT(epoch FROM now() - min(created_at)), 0)::float8
       FROM outbox_waiting) AS "outboxLagSeconds",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM provider_event WHERE status = 'waiting' LIMIT ${COUNTED_AT_MOST}
      ) w) AS "providerEventsWaiting",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM provider_event WHERE status = 'parked' LIMIT ${COUNTED_AT_MOST}
      ) p) AS "providerEventsParked",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM webhook_delivery WHERE status = 'waiting' LIMIT ${COUNTED_AT_MOST}
      ) d) AS "deliveriesWaiting"`;
  if (!row) throw new Error('the database did not count');
  return row;
}
