import type { MerchantId, WebhookEndpointId } from '@parley/domain';
import { type MerchantGroup, onShard } from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import {
  type DueDelivery,
  type LeasedEndpointQueue,
  sameQueue,
} from './webhook-endpoint-queues.ts';

/** The outcome of one delivery attempt. */
export interface AttemptOutcome {
  readonly queue: LeasedEndpointQueue;
  readonly delivery: DueDelivery;
  /** When the request was sent, by performance.now(). */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly responseBody: string;
  readonly status: 'waiting' | 'succeeded' | 'failed';
  /** Seconds until the next attempt while the status is waiting. */
  readonly retryInSeconds: number;
}

/** The last attempt of a schedule does not end one that has restarted since the attempt began. */
const newStatus = sql.raw(
  "CASE WHEN g.status = 'failed' AND d.attempts_before = g.before THEN 'waiting' ELSE g.status END",
);

/**
 * Stores attempt outcomes in their deliveries and moves the previous attempt of each delivery to its
 * history. Outcomes of a queue whose lease has passed to another worker are ignored.
 * @param db a transaction, if the database is sharded. These are two statements then: for INSERT in a CTE,
 *   Citus connects to all nodes
 */
export async function recordAttempts(
  db: SqlConnection,
  outcomes: readonly AttemptOutcome[],
  merchants: MerchantGroup,
): Promise<void> {
  const now = performance.now();
  // Arrays of columns cost half as much to encode and decode as rows.
  const column = <T>(value: (outcome: AttemptOutcome) => T): T[] => outcomes.map(value);
  const given = sql`
    WITH clock AS MATERIALIZED (SELECT now() AS now),
    -- Computes the times here: on a sharded database, an update cannot calculate with its time.
    g AS MATERIALIZED (
      SELECT g.*, clock.now, clock.now - make_interval(secs => g.age) AS attempted_at,
        clock.now + make_interval(secs => g.retry_in) AS due_at
      FROM unnest(
        ${column(({ queue }) => queue.merchantId)}::text[], ${column(({ queue }) => queue.endpointId)}::text[],
        ${column(({ queue }) => queue.number)}::int[], ${column(({ queue }) => queue.leaseToken)}::text[],
        ${column(({ delivery }) => delivery.eventId)}::text[],
        ${column(({ delivery }) => delivery.attempts)}::int[], ${column(({ status }) => status)}::text[],
        ${column(({ retryInSeconds }) => retryInSeconds)}::float8[],
        ${column(({ httpStatus }) => httpStatus)}::int[], ${column(({ failure }) => failure)}::text[],
        ${column(({ startedAt }) => Math.max(0, (now - startedAt) / 1000))}::float8[],
        ${column(({ durationMs }) => Math.round(durationMs))}::int[],
        ${column(({ responseBody }) => responseBody)}::text[]
      ) AS g (merchant_id, endpoint_id, queue_number, token, event_id, before, status, retry_in,
        http_status, failure, age, duration_ms, body)
      CROSS JOIN clock
      JOIN webhook_endpoint_queue l ON ${sameQueue} ${onShard(merchants, 'l.merchant_id')}
    )`;
  // Citus finds the shards of tables in a CTE of the SELECT, and not in one before INSERT.
  const insertEarlier = (ctes: Sql) => sql`
    INSERT INTO delivery_attempt (merchant_id, endpoint_id, event_id, number, at, duration_ms,
      http_status, failure, response_body)
    ${ctes}
    SELECT d.merchant_id, d.endpoint_id, d.event_id, d.attempts, d.attempted_at, d.duration_ms,
      d.http_status, d.failure, d.response_body
    FROM g JOIN webhook_delivery d ON d.merchant_id = g.merchant_id
      AND d.endpoint_id = g.endpoint_id AND d.event_id = g.event_id
      ${onShard(merchants, 'd.merchant_id')}
    WHERE g.before > 0 AND d.attempts = g.before AND d.finished_at IS NULL
      AND d.attempted_at IS NOT NULL
    ON CONFLICT DO NOTHING`;
  const update = sql`
    UPDATE webhook_delivery d
    SET status = ${newStatus}, attempts = d.attempts + 1, http_status = g.http_status,
        failure = g.failure, attempted_at = g.attempted_at,
        duration_ms = g.duration_ms, response_body = g.body,
        due_at = g.due_at,
        finished_at = CASE WHEN ${newStatus} = 'waiting' THEN NULL ELSE g.now END
    FROM g
    WHERE d.merchant_id = g.merchant_id AND d.endpoint_id = g.endpoint_id
      ${onShard(merchants, 'd.merchant_id')}
      -- No condition on the status: the planner would choose the slower index on waiting rows.
      AND d.event_id = g.event_id AND d.finished_at IS NULL AND d.attempts = g.before`;
  if (!merchants.isSharded) {
    await db.$executeRaw`${given}, earlier AS (${insertEarlier(sql.empty)}) ${update}`;
    return;
  }
  await db.$executeRaw(insertEarlier(given));
  await db.$executeRaw`${given} ${update}`;
}

export interface EndpointKey {
  readonly merchantId: MerchantId;
  readonly endpointId: WebhookEndpointId;
}

/**
 * Marks endpoints as failing from now on, or as no longer failing. Skips those that are locked, so that a change
 * of one merchant's endpoint delays no other merchant. The next attempt that differs marks them.
 */
export async function setFailing(
  db: SqlConnection,
  endpoints: readonly EndpointKey[],
  isFailing: boolean,
  merchants: MerchantGroup,
): Promise<void> {
  await db.$executeRaw`
    WITH g AS MATERIALIZED (
      SELECT e.merchant_id, e.id
      FROM unnest(${endpoints.map((one) => one.merchantId)}::text[],
                  ${endpoints.map((one) => one.endpointId)}::text[]) AS u (merchant_id, id)
      JOIN webhook_endpoint e ON e.merchant_id = u.merchant_id AND e.id = u.id
      WHERE e.failing_since ${isFailing ? sql`IS NULL` : sql`IS NOT NULL`}
        ${onShard(merchants, 'e.merchant_id')}
      FOR NO KEY UPDATE OF e SKIP LOCKED
    )
    UPDATE webhook_endpoint p SET failing_since = ${isFailing ? sql`now()` : sql`NULL`}
    FROM g
    WHERE p.merchant_id = g.merchant_id AND p.id = g.id ${onShard(merchants, 'p.merchant_id')}`;
}
