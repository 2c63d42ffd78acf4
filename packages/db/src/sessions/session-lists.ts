import type { SessionStatus } from '@parley/domain';
import { anyOf, sessionsNeedingAttention } from '../merchants/attention-sources.ts';
import { paymentsOfSession, readPayments } from '../payments/payments.ts';
import type { Connection } from '../sql/client.ts';
import {
  type CreationPeriod,
  createdWithin,
  hasBuyerReference,
  type ListPosition,
} from '../sql/list-rows.ts';
import type { JsonObject, Scope } from '../sql/records.ts';
import { type Sql, sql } from '../sql/sql.ts';
import {
  toViewedSession,
  type ViewedCarts,
  type ViewedMoney,
  type ViewedSession,
  viewedColumns,
} from './session-views.ts';

/**
 * One page examines at most this many sessions if no index has all filters of the list. It takes 30 to 60 ms. A
 * million sessions are 20 pages.
 */
const MAX_EXAMINED = 50_000;

/** The same, for sessions that need a person, some of which are far from each other. */
const MAX_EXAMINED_BY_ATTENTION = 10_000;

/**
 * How many sessions a session counts as when its metadata is examined and not stored in its row as it is. PostgreSQL
 * reads all of such a document, which takes half a millisecond for 250 KiB.
 */
const LARGE_METADATA_WEIGHT = 50;

/** Bytes of metadata that PostgreSQL stores in the row. */
const SMALL_METADATA_BYTES = 2_048;

/**
 * The size of the texts and documents in a page, in bytes of UTF-8, with which it ends; the last session may
 * exceed it. A session can have 250 KiB of metadata, so 100 of them took a process half a second.
 */
const MAX_PAGE_BYTES = 1024 * 1024;

/** The size of a JSON document. Unless it is compressed, to a hundredth at best, it need not be read. */
const documentBytes = (column: Sql) => sql`
  CASE WHEN pg_column_compression(${column}) IS NULL THEN pg_column_size(${column})
    ELSE octet_length(${column}::text) END`;

/** Filters and position of a session list; without `from` the list begins at the newest session. */
export interface SessionListQuery extends CreationPeriod {
  /** With one of these statuses; undefined and [] mean any. */
  readonly statuses?: readonly SessionStatus[] | undefined;
  readonly buyerReference?: string | undefined;
  /** Of the payer, in any case. */
  readonly payerEmail?: string | undefined;
  /** ISO 4217 code, lowercase, of the binding charge. */
  readonly currency?: string | undefined;
  /** Bounds of the binding charge in minor units, both included. */
  readonly amountFrom?: number | undefined;
  readonly amountTo?: number | undefined;
  /** Why the current attempt has its status. */
  readonly attemptReason?: string | undefined;
  /** A key of the metadata and its value as text. */
  readonly metadata?: { readonly key: string; readonly value: string } | undefined;
  /** Only sessions that need a person, with those of `listRelatedSessionIds`. */
  readonly needsAttention?: { readonly relatedIds: readonly string[] } | undefined;
  /** Only these sessions. */
  readonly ids?: readonly string[] | undefined;
  readonly limit: number;
  /**
   * The number of examined sessions: 50,000 by default, 10,000 by attention. With `metadata`, a session with large
   * metadata counts as 50.
   */
  readonly maxExamined?: number;
  readonly from?: ListPosition | undefined;
  readonly direction: 'older' | 'newer';
}

/** A session in a list. */
export type ListedSession = ViewedSession & ViewedMoney & Pick<ViewedCarts, 'cartSnapshot'>;

export interface SessionList {
  /** Nearest first, at most `limit`. */
  readonly sessions: readonly ListedSession[];
  /** Whether the size of the sessions ended the list before `limit`. */
  readonly isCut: boolean;
  /** The last examined position if the limit of examined sessions ended the list; otherwise null. */
  readonly examinedTo: ListPosition | null;
}

/** Sessions that an index finds. */
interface Range {
  readonly condition: Sql;
  /** The ids of all of them, if the primary key is that index. */
  readonly ids?: readonly string[];
}

