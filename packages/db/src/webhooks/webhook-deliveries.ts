import type { DeliveryStatus, EventId, EventType, WebhookEndpointId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { type ListPage, type ListPosition, listRows } from '../sql/list-rows.ts';
import type { Scope } from '../sql/records.ts';
import { type Sql, sql } from '../sql/sql.ts';
import type { GetTraceparent } from '../sql/traceparent.ts';
import { deliveryCounts } from './delivery-counts.ts';

/** The delivery of one event to one endpoint. */
export interface DeliveryRecord {
  readonly endpointId: WebhookEndpointId;
  readonly eventId: EventId;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** When the next attempt is due, while the status is waiting. */
  readonly dueAt: Date;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** A status, where waiting is for the first attempt, a retry, or an endpoint that is not active. */
type DeliveryCondition = DeliveryStatus | 'retrying' | 'held';

/** A delivery with its endpoint and its last request. */
export interface DeliveryOfEvent extends DeliveryRecord {
  readonly condition: DeliveryCondition;
  /** The number of deliveries of the event in this condition. */
  readonly conditionCount: number;
  readonly endpointUrl: string;
  readonly endpointStatus: string;
  /** When the last request was sent; null before the first. */
  readonly attemptedAt: Date | null;
}

/** One request sent for a delivery. */
export interface DeliveryAttemptRecord {
  readonly number: number;
  readonly at: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly responseBody: string;
}

interface DeliveryListQuery extends ListPage<string> {
  readonly status?: DeliveryStatus | undefined;
  readonly eventType?: EventType | undefined;
}

/** A page of deliveries. */
export interface DeliveryList {
  readonly deliveries: readonly DeliveryRecord[];
  /** The last examined delivery if the limit of examined ones ended the page; otherwise null. */
  readonly examinedTo: ListPosition | null;
}

/** The number of deliveries that one page examines at most. */
const MAX_EXAMINED = 25_000;

/**
 * SQL for the queue of an event, 0 or 1. All events of a session use the same queue, which delivers
 * them in order.
 */
export const queueNumberOfEvent = sql.raw('(hashtext(COALESCE(o.proxy_session_id, o.id)) & 1)');

const getColumns = (alias: string): Sql => {
  const d = sql.raw(alias);
  return sql`${d}.endpoint_id AS "endpointId", ${d}.event_id AS "eventId", ${d}.status,
    ${d}.attempts, ${d}.due_at AS "dueAt", ${d}.http_status AS "httpStatus", ${d}.failure,
    ${d}.created_at AS "createdAt", ${d}.finished_at AS "finishedAt"`;
};

const columns = sql`${getColumns('d')}, o.type AS "eventType"`;

/** The deliveries of one merchant in one mode. */
export function webhookDeliveryRepository(
  db: Connection,
  { merchantId, mode }: Scope,
  getTraceparent?: GetTraceparent,
) {
  const ofEvent = sql`
    webhook_delivery d JOIN outbox_event o
      ON o.merchant_id = d.merchant_id AND o.id = d.event_id AND o.mode = ${mode}`;

  return {
    /** Lists deliveries by event, newest first. No index has the status or the type. */
    async list(
      endpointId: WebhookEndpointId,
      { status, eventType, maxExamined = MAX_EXAMINED, ...page }: DeliveryListQuery,
    ): Promise<DeliveryList> {
      const typeOfEvent = sql`(SELECT o.type FROM outbox_event o
        WHERE o.merchant_id = ${merchantId} AND o.id = s.event_id)`;
      const list = {
        table: sql`webhook_delivery`,
        columns: sql`${getColumns('s')}, ${typeOfEvent} AS "eventType"`,
        key: ['event_id'] as const,
        index: [
          sql`s.merchant_id = ${merchantId} AND s.endpoint_id = ${endpointId}`,
          sql`${mode} = (SELECT e.mode FROM webhook_endpoint e
            WHERE e.merchant_id = ${merchantId} AND e.id = ${endpointId})`,
        ],
        rest: [
          status && sql`s.status = ${status}`,
          eventType && sql`${typeOfEvent} = ${eventType}`,
        ],
      };
      const { rows, examinedTo } = await listRows<DeliveryRecord>(db, list, {
        ...page,
        maxExamined,
      });
      return { deliveries: rows, examinedTo };
    },

    /**
     * The deliveries of the given events to all endpoints, including archived ones. Those that failed are
     * first, those that need nothing last.
     * @param limit the number of deliveries per event and condition; all by default
     */
    async listByEvents(eventIds: readonly EventId[], limit?: number): Promise<DeliveryOfEvent[]> {
      return db.$queryRaw<DeliveryOfEvent[]>`
        SELECT * FROM (
          SELECT found.*, count(*) OVER same::int AS "conditionCount",
            row_number() OVER (same ORDER BY "createdAt", "endpointId")::int AS position
          FROM (
            SELECT ${columns}, e.url AS "endpointUrl", e.status AS "endpointStatus",
              d.attempted_at AS "attemptedAt",
              CASE WHEN d.status <> 'waiting' THEN d.status
                WHEN e.status <> 'active' THEN 'held'
                WHEN d.failure IS NOT NULL OR d.http_status NOT BETWEEN 200 AND 299 THEN 'retrying'
                ELSE 'waiting' END AS condition
            FROM webhook_endpoint e
            JOIN outbox_event o ON o.merchant_id = e.merchant_id AND o.mode = e.mode
            JOIN webhook_delivery d ON d.merchant_id = e.merchant_id AND d.endpoint_id = e.id
              AND d.event_id = o.id
            WHERE e.merchant_id = ${merchantId} AND e.mode = ${mode}
              AND o.id = ANY(${[...eventIds]})
          ) found
          WINDOW same AS (PARTITION BY "eventId", condition)
        ) counted
        ${limit === undefined ? sql.empty : sql`WHERE position <= ${limit}`}
        ORDER BY "eventId", array_position(
          '{failed,retrying,held,waiting,succeeded,canceled}'::text[], condition), position`;
    },

    async find(endpointId: string, eventId: string): Promise<DeliveryRecord | null> {
      const rows = await db.$queryRaw<DeliveryRecord[]>`
        SELECT ${columns} FROM ${ofEvent}
        WHERE d.merchant_id = ${merchantId} AND d.endpoint_id = ${endpointId}
          AND d.event_id = ${eventId}`;
      return rows[0] ?? null;
    },

    /** The requests sent for a delivery, oldest first. */
    async listAttempts(endpointId: string, eventId: string): Promise<DeliveryAttemptRecord[]> {
      return db.$queryRaw<DeliveryAttemptRecord[]>`
        SELECT number, at, duration_ms AS "durationMs", http_status AS "httpStatus", failure,
          response_body AS "responseBody"
        FROM (
          SELECT number, at, duration_ms, http_status, failure, response_body
          FROM delivery_attempt
          WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId}
            AND event_id = ${eventId}
          UNION ALL
          SELECT attempts, attempted_at, duration_ms, http_status, failure, response_body
          FROM webhook_delivery
          WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId}
            AND event_id = ${eventId} AND attempted_at IS NOT NULL
        ) made
        ORDER BY number`;
    },

    /**
     * Makes events due for delivery to an endpoint now. A delivery that exists already restarts its
     * retry schedule.
     * @returns the number of deliveries
     */
    async enqueue(endpointId: WebhookEndpointId, eventIds: readonly EventId[]): Promise<number> {
      // An event that is archived meanwhile would leave a delivery that no worker can send.
      await db.$queryRaw`
        SELECT 1 FROM outbox_event WHERE merchant_id = ${merchantId} AND id = ANY(${eventIds})
        ORDER BY id FOR KEY SHARE`;
      const count = await db.$executeRaw`
        INSERT INTO webhook_delivery
          (merchant_id, endpoint_id, event_id, queue_number, sequence, status, due_at, traceparent)
        SELECT o.merchant_id, ${endpointId}, o.id, ${queueNumberOfEvent}, o.sequence, 'waiting', now(),
          ${getTraceparent?.() ?? null}
        FROM outbox_event o
        WHERE o.merchant_id = ${merchantId} AND o.mode = ${mode} AND o.id = ANY(${eventIds})
        ON CONFLICT (merchant_id, endpoint_id, event_id) DO UPDATE
        SET status = 'waiting', due_at = excluded.due_at, finished_at = NULL,
            attempts_before = webhook_delivery.attempts, traceparent = excluded.traceparent`;
      if (count === 0) return 0;
      await db.$executeRaw`
        UPDATE webhook_endpoint_queue SET due_at = LEAST(due_at, now()), notification_count = notification_count + 1
        WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId}`;
      return count;
    },

    /** Cancels up to `limit` waiting deliveries of an endpoint and returns how many. */
    async cancelWaiting(endpointId: WebhookEndpointId, limit: number): Promise<number> {
      return db.$executeRaw`
        UPDATE webhook_delivery SET status = 'canceled', finished_at = now()
        WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId} AND event_id IN (
          SELECT event_id FROM webhook_delivery
          WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId} AND status = 'waiting'
          LIMIT ${limit})`;
    },

    async hasSucceededSince(endpointId: WebhookEndpointId, since: Date): Promise<boolean> {
      const rows = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM (
          SELECT at, http_status FROM delivery_attempt
          WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId}
          UNION ALL
          SELECT attempted_at, http_status FROM webhook_delivery
          WHERE merchant_id = ${merchantId} AND endpoint_id = ${endpointId}
        ) made
        WHERE at >= ${since} AND http_status BETWEEN 200 AND 299 LIMIT 1`;
      return rows.length > 0;
    },

    ...deliveryCounts(db, merchantId),
  };
}
