import pg from 'pg';
import type { Connection } from './client.ts';
import { translateErrors } from './errors.ts';
import { type Sql, sql } from './sql.ts';
import { statementName } from './statement-name.ts';

/** Raw SQL statements, without the rest of Prisma. */
export type SqlConnection = Pick<Connection, '$queryRaw' | '$executeRaw'>;

/** A connection for raw SQL statements that return rows. */
export type QueryConnection = Pick<Connection, '$queryRaw'>;

/** Returns JSON columns as the stored text, because webhook bodies are sent byte for byte. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === pg.types.builtins.JSON
      ? (text: string) => text
      : pg.types.getTypeParser(id, format ?? 'text'),
};

/**
 * Runs raw SQL through pg instead of Prisma, which costs a third of the processor time per row. For
 * the few statements that carry thousands of rows a second. A bigint is returned as text.
 */
export function createSqlConnection(connection: Pick<pg.ClientBase, 'query'>): SqlConnection {
  const run = (query: TemplateStringsArray | Sql, given: readonly unknown[]) => {
    const { text, values } = 'raw' in query ? sql(query, ...given) : query;
    return connection.query({ name: statementName(text), text, values, types });
  };
  const statements = {
    $queryRaw: async (query: TemplateStringsArray | Sql, ...values: unknown[]) =>
      (await run(query, values)).rows,
    $executeRaw: async (query: TemplateStringsArray | Sql, ...values: unknown[]) =>
      (await run(query, values)).rowCount ?? 0,
  };
  return statements as unknown as SqlConnection;
}

/** The same connections, whose errors are translated. */
export const translateConnectionErrors = (db: SqlConnection): SqlConnection => ({
  $queryRaw: ((...query) => translateErrors(() => db.$queryRaw(...query))) as typeof db.$queryRaw,
  $executeRaw: ((...query) =>
    translateErrors(() => db.$executeRaw(...query))) as typeof db.$executeRaw,
});

/** Runs `work` on a connection of the pool, which is closed if `work` fails. */
async function withConnection<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  let failed = true;
  try {
    const result = await work(connection);
    failed = false;
    return result;
  } finally {
    // Closing a failed connection rolls its transaction back.
    connection.release(failed);
  }
}

async function inTransaction<T>(
  connection: pg.PoolClient,
  work: (db: SqlConnection) => Promise<T>,
): Promise<T> {
  await connection.query('BEGIN');
  const result = await work(createSqlConnection(connection));
  await connection.query('COMMIT');
  return result;
}

/** Runs `work` in one READ COMMITTED transaction on a connection of the pool. */
export const runSqlTransaction = <T>(
  pool: pg.Pool,
  work: (db: SqlConnection) => Promise<T>,
): Promise<T> => withConnection(pool, (connection) => inTransaction(connection, work));

/** Limits how long the rest of a transaction waits for a lock, on the shards of Citus too. */
export const setLockTimeout = (lockMs: number): Sql =>
  sql.raw(`SET LOCAL lock_timeout = ${lockMs}`);

/**
 * Opens connections for single statements that wait for a lock at most as long as the pool says.
 * @param isCitus whether the server of open connections is Citus. Its shards apply the lock timeout of
 *   a transaction only
 * @param lockMs the lock timeout of the pool's connections
 */
export function createLockingConnection(
  pool: pg.Pool,
  isCitus: () => boolean,
  lockMs: number,
): QueryConnection {
  const run = (...query: Parameters<QueryConnection['$queryRaw']>) =>
    withConnection(pool, (connection) =>
      isCitus()
        ? inTransaction(connection, async (db) => {
            await db.$executeRaw(setLockTimeout(lockMs));
            return db.$queryRaw(...query);
          })
        : createSqlConnection(connection).$queryRaw(...query),
    );
  return { $queryRaw: run } as QueryConnection;
}
