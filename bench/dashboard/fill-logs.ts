import { formatId, ID_RANDOM_BYTES } from '@parley/domain';
import type { Filling } from './filling.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const BATCH = 20_000;
/** The newest sessions, about which requests are. */
const SESSIONS = 20_000;

/**
 * Adds requests of the last seven days to the request log: a third are posts about one of the newest
 * sessions with an idempotency key, 5 % failed, one in 10,000 with a status of 5xx. A fifth of the keys
 * have a stored response.
 */
export async function fillRequests(filling: Filling, count: number): Promise<void> {
  const { client, merchantId } = filling;
  const now = Date.now();
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM proxy_session WHERE merchant_id = $1 AND mode = 'test'
     ORDER BY created_at DESC, id DESC LIMIT $2`,
    [merchantId, SESSIONS],
  );
  const sessions = rows.map(({ id }) => id);
  for (let first = 0; first < count; first += BATCH) {
    const length = Math.min(BATCH, count - first);
    const times = Array.from(
      { length },
      (_, n) => now - Math.floor((7 * DAY_MS * (first + n)) / count),
    );
    const ids = times.map((ms) => {
      const random = crypto.getRandomValues(new Uint8Array(ID_RANDOM_BYTES));
      return formatId('req', ms, random);
    });
    const sessionIds = times.map((_, n) => sessions[(first + n) % sessions.length]);
    await client.query(
      `INSERT INTO api_request (merchant_id, mode, id, method, route, path, status, duration_ms,
         api_key_id, api_key_kind, idempotency_key, replayed, proxy_session_id, created_at)
       SELECT $1, 'test', id, CASE WHEN n % 3 = 0 THEN 'POST' ELSE 'GET' END, '/v1/proxy_sessions',
         '/v1/proxy_sessions', CASE WHEN n % 10000 = 0 THEN 500 WHEN n % 20 = 0 THEN 400 ELSE 200 END, 12,
         'key_' || n % 3, 'secret', CASE WHEN n % 3 = 0 THEN 'order_' || n END, false,
         CASE WHEN n % 3 = 0 THEN session_id END, to_timestamp(ms / 1000.0)
       FROM unnest($2::text[], $3::bigint[], $4::text[]) WITH ORDINALITY
           AS request (id, ms, session_id, ordinal),
         LATERAL (SELECT ordinal + $5::int AS n) numbered
       ON CONFLICT DO NOTHING`,
      [merchantId, ids, times, sessionIds, first],
    );
  }
  await client.query(
    `INSERT INTO idempotency_record (merchant_id, mode, method, path, key, fingerprint, outcome, created_at)
     SELECT $1, 'test', 'POST', '/proxy_sessions', 'order_' || 3 * n, repeat('a', 64),
       jsonb_build_object('output', jsonb_build_object('id', 'psess_' || n)),
       now() - interval '1 day' * n / $2::int
     FROM generate_series(0, $2::int - 1) n ON CONFLICT DO NOTHING`,
    [merchantId, Math.ceil(count / 5)],
  );
}

/**
 * Adds a delivery of the newest events to each endpoint: 1 % failed after five requests, 2 % wait for a
 * month.
 */
export async function fillDeliveries(
  { client, merchantId }: Filling,
  endpoints: readonly string[],
  eventsPerEndpoint: number,
): Promise<void> {
  await client.query(
    `INSERT INTO webhook_delivery (merchant_id, endpoint_id, event_id, queue_number, sequence, status,
       attempts, due_at, http_status, attempted_at, duration_ms, response_body, created_at, finished_at)
     SELECT $1, p.id, o.id, 0, o.sequence, o.status, CASE o.status WHEN 'failed' THEN 5 ELSE 1 END,
       CASE o.status WHEN 'waiting' THEN now() + interval '30 days' ELSE o.created_at END,
       CASE o.status WHEN 'succeeded' THEN 204 ELSE 500 END, o.created_at, 12, '', o.created_at,
       CASE WHEN o.status <> 'waiting' THEN o.created_at END
     FROM (
       SELECT id, sequence, created_at,
         CASE row_number() OVER () % 100 WHEN 0 THEN 'failed' WHEN 1 THEN 'waiting' WHEN 2 THEN 'waiting'
           ELSE 'succeeded' END AS status
       FROM outbox_event WHERE merchant_id = $1 AND mode = 'test' ORDER BY id DESC LIMIT $2
     ) o CROSS JOIN unnest($3::text[]) AS p (id)
     ON CONFLICT DO NOTHING`,
    [merchantId, eventsPerEndpoint, endpoints],
  );
  await client.query(
    `INSERT INTO delivery_attempt (merchant_id, endpoint_id, event_id, number, at, duration_ms,
       http_status, response_body)
     SELECT d.merchant_id, d.endpoint_id, d.event_id, n, d.created_at, 12, 500, 'Internal Server Error'
     FROM webhook_delivery d CROSS JOIN generate_series(1, 4) n
     WHERE d.merchant_id = $1 AND d.endpoint_id = ANY ($2) AND d.status = 'failed'
     ON CONFLICT DO NOTHING`,
    [merchantId, endpoints],
  );
}
