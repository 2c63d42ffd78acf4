import type { MerchantId, WebhookEndpointId } from '@parley/domain';
import type { Connection } from './client.ts';
import { type DueDelivery, type LeasedLane, laneKeys, sameLane } from './webhook-lanes.ts';

/** What came of one attempt. */
export interface AttemptOutcome {
  readonly lane: LeasedLane;
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
 * Writes what came of attempts, where the lane is still held: the delivery, and the attempt for
 * its history.
 */
export async function recordAttempts(
  db: Connection,
  outcomes: readonly AttemptOutcome[],
): Promise<void> {
  const given = outcomes.map(({ lane, delivery, ...outcome }) => ({
    merchant_id: lane.merchantId,
    endpoint_id: lane.endpointId,
    lane: lane.lane,
    token: lane.leaseToken,
    event_id: delivery.eventId,
    before: delivery.attempts,
    status: outcome.status,
    retry_in: outcome.retryInSeconds,
    http_status: outcome.httpStatus,
    failure: outcome.failure,
    age: Math.max(0, (performance.now() - outcome.startedAt) / 1000),
    duration_ms: Math.round(outcome.durationMs),
    body: outcome.responseBody,
  }));
  await db.$executeRaw`
    WITH g AS (
      SELECT g.* FROM json_to_recordset(${JSON.stringify(given)}::json) AS g (
        ${laneKeys}, event_id text, before int, status text, retry_in float8, http_status int,
        failure text, age float8, duration_ms int, body text)
      JOIN webhook_lane l ON ${sameLane}
    ), done AS (
      UPDATE webhook_delivery d
      SET status = g.status, attempts = d.attempts + 1, http_status = g.http_status,
          failure = g.failure, due_at = now() + make_interval(secs => g.retry_in),
          finished_at = CASE WHEN g.status = 'waiting' THEN NULL ELSE now() END
      FROM g
      WHERE d.merchant_id = g.merchant_id AND d.endpoint_id = g.endpoint_id
        -- Not by its status: the index of what waits is the longer way to one row.
        AND d.event_id = g.event_id AND d.finished_at IS NULL AND d.attempts = g.before
      RETURNING d.merchant_id, d.endpoint_id, d.event_id, d.attempts, g.age, g.duration_ms,
        g.http_status, g.failure, g.body
    )
    INSERT INTO delivery_attempt (merchant_id, endpoint_id, event_id, number, at, duration_ms,
      http_status, failure, response_body)
    SELECT merchant_id, endpoint_id, event_id, attempts, now() - make_interval(secs => age),
      duration_ms, http_status, failure, body
    FROM done
    ON CONFLICT DO NOTHING`;
}

export interface EndpointName {
  readonly merchantId: MerchantId;
  readonly endpointId: WebhookEndpointId;
}

/** Remembers that endpoints answer again. */
export async function recordRecovery(
  db: Connection,
  endpoints: readonly EndpointName[],
): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_endpoint p SET failing_since = NULL
    FROM unnest(${endpoints.map((one) => one.merchantId)}::text[],
                ${endpoints.map((one) => one.endpointId)}::text[]) AS g (merchant_id, id)
    WHERE p.merchant_id = g.merchant_id AND p.id = g.id AND p.failing_since IS NOT NULL`;
}

/** Remembers since when endpoints fail. */
export async function recordFailing(
  db: Connection,
  endpoints: readonly EndpointName[],
): Promise<void> {
  await db.$executeRaw`
    UPDATE webhook_endpoint p SET failing_since = now()
    FROM unnest(${endpoints.map((one) => one.merchantId)}::text[],
                ${endpoints.map((one) => one.endpointId)}::text[]) AS g (merchant_id, id)
    WHERE p.merchant_id = g.merchant_id AND p.id = g.id AND p.failing_since IS NULL`;
}