/** The sessions that need a person: those whose status says so, and others of these ids. */
function rangesOfAttention(merchantId: string, relatedIds: readonly string[]): readonly Range[] {
  const own = sessionsNeedingAttention(merchantId);
  const ranges = own.map((condition): Range => ({ condition }));
  if (relatedIds.length === 0) return ranges;
  return [...ranges, { condition: sql`NOT ${anyOf(own)}`, ids: relatedIds }];
}

/** The conditions of a list, by the part of it that an index can have. */
function getConditions(query: SessionListQuery, merchantId: string) {
  const { statuses = [], buyerReference, currency, amountFrom, amountTo, ids } = query;
  const { payerEmail, attemptReason, metadata, needsAttention } = query;
  const byStatus = statuses.map((status) => sql`s.status = ${status}`);
  const byId = ids && sql`s.id = ANY(${ids})`;
  // The first condition is for the index, the second excludes addresses with the same hash.
  const byPayer =
    payerEmail === undefined
      ? undefined
      : sql`hashtextextended(lower(s.payer_email), 0) = hashtextextended(lower(${payerEmail}), 0)
          AND lower(s.payer_email) = lower(${payerEmail})`;
  const byBuyer = buyerReference === undefined ? undefined : hasBuyerReference(buyerReference);
  const others = [
    currency === undefined ? undefined : sql`s.final_currency = ${currency}`,
    amountFrom === undefined ? undefined : sql`s.final_amount_minor >= ${amountFrom}`,
    amountTo === undefined ? undefined : sql`s.final_amount_minor <= ${amountTo}`,
    metadata && sql`s.metadata ->> ${metadata.key} = ${metadata.value}`,
    attemptReason === undefined ? undefined : sql`s.attempt_status_reason = ${attemptReason}`,
  ].filter((condition) => condition !== undefined);
  const byAttention = needsAttention
    ? rangesOfAttention(merchantId, needsAttention.relatedIds)
    : [];
  const anyStatus = byStatus.length === 0 ? [] : [anyOf(byStatus)];
  const [index, ...further] = [byId, byPayer, byBuyer].filter((one) => one !== undefined);
  if (index) {
    const needing = byAttention.map(({ condition, ids: some }) =>
      some ? sql`s.id = ANY(${some}) AND ${condition}` : condition,
    );
    const anyAttention = needing.length === 0 ? [] : [anyOf(needing)];
    return {
      index: [{ condition: index }],
      rest: [...further, ...anyStatus, ...others, ...anyAttention],
    };
  }
  if (byAttention.length > 0) return { index: byAttention, rest: [...anyStatus, ...others] };
  return { index: byStatus.map((condition): Range => ({ condition })), rest: others };
}

const toListed = (row: Record<string, unknown>): ListedSession => ({
  ...toViewedSession(viewedColumns.map((column) => row[column])),
  cartSnapshot: row.cart_snapshot as JsonObject,
  payments: readPayments(row.payments),
});

