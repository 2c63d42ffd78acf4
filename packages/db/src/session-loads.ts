import { isId } from '@parley/domain';
import type pg from 'pg';
import type { DatabaseClock } from './database-clock.ts';
import { translateErrors } from './errors.ts';
import type { IdempotencyRecord, IdempotencyScope } from './idempotency.ts';
import type { LoadedSession, Scope } from './records.ts';
import { loadedColumns, loadedTables, toLoaded } from './sessions.ts';

/** What an operation decides from, read in one statement. */
export interface SessionLoad {
  readonly session: LoadedSession;
  /** The stored outcome of the request; null when there is none. */
  readonly stored: IdempotencyRecord | null;
}

const text = `
  SELECT ${loadedColumns.text},
    (SELECT json_build_object('fingerprint', r.fingerprint, 'outcome', r.outcome)
      FROM idempotency_record r WHERE r.merchant_id = $1 AND r.mode = $2
        AND r.method = $4 AND r.path = $5 AND r.key = $6) AS "stored"
  FROM ${loadedTables.text}
  WHERE s.merchant_id = $1 AND s.mode = $2 AND s.id = $3`;

/**
 * Returns a function that reads a session on connections that plan the statement once. It returns null
 * when the merchant has no session with this id in this mode.
 */
export function openSessionLoads(pool: pg.Pool, clock: Pick<DatabaseClock, 'observe'>) {
  return async (
    { merchantId, mode }: Scope,
    id: string,
    request?: IdempotencyScope,
  ): Promise<SessionLoad | null> => {
    // A malformed id may contain what PostgreSQL refuses.
    if (!isId('psess', id)) return null;
    const { method = null, path = null, key = null } = request ?? {};
    const values = [merchantId, mode, id, method, path, key];
    const { rows } = await translateErrors(() =>
      pool.query({ name: 'session_load', text, values }),
    );
    const [row] = rows;
    if (!row) return null;
    const session = toLoaded(row);
    clock.observe(session.now);
    return { session, stored: row.stored };
  };
}
