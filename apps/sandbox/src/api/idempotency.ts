import { createHash } from 'node:crypto';
import type pg from 'pg';
import { rejection, type StripeError } from '../wire/errors.ts';

export interface StoredResponse {
  status: number;
  body: string;
  requestId: string;
}

const LOCK_SECONDS = 30;

export function computeFingerprint(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');
}

/**
 * Claims the key and returns null, or returns the stored response of the first request. The key of a
 * process that died can be claimed again once its lock expires.
 */
export async function claimKey(
  pool: pg.Pool,
  key: string,
  fingerprint: string,
  requestId: string,
): Promise<StoredResponse | null> {
  if (key.length > 255) {
    throw rejection(400, {
      type: 'idempotency_error',
      message: 'Idempotency keys can have at most 255 characters.',
    });
  }
  const taken = await pool.query(
    `INSERT INTO idempotency_key (key, fingerprint, request_id, locked_until)
     VALUES ($1, $2, $3, now() + make_interval(secs => $4))
     ON CONFLICT (key) DO UPDATE
       SET locked_until = excluded.locked_until, request_id = excluded.request_id
       WHERE idempotency_key.status IS NULL AND idempotency_key.locked_until < now()
         AND idempotency_key.fingerprint = excluded.fingerprint`,
    [key, fingerprint, requestId, LOCK_SECONDS],
  );
  if (taken.rowCount === 1) return null;
  const found = await pool.query<{
    fingerprint: string;
    status: number | null;
    body: string | null;
    request_id: string;
  }>('SELECT fingerprint, status, body, request_id FROM idempotency_key WHERE key = $1', [key]);
  const row = found.rows[0];
  // The key was released between the two statements; the client may retry.
  if (!row) throw inFlight(key);
  if (row.fingerprint !== fingerprint) {
    throw rejection(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  if (row.status === null || row.body === null) throw inFlight(key);
  return { status: row.status, body: row.body, requestId: row.request_id };
}

/** Stores the response, in the transaction of the operation if it succeeded. */
export async function storeResponse(
  client: pg.PoolClient | pg.Pool,
  key: string,
  requestId: string,
  status: number,
  body: string,
): Promise<void> {
  await client.query(
    'UPDATE idempotency_key SET status = $3, body = $4, locked_until = NULL WHERE key = $1 AND request_id = $2',
    [key, requestId, status, body],
  );
}

/** Releases the key of a request that was rejected before it executed. */
export async function releaseKey(pool: pg.Pool, key: string, requestId: string): Promise<void> {
  await pool.query(
    'DELETE FROM idempotency_key WHERE key = $1 AND request_id = $2 AND status IS NULL',
    [key, requestId],
  );
}

const inFlight = (key: string): StripeError =>
  rejection(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
  });
