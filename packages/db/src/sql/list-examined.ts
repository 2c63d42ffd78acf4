import type { Connection } from './client.ts';
import { type Sql, sql } from './sql.ts';

/**
 * The number of rows that one page examines at most if no index has all filters of the list. Later pages
 * continue behind them.
 */
const MAX_EXAMINED = 50_000;

/** The place of a row in a list. */
export interface ListPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** The part of a list that is read, newest first. */
export interface ExaminedPage {
  readonly createdFrom?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly limit: number;
  /** The number of examined rows, 50,000 by default. */
  readonly maxExamined?: number;
  readonly after?: ListPosition | undefined;
}

export interface ExaminedRows {
  /** Newest first, at most `limit`. */
  readonly rows: readonly Record<string, unknown>[];
  /** The last examined position if the limit of examined rows ended the list; otherwise null. */
  readonly examinedTo: ListPosition | null;
}

interface ExaminedList {
  /** The name of the table. */
  readonly table: Sql;
  /** The columns of the rows, of the alias `s`. */
  readonly columns: Sql;
  /** The merchant, the mode, and the filter that an index by creation has. */
  readonly index: readonly Sql[];
  /** The other filters. */
  readonly rest: readonly Sql[];
}

/** Lists rows of one merchant with filters, by creation. Reads a bounded part of one index. */
export async function listExamined(
  db: Connection,
  { table, columns, index, rest }: ExaminedList,
  page: ExaminedPage,
): Promise<ExaminedRows> {
  const { createdFrom, createdBefore, after, limit, maxExamined = MAX_EXAMINED } = page;
  const indexed = [
    ...index,
    createdFrom && sql`s.created_at >= ${createdFrom}`,
    createdBefore && sql`s.created_at < ${createdBefore}`,
    after && sql`(s.created_at, s.id) < (${after.createdAt}, ${after.id})`,
  ].filter((condition) => condition !== undefined);
  const newest = sql`ORDER BY s.created_at DESC, s.id DESC`;
  const examined = (most: number) => sql`
    (SELECT s.* FROM ${table} s WHERE ${sql.join(indexed, ' AND ')}
    ${newest} LIMIT ${most}) AS s`;
  const where = rest.length > 0 ? sql`WHERE ${sql.join([...rest], ' AND ')}` : sql.empty;
  const rows = await db.$queryRaw<Record<string, unknown>[]>`
    SELECT ${columns} FROM ${examined(rest.length > 0 ? maxExamined : limit)} ${where}
    ${newest} LIMIT ${limit}`;
  if (rows.length === limit || rest.length === 0) return { rows, examinedTo: null };
  const [examinedTo = null] = await db.$queryRaw<ListPosition[]>`
    SELECT s.created_at AS "createdAt", s.id FROM ${examined(maxExamined)}
    ${newest} OFFSET ${maxExamined - 1} LIMIT 1`;
  return { rows, examinedTo };
}
