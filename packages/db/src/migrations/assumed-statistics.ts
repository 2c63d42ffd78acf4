import type { ClientBase } from 'pg';

/** Columns with few values, of which one may be in all rows: that of the only merchant, for example. */
const SHARED_COLUMNS = ['merchant_id', 'mode', 'status'];

/**
 * Gives PostgreSQL statistics of tables that it has never analyzed, as if their rows had one merchant, mode
 * and status. Without any, it takes the values of every column for different. An index that begins with the
 * merchant then costs as much as the primary key, and of equal costs that of the newest index wins. Plans
 * that connections store before the first rows are analyzed would read all rows of a merchant for each one
 * that they look up. The first ANALYZE replaces these statistics.
 *
 * Servers before PostgreSQL 18 do not accept statistics: there, these plans last until the first ANALYZE,
 * which autovacuum runs within minutes. The shards of Citus get no statistics either.
 * @returns the number of columns that had none
 */
export async function assumeStatistics(client: ClientBase): Promise<number> {
  const { rows: found } = await client.query<{ canRestore: boolean }>(
    `SELECT to_regproc('pg_restore_attribute_stats') IS NOT NULL AS "canRestore"`,
  );
  if (!found[0]?.canRestore) return 0;
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(pg_restore_attribute_stats('schemaname', n.nspname::text, 'relname', c.relname::text,
       'attname', a.attname::text, 'inherited', false, 'n_distinct', 1::real))::int AS count
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = ANY ($1)
     WHERE c.relkind = 'r' AND c.reltuples < 0
       AND NOT EXISTS (SELECT 1 FROM pg_stats s
         WHERE s.schemaname = n.nspname AND s.tablename = c.relname AND s.attname = a.attname)`,
    [SHARED_COLUMNS],
  );
  return rows[0]?.count ?? 0;
}
