import pg from 'pg';
import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';

/** SQL as it is written, and nothing else of Prisma. */
export type SqlConnection = Pick<Connection, '$queryRaw' | '$executeRaw'>;

/** Statements by their text: each is prepared once in a connection. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `plain_${names.size}`;
  names.set(text, name);
  return name;
}

/** JSON comes as it is kept: nobody here looks into it. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === pg.types.builtins.JSON
      ? (text: string) => text
      : pg.types.getTypeParser(id, format ?? 'text'),
};

/**
 * The same calls without Prisma between: a row costs a third of the processor time. For the few
 * statements that carry thousands of rows a second; a bigint comes as text.
 */
export function plainSql(connection: Pick<pg.ClientBase, 'query'>): SqlConnection {
  const run = (given: TemplateStringsArray | Prisma.Sql, values: readonly unknown[]) => {
    const sql = 'raw' in given ? Prisma.sql(given, ...values) : given;
    return connection.query({ name: nameOf(sql.text), text: sql.text, values: sql.values, types });
  };
  const plain = {
    $queryRaw: async (given: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await run(given, values)).rows,
    $executeRaw: async (given: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await run(given, values)).rowCount ?? 0,
  };
  return plain as unknown as SqlConnection;
}

/** All of `work` or none of it, READ COMMITTED, on a connection of its own. */
export async function inPlainTransaction<T>(
  pool: pg.Pool,
  work: (db: SqlConnection) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  let done = false;
  try {
    await connection.query('BEGIN');
    const result = await work(plainSql(connection));
    await connection.query('COMMIT');
    done = true;
    return result;
  } finally {
    // One on which something failed is closed, and what it wrote is undone.
    connection.release(!done);
  }
}
