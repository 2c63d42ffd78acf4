import { formatId, HOUR_MS, ID_RANDOM_BYTES, type IdPrefix } from '@parley/domain';
import type { Connection } from './client.ts';
import { type Sql, sql } from './sql.ts';

/** One page examines at most this many rows if no index has all filters of the list. The next page continues. */
const MAX_EXAMINED = 50_000;

/** The place of a row in a list. */
export interface ListPosition {
  readonly createdAt: Date;
  readonly id: string;
}

export interface CreationPeriod {
  /** Inclusive. */
  readonly createdFrom?: Date | undefined;
  /** Exclusive. */
  readonly createdBefore?: Date | undefined;
}

/** The part of a list that is read. A list in the order of its ids has an id as its position. */
export interface ListPage<Position = ListPosition> {
  readonly limit: number;
  /** The number of examined rows, 50,000 by default. */
  readonly maxExamined?: number | undefined;
  /** The position before the page. */
  readonly after?: Position | undefined;
  /** Newest first by default. */
  readonly direction?: 'older' | 'newer' | undefined;
}

type AnyPage = ListPage<ListPosition | string>;

/** Rows of one merchant, of the alias `s`. */
interface List {
  /** The name of the table. */
  readonly table: Sql;
  readonly columns: Sql;
  /** The columns of the order, created_at and id by default; or the id alone. */
  readonly key?: readonly [createdAt: string, id: string] | readonly [id: string];
  /** The merchant, the mode, and the filters that an index has. */
  readonly index: readonly (Sql | undefined)[];
  /** The other filters. */
  readonly rest?: readonly (Sql | undefined)[];
}

/**
 * Whether a row of the alias `s` has a buyer reference. The first condition is for the index, the second excludes
 * references with the same hash.
 */
export const hasBuyerReference = (buyerReference: string): Sql =>
  sql`hashtextextended(s.buyer_reference, 0) = hashtextextended(${buyerReference}, 0)
    AND s.buyer_reference = ${buyerReference}`;

export const createdWithin = ({ createdFrom, createdBefore }: CreationPeriod) => [
  createdFrom && sql`s.created_at >= ${createdFrom}`,
  createdBefore && sql`s.created_at < ${createdBefore}`,
];

/** Maximum difference between the clock of a process that creates ids and the database clock. */
const CLOCK_SLACK_MS = HOUR_MS;

/** The smallest id of a point in time: ids begin with their creation time. */
export const firstIdAt = (prefix: IdPrefix, at: Date, slackMs = 0): string =>
  formatId(
    prefix,
    Math.min(Math.max(at.getTime() + slackMs, 0), 2 ** 48 - 1),
    new Uint8Array(ID_RANDOM_BYTES),
  );

/** The smallest id of a row that was created since then. */
export const firstIdSince = (prefix: IdPrefix, since: Date): string =>
  firstIdAt(prefix, since, -CLOCK_SLACK_MS);

/** Bounds of the part of the primary key in which rows of the period are. It has other rows, too. */
export const idsWithin = (prefix: IdPrefix, { createdFrom, createdBefore }: CreationPeriod) => [
  createdFrom && sql`s.id >= ${firstIdSince(prefix, createdFrom)}`,
  createdBefore && sql`s.id < ${firstIdAt(prefix, createdBefore, CLOCK_SLACK_MS)}`,
];

const getColumns = ({ key = ['created_at', 'id'] }: List) =>
  key.map((name) => sql.raw(`s.${name}`));

function getOrder(list: List, { direction = 'older' }: AnyPage): Sql {
  const order = direction === 'older' ? sql`DESC` : sql`ASC`;
  return sql`ORDER BY ${sql.join(getColumns(list).map((column) => sql`${column} ${order}`))}`;
}

/** A FROM item with the first rows of a page, before the other filters. */
export function examinedRows(list: List, page: AnyPage, limit: number): Sql {
  const { after, direction = 'older' } = page;
  const position = typeof after === 'string' ? [after] : after && [after.createdAt, after.id];
  const beyond = direction === 'older' ? sql`<` : sql`>`;
  const conditions = [
    ...list.index,
    position && sql`(${sql.join(getColumns(list))}) ${beyond} (${sql.join(position)})`,
  ];
  return sql`
    (SELECT s.* FROM ${list.table} s WHERE true ${sql.and(conditions)}
    ${getOrder(list, page)} LIMIT ${limit}) AS s`;
}

/** The last examined position of a page; null if there are fewer rows. */
export async function findLastExamined(
  db: Connection,
  list: List,
  page: AnyPage & { readonly maxExamined: number },
): Promise<ListPosition | null> {
  const [createdAt, id] = getColumns(list);
  const [last] = await db.$queryRaw<ListPosition[]>`
    SELECT ${id ? createdAt : sql`s.created_at`} AS "createdAt", ${id ?? createdAt} AS id
    FROM ${examinedRows(list, page, page.maxExamined)}
    ${getOrder(list, page)} OFFSET ${page.maxExamined - 1} LIMIT 1`;
  return last ?? null;
}

/**
 * Lists rows of one merchant with filters. Reads a bounded part of one index.
 * @returns at most `limit` rows, and the last examined position if the limit of examined rows ended the
 *   list; otherwise null
 */
export async function listRows<Row>(
  db: Connection,
  list: List,
  page: AnyPage,
): Promise<{ readonly rows: Row[]; readonly examinedTo: ListPosition | null }> {
  const { limit, maxExamined = MAX_EXAMINED } = page;
  const filters = list.rest?.filter((filter) => filter !== undefined) ?? [];
  const isFiltered = filters.length > 0;
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${list.columns} FROM ${examinedRows(list, page, isFiltered ? maxExamined : limit)}
    WHERE true ${sql.and(filters)} ${getOrder(list, page)} LIMIT ${limit}`;
  const isWhole = !isFiltered || rows.length === limit;
  const examinedTo = isWhole ? null : await findLastExamined(db, list, { ...page, maxExamined });
  return { rows, examinedTo };
}
