import { createHmac, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { realSeconds } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Store } from '../store/tx.ts';

const TIMEOUT_MS = 10_000;
const LEASE_SECONDS = 13;

interface Claimed {
  id: string;
  attempts: number;
  event_id: string;
  body: Record<string, unknown>;
  /** The endpoint that the API created; null is the configured one. */
  endpoint: Webhook | null;
}

type Webhook = NonNullable<Config['webhook']>;

/** Claims due deliveries; the lease of a process that died expires, which makes them due again. */
export async function claimDeliveries(
  { pool, config }: Store,
  token: string,
  limit: number,
): Promise<Claimed[]> {
  const claimed = await pool.query<Claimed>(
    `WITH due AS (
       SELECT id FROM webhook_delivery WHERE state = 'pending' AND due_at <= now()
         AND (endpoint_id IS NOT NULL OR $4)
       ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
     ), taken AS (
       UPDATE webhook_delivery d
       SET lease_token = $1, due_at = now() + make_interval(secs => $3)
       FROM due WHERE d.id = due.id
       RETURNING d.id, d.attempts, d.event_id, d.endpoint_id
     )
     SELECT taken.id, taken.attempts, taken.event_id, event.body,
       CASE WHEN object.id IS NOT NULL THEN
         json_build_object('url', object.data->>'url', 'secret', object.hidden->>'signing_secret')
       END AS endpoint
     FROM taken JOIN event ON event.id = taken.event_id
       LEFT JOIN object ON object.id = taken.endpoint_id
     ORDER BY event.seq`,
    [token, limit, LEASE_SECONDS, config.webhook !== null],
  );
  return claimed.rows;
}

/** Posts one event and records the result. */
export async function deliver(
  { pool, config }: Store,
  delivery: Claimed,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  const webhook = delivery.endpoint ?? config.webhook;
  if (!webhook) return;
  const result = await post(webhook, delivery.body, signal);
  // Aborted by the shutdown, which does not count as an attempt: due again at once.
  if (signal.aborted && !result.ok) {
    await finish(pool, delivery, token, `due_at = now()`, []);
    return;
  }
  const attempts = delivery.attempts + 1;
  const delay = result.ok ? null : retryDelay(attempts, config.retryDelaysMs);
  const state = result.ok ? 'succeeded' : delay === null ? 'failed' : 'pending';
  await finish(
    pool,
    delivery,
    token,
    `state = $3, attempts = $4, last_status = $5, last_error = $6,
     due_at = now() + make_interval(secs => $7::double precision / 1000),
     finished_at = CASE WHEN $3 = 'pending' THEN NULL ELSE now() END`,
    [state, attempts, result.status, result.error, delay ?? 0],
  );
  config.logger.info(
    { event: delivery.event_id, attempt: attempts, status: result.status, state },
    'webhook sent',
  );
}

async function finish(
  pool: pg.Pool,
  delivery: Claimed,
  token: string,
  change: string,
  values: unknown[],
): Promise<void> {
  await pool.query(
    `UPDATE webhook_delivery SET ${change}, lease_token = NULL WHERE id = $1 AND lease_token = $2`,
    [delivery.id, token, ...values],
  );
}

async function post(
  webhook: Webhook,
  event: Record<string, unknown>,
  stop: AbortSignal,
): Promise<{ ok: boolean; status: number | null; error: string | null }> {
  const body = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2);
  try {
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureHeader(body, webhook.secret, realSeconds()),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stop]),
    });
    await response.body?.cancel();
    return { ok: response.ok, status: response.status, error: null };
  } catch (error) {
    return { ok: false, status: null, error: getReason(error) };
  }
}

function getReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.cause instanceof Error ? error.cause.message : '';
  return `${error.name}: ${cause || error.message}`.slice(0, 300);
}

export const newLeaseToken = (): string => randomUUID();

/** Returns the `Stripe-Signature` header of a body sent at `timestamp` (seconds). */
export function signatureHeader(body: string, secret: string, timestamp: number): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Short at first, for a receiver that is just starting. */
export const RETRY_DELAYS_MS: readonly number[] = [
  SECOND,
  3 * SECOND,
  10 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
];

const MAX_ATTEMPTS = 16;

/** Milliseconds to wait after this many failed attempts; null after the last one. */
export function retryDelay(attempts: number, delays = RETRY_DELAYS_MS): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  return delays[Math.min(attempts, delays.length) - 1] ?? SECOND;
}
