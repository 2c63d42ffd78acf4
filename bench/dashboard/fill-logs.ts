import { formatId, ID_RANDOM_BYTES } from '@parley/domain';
import type pg from 'pg';

const DAY_MS = 24 * 60 * 60 * 1_000;
const BATCH = 20_000;

/** Adds requests of the last seven days to the request log: 5 % failed, one in 10,000 with a status of 5xx. */
export async function fillRequests(client: pg.Client, merchantId: string, count: number) {
  const now = Date.now();
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
    await client.query(
      `INSERT INTO api_request (merchant_id, mode, id, method, route, path, status, duration_ms,
         api_key_id, api_key_kind, idempotency_key, replayed, created_at)
       SELECT $1, 'test', id, CASE WHEN n % 3 = 0 THEN 'POST' ELSE 'GET' END, '/v1/proxy_sessions',
         '/v1/proxy_sessions', CASE WHEN n % 10000 = 0 THEN 500 WHEN n % 20 = 0 THEN 400 ELSE 200 END, 12,
         'key_' || n % 3, 'secret', CASE WHEN n % 3 = 0 THEN 'order_' || n END, false,
         to_timestamp(ms / 1000.0)
       FROM unnest($2::text[], $3::bigint[]) WITH ORDINALITY AS request (id, ms, ordinal),
         LATERAL (SELECT ordinal + $4::int AS n) numbered`,
      [merchantId, ids, times, first],
    );
  }
}

/** Adds a delivery of the newest events to each endpoint of the merchant: 1 % failed, 2 % wait. */
export const fillDeliveries = (client: pg.Client, merchantId: string, eventsPerEndpoint: number) =>
  client.query(
    `INSERT INTO webhook_delivery (merchant_id, endpoint_id, event_id, queue_number, sequence, status,
       attempts, due_at, http_status, attempted_at, duration_ms, response_body, created_at, finished_at)
     SELECT $1, p.id, o.id, 0, o.sequence, o.status, 1, o.created_at,
       CASE o.status WHEN 'succeeded' THEN 204 ELSE 500 END, o.created_at, 12, '', o.created_at,
       CASE WHEN o.status <> 'waiting' THEN o.created_at END
     FROM (
       SELECT id, sequence, created_at,
         CASE row_number() OVER () % 100 WHEN 0 THEN 'failed' WHEN 1 THEN 'waiting' WHEN 2 THEN 'waiting'
           ELSE 'succeeded' END AS status
       FROM outbox_event WHERE merchant_id = $1 ORDER BY id DESC LIMIT $2
     ) o, webhook_endpoint p
     WHERE p.merchant_id = $1`,
    [merchantId, eventsPerEndpoint],
  );
