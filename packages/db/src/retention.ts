import type { Connection } from './client.ts';

/** Retention periods in days. */
const retentionDays = {
  deliveries: 30,
  providerEvents: 90,
  idempotencyRecords: 30,
} as const;

/**
 * Deletes rows past their retention period and cancels deliveries that wait for archived endpoints,
 * up to `limit` of each kind, so that every statement stays short. Provider events that are not
 * applied yet remain, whatever their age.
 * @returns the number of rows of each kind
 */
export async function removeOldRows(db: Connection, limit: number) {
  const { deliveries, providerEvents, idempotencyRecords } = retentionDays;
  return {
    canceledDeliveries: await db.$executeRaw`
      UPDATE webhook_delivery d SET status = 'canceled', finished_at = now()
      FROM (
        SELECT w.merchant_id, w.endpoint_id, w.event_id
        FROM webhook_endpoint e JOIN webhook_delivery w
          ON w.merchant_id = e.merchant_id AND w.endpoint_id = e.id AND w.status = 'waiting'
        WHERE e.status = 'archived' LIMIT ${limit}
      ) canceled
      WHERE d.merchant_id = canceled.merchant_id AND d.endpoint_id = canceled.endpoint_id
        AND d.event_id = canceled.event_id AND d.status = 'waiting'`,
    deliveryAttempts: await db.$executeRaw`
      DELETE FROM delivery_attempt WHERE (merchant_id, endpoint_id, event_id, number) IN (
        SELECT merchant_id, endpoint_id, event_id, number FROM delivery_attempt
        WHERE at < now() - make_interval(days => ${deliveries}) LIMIT ${limit})`,
    deliveries: await db.$executeRaw`
      DELETE FROM webhook_delivery WHERE (merchant_id, endpoint_id, event_id) IN (
        SELECT merchant_id, endpoint_id, event_id FROM webhook_delivery
        WHERE created_at < now() - make_interval(days => ${deliveries})
          AND COALESCE(finished_at, due_at) < now() - interval '1 day' LIMIT ${limit})`,
    providerEvents: await db.$executeRaw`
      DELETE FROM provider_event WHERE (merchant_id, psp_config_id, event_id) IN (
        SELECT merchant_id, psp_config_id, event_id FROM provider_event
        WHERE received_at < now() - make_interval(days => ${providerEvents})
          AND status IN ('applied', 'ignored') LIMIT ${limit})`,
    idempotencyRecords: await db.$executeRaw`
      DELETE FROM idempotency_record WHERE (merchant_id, mode, method, path, key) IN (
        SELECT merchant_id, mode, method, path, key FROM idempotency_record
        WHERE created_at < now() - make_interval(days => ${idempotencyRecords}) LIMIT ${limit})`,
  };
}

/** The number of rows of each kind that one call removed or canceled. */
export type RemovedRows = Awaited<ReturnType<typeof removeOldRows>>;
