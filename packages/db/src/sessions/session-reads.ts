import { isId } from '@parley/domain';
import type pg from 'pg';
import { batchReads } from '../sql/batch-reads.ts';
import type { DatabaseClock } from '../sql/database-clock.ts';
import { translateErrors } from '../sql/errors.ts';
import type { LoadedSession, Scope } from '../sql/records.ts';
import { sql } from '../sql/sql.ts';
import type { IdempotencyRecord, IdempotencyScope } from './idempotency.ts';
import { loadedColumns, loadedTables, toLoaded } from './sessions.ts';

/** A session, and the stored outcome of a request that is about it, read in one statement. */
export interface SessionWithOutcome {
  readonly session: LoadedSession;
  /** The stored outcome of the request; null when there is none. */
  readonly storedOutcome: IdempotencyRecord | null;
}

/** A session to read, and the request whose outcome is read with it. */
interface ReadKey {
  readonly id: string;
  readonly request: IdempotencyScope | undefined;
}

// Two requests may be about one session, so a row has the position of its request. The list of ids is
// there twice, so that PostgreSQL looks sessions up by it even if it plans while the table is empty.
const text = `
  SELECT ${loadedColumns(sql.raw('$1')).text},
    (SELECT json_build_object('fingerprint', r.fingerprint, 'outcome', r.outcome)
      FROM idempotency_record r WHERE r.merchant_id = $1 AND r.mode = $2
        AND r.method = q.method AND r.path = q.path AND r.key = q.key) AS "stored",
    q.n::int AS "n"
  FROM ${loadedTables.text}
  JOIN unnest($3::text[], $4::text[], $5::text[], $6::text[])
    WITH ORDINALITY AS q (id, method, path, key, n) ON q.id = s.id
  WHERE s.merchant_id = $1 AND s.mode = $2 AND s.id = ANY($3)`;

/**
 * Returns a function that reads a session on connections that plan the statement once. It returns null
 * when the merchant has no session with this id in this mode. Concurrent reads of a merchant share a
 * statement.
 */
export function createSessionReads(pool: pg.Pool, clock: Pick<DatabaseClock, 'observe'>) {
  const read = batchReads<ReadKey, SessionWithOutcome>(async ({ merchantId, mode }, keys) => {
    const column = (field: keyof IdempotencyScope) => keys.map(({ request }) => request?.[field]);
    const ids = keys.map(({ id }) => id);
    const values = [merchantId, mode, ids, column('method'), column('path'), column('key')];
    const { rows } = await translateErrors(() =>
      pool.query({ name: 'session_reads', text, values }),
    );
    const found = new Map<ReadKey, SessionWithOutcome>();
    for (const row of rows) {
      const key = keys[row.n - 1];
      if (key) found.set(key, { session: toLoaded(row), storedOutcome: row.stored });
    }
    if (rows[0]) clock.observe(rows[0].now);
    return found;
  });
  // A malformed id may contain what PostgreSQL refuses.
  return async (scope: Scope, id: string, request?: IdempotencyScope) =>
    isId('psess', id) ? read(scope, { id, request }) : null;
}