/** The lists of the sessions of one merchant in one mode. */
export function sessionLists(db: Connection, { merchantId, mode }: Scope) {
  /** The examined sessions in order: those that an index finds, in ranges of it that are merged. */
  function examined(query: SessionListQuery, index: readonly Range[], limit: number) {
    const { from, direction } = query;
    const older = direction === 'older';
    const order = older ? sql`DESC` : sql`ASC`;
    const beyond = older ? sql`<` : sql`>`;
    const range = sql.and([
      ...createdWithin(query),
      from && sql`(s.created_at, s.id) ${beyond} (${from.createdAt}, ${from.id})`,
    ]);
    // With OFFSET, the ids are looked up in the primary key. PostgreSQL might read all sessions in order instead.
    const sessions = (ids: readonly string[]) => sql`
      (SELECT * FROM proxy_session s WHERE s.merchant_id = ${merchantId} AND s.id = ANY(${ids}) OFFSET 0)`;
    const select = (condition: Sql, ids?: readonly string[]) => sql`
      (SELECT s.created_at, s.id, s.status, s.buyer_reference, s.final_currency, s.final_amount_minor
        ${query.metadata ? sql`, s.metadata` : sql.empty}
        ${query.attemptReason === undefined ? sql.empty : sql`, s.attempt_status_reason`}
        ${query.payerEmail === undefined ? sql.empty : sql`, s.payer_email`}
        ${query.needsAttention ? sql`, s.updated_at, s.payment_status, s.conflict_since` : sql.empty}
      FROM ${ids ? sessions(ids) : sql`proxy_session`} s
      WHERE s.merchant_id = ${merchantId} AND s.mode = ${mode} ${condition}
        ${range}
      ORDER BY s.created_at ${order}, s.id ${order} LIMIT ${limit})`;
    const ranges =
      index.length === 0
        ? select(sql.empty)
        : sql.join(
            index.map(({ condition, ids }) => select(sql`AND ${condition}`, ids)),
            ' UNION ALL ',
          );
    const byCreation = sql`ORDER BY s.created_at ${order}, s.id ${order}`;
    const rows = sql`(SELECT * FROM (${ranges}) AS s ${byCreation} LIMIT ${limit}) AS s`;
    if (!query.metadata) return { order: byCreation, rows };
    const weight = sql`
      CASE WHEN pg_column_compression(s.metadata) IS NULL
        AND pg_column_size(s.metadata) <= ${SMALL_METADATA_BYTES} THEN 1 ELSE ${LARGE_METADATA_WEIGHT} END`;
    return {
      order: byCreation,
      rows: sql`(SELECT * FROM (
        SELECT s.*, sum(s.weight) OVER (${byCreation} ROWS UNBOUNDED PRECEDING) AS examined
        FROM (SELECT s.*, ${weight} AS weight FROM ${rows}) AS s
      ) AS s WHERE s.examined - s.weight < ${limit}) AS s`,
    };
  }

  return {
    /** Lists sessions in the given direction from `from`, nearest first. */
    async list(query: SessionListQuery): Promise<SessionList> {
      const { index, rest } = getConditions(query, merchantId);
      const most = query.needsAttention ? MAX_EXAMINED_BY_ATTENTION : MAX_EXAMINED;
      const { limit, maxExamined = most } = query;
      const { rows: found, order } = examined(query, index, rest.length > 0 ? maxExamined : limit);
      const where = rest.length > 0 ? sql`WHERE ${sql.join(rest, ' AND ')}` : sql.empty;
      const rows = await db.$queryRaw<(Record<string, unknown> & { found: number })[]>`
        SELECT ${sql.raw(viewedColumns.map((column) => `s.${column}`).join(', '))}, s.cart_snapshot,
          ${paymentsOfSession(sql`${merchantId}`)} AS payments, page.found
        FROM proxy_session s
        JOIN (
          SELECT s.id, (count(*) OVER ())::int AS found,
            sum(octet_length(s.buyer_reference) + ${documentBytes(sql`s.metadata`)}
              + ${documentBytes(sql`s.cart_snapshot`)})
              OVER (${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "bytesBefore"
          FROM (SELECT s.id FROM ${found} ${where} ${order} LIMIT ${limit}) AS listed
          JOIN proxy_session s ON s.merchant_id = ${merchantId} AND s.id = listed.id
        ) AS page ON page.id = s.id
        WHERE s.merchant_id = ${merchantId} AND s.mode = ${mode}
          AND (page."bytesBefore" IS NULL OR page."bytesBefore" < ${MAX_PAGE_BYTES}) ${order}`;
      const isCut = rows[0] !== undefined && rows.length < rows[0].found;
      const isFull = isCut || rows.length === limit;
      return {
        sessions: rows.map(toListed),
        isCut,
        examinedTo:
          isFull || rest.length === 0 ? null : await lastExamined(query, index, maxExamined),
      };
    },
  };

  async function lastExamined(
    query: SessionListQuery,
    index: readonly Range[],
    limit: number,
  ): Promise<ListPosition | null> {
    const { rows: found, order } = examined(query, index, limit);
    const isLast = query.metadata ? sql`WHERE s.examined >= ${limit}` : sql.empty;
    const offset = query.metadata ? 0 : limit - 1;
    const [last] = await db.$queryRaw<ListPosition[]>`
      SELECT s.created_at AS "createdAt", s.id FROM ${found} ${isLast} ${order} OFFSET ${offset} LIMIT 1`;
    return last ?? null;
  }
}
