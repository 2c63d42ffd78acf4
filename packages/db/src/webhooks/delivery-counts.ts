import { MAX_COUNTED_DELIVERIES, type WebhookEndpointId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { firstIdAt } from '../sql/list-rows.ts';

/** Delivery statistics of an endpoint since a time. */
export interface DeliveryCounts {
  /** The deliveries that the other numbers count, except `waiting`. */
  readonly counted: number;
  readonly waiting: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly attempts: number;
  readonly failedAttempts: number;
  readonly lastSuccessAt: Date | null;
}

/** The deliveries of one hour. */
export interface HourlyDeliveryCounts {
  /** 0 is the first hour after the requested time. */
  readonly hour: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly waiting: number;
}

/** The counts of the deliveries of one merchant. Each examines a limited number of them. */
export function deliveryCounts(db: Connection, merchantId: string) {
  return {
    /**
     * Counts the deliveries of events since a time, and all waiting deliveries, up to a number.
     * @param max of more events, only the newest are counted; 50,000 by default
     */
    async countSince(
      endpointId: WebhookEndpointId,
      from: Date,
      max = MAX_COUNTED_DELIVERIES,
    ): Promise<DeliveryCounts> {
      const rows = await db.$queryRaw<DeliveryCounts[]>`
        SELECT
          (SELECT count(*)::int FROM (
            SELECT 1 FROM webhook_delivery w
            WHERE w.merchant_id = ${merchantId} AND w.endpoint_id = ${endpointId}
              AND w.status = 'waiting'
            ORDER BY w.queue_number, w.due_at, w.sequence LIMIT ${max}) waiting) AS waiting,
          count(*)::int AS counted,
          count(*) FILTER (WHERE d.status = 'succeeded')::int AS succeeded,
          count(*) FILTER (WHERE d.status = 'failed')::int AS failed,
          COALESCE(sum(d.attempts), 0)::int AS attempts,
          COALESCE(sum(d.attempts - (d.status = 'succeeded')::int), 0)::int AS "failedAttempts",
          max(d.finished_at) FILTER (WHERE d.status = 'succeeded') AS "lastSuccessAt"
        FROM (
          SELECT status, attempts, finished_at FROM webhook_delivery
          WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId}
            AND event_id >= ${firstIdAt('evt', from)}
          ORDER BY event_id DESC LIMIT ${max}) d`;
      const [counts] = rows;
      if (!counts) throw new Error('the count query returned no row');
      return counts;
    },

    /**
     * Counts the attempts of the deliveries of events from a time until another.
     * @param max of more events, only the newest are counted
     */
    async countAttempts(
      endpointId: WebhookEndpointId,
      { from, until }: { readonly from: Date; readonly until: Date },
      max: number,
    ): Promise<Pick<DeliveryCounts, 'attempts' | 'failedAttempts'>> {
      const [counts = { attempts: 0, failedAttempts: 0 }] = await db.$queryRaw<
        Pick<DeliveryCounts, 'attempts' | 'failedAttempts'>[]
      >`
        SELECT COALESCE(sum(d.attempts), 0)::int AS attempts,
          COALESCE(sum(d.attempts - (d.status = 'succeeded')::int), 0)::int AS "failedAttempts"
        FROM (
          SELECT status, attempts FROM webhook_delivery
          WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId}
            AND event_id >= ${firstIdAt('evt', from)} AND event_id < ${firstIdAt('evt', until)}
          ORDER BY event_id DESC LIMIT ${max}) d`;
      return counts;
    },

    /**
     * Counts the deliveries of events since a time by the hours after it. An hour without any is left out.
     * @param max of more events, only the newest are counted; 50,000 by default
     */
    countByHour(
      endpointId: WebhookEndpointId,
      from: Date,
      max = MAX_COUNTED_DELIVERIES,
    ): Promise<HourlyDeliveryCounts[]> {
      return db.$queryRaw<HourlyDeliveryCounts[]>`
        SELECT floor(extract(epoch FROM d.created_at - ${from}) / 3600)::int AS hour,
          count(*) FILTER (WHERE d.status = 'succeeded')::int AS succeeded,
          count(*) FILTER (WHERE d.status = 'failed')::int AS failed,
          count(*) FILTER (WHERE d.status = 'waiting')::int AS waiting
        FROM (
          SELECT status, created_at FROM webhook_delivery
          WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId}
            AND event_id >= ${firstIdAt('evt', from)}
          ORDER BY event_id DESC LIMIT ${max}) d
        GROUP BY hour ORDER BY hour`;
    },

    /**
     * When the oldest waiting delivery of an endpoint was created; null if none waits.
     * @param max also null if so many wait: those that are due first are read, and the oldest were retried most
     */
    async findOldestWaiting(endpointId: WebhookEndpointId, max: number): Promise<Date | null> {
      const rows = await db.$queryRaw<{ createdAt: Date | null; waiting: number }[]>`
        SELECT min(created_at) AS "createdAt", count(*)::int AS waiting FROM (
          SELECT created_at FROM webhook_delivery
          WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId} AND status = 'waiting'
          ORDER BY queue_number, due_at, sequence LIMIT ${max}) w`;
      const [oldest] = rows;
      return oldest && oldest.waiting < max ? oldest.createdAt : null;
    },
  };
}
