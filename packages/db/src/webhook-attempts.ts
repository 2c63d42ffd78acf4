import type { MerchantId, WebhookEndpointId } from '@parley/domain';
import type { SqlConnection } from './sql-connection.ts';
import {
  type DueDelivery,
  type LeasedEndpointQueue,
  sameQueue,
} from './webhook-endpoint-queues.ts';

/** What came of one attempt. */
export interface AttemptOutcome {
  readonly queue: LeasedEndpointQueue;
  readonly delivery: DueDelivery;
  /** When it was sent, by performance.now(). */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly responseBody: string;
  readonly status: 'waiting' | 'succeeded' | 'failed';
  /** Until the next attempt, where it stays waiting. */
  readonly retryInSeconds: number;
}

/**
 * Writes what came of attempts, where the lane is still held, into their deliveries; what an
 * earlier attempt left there moves into its history.
 */
export async function recordAttempts(
  db: SqlConnection,
  outcomes: readonly AttemptOutcome[],
): Promise<void> {
  const now = performance.now();
  // Columns, not rows: half the work for both sides.
  const of = <T>(column: (outcome: AttemptOutcome) => T): T[] => outcomes.map(column);
  await db.$executeRaw`
    WITH g AS MATERIALIZED (
      SELECT g.* FROM unnest(
        ${of(({ queue }) => queue.merchantId)}::text[], ${of(({ queue }) => queue.endpointId)}::text[],
        ${of(({ queue }) => queue.number)}::int[], ${of(({ queue }) => queue.leaseToken)}::text[],
        ${of(({ delivery }) => delivery.eventId)}::text[],
        ${of(({ delivery }) => delivery.attempts)}::int[], ${of(({ status }) => status)}::text[],
        ${of(({ retryInSeconds }) => retryInSeconds)}::float8[],
        ${of(({ httpStatus }) => httpStatus)}::int[], ${of(({ failure }) => failure)}::text[],
        ${of(({ startedAt }) => Math.max(0, (now - startedAt) / 1000))}::float8[],
        ${of(({ durationMs }) => Math.round(durationMs))}::int[],
        ${of(({ responseBody }) => responseBody)}::text[]
      ) AS g (merchant_id, endpoint_id, lane, token, event_id, before, status, retry_in,
        http_status, failure, age, duration_ms, body)
      JOIN webhook_lane l ON ${sameQueue}
    ), earlier AS (
      INSERT INTO delivery_attempt (merchant_id, endpoint_id, event_id, number, at, duration_ms,
        http_status, failure, response_body)
      SELECT d.merchant_id, d.endpoint_id, d.event_id, d.attempts, d.attempted_at, d.duration_ms,
        d.http_status, d.failure, d.response_body
      FROM g JOIN webhook_delivery d ON d.merchant_id = g.merchant_id
        AND d.endpoint_id = g.endpoint_id AND d.event_id = g.event_id
      WHERE g.before > 0 AND d.attempts = g.before AND d.finished_at IS NULL
        AND d.attempted_at IS NOT NULL
      ON CONFLICT DO NOTHING
    )
    UPDATE webhook_delivery d
    SET status = g.status, attempts = d.attempts + 1, http_status = g.http_status,
        failure = g.failure, attempted_at = now() - make_interval(secs => g.age),
        duration_ms = g.duration_ms, response_body = g.body,
        due_at = now() + make_interval(secs => g.retry_in),
        finished_at = CASE WHEN g.status = 'waiting' THEN NULL ELSE now() END
    FROM g
    WHERE d.merchant_id = g.merchant_id AND d.endpoint_id = g.endpoint_id
      -- Not by its status: the index of what waits is the longer way to one row.
      AND d.event_id = g.event_id AND d.finished_at IS NULL AND d.attempts = g.before`;
}

export interface EndpointKey {
  readonly merchantId: MerchantId;
  readonly endpointId: WebhookEndpointId;
}

/** Remembers that endpoints answer again. */
export async function recordRecovery(
  db: SqlConnection,
  endpoints: readonly EndpointKey[],
): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_endpoint p SET failing_since = NULL
    FROM unnest(${endpoints.map((one) => one.merchantId)}::text[],
                ${endpoints.map((one) => one.endpointId)}::text[]) AS g (merchant_id, id)
    WHERE p.merchant_id = g.merchant_id AND p.id = g.id AND p.failing_since IS NOT NULL`;
}

/** Remembers since when endpoints fail. */
export async function recordFailing(
  db: SqlConnection,
  endpoints: readonly EndpointKey[],
): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_endpoint p SET failing_since = now()
    FROM unnest(${endpoints.map((one) => one.merchantId)}::text[],
                ${endpoints.map((one) => one.endpointId)}::text[]) AS g (merchant_id, id)
    WHERE p.merchant_id = g.merchant_id AND p.id = g.id AND p.failing_since IS NULL`;
}
