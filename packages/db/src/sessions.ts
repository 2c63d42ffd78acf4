import { isId, type SessionStatus } from '@parley/domain';
import type { Connection } from './client.ts';
import { columnsOf } from './columns.ts';
import { guarded } from './errors.ts';
import { Prisma } from './generated/client.ts';
import { asJson } from './json.ts';
import { recordFields } from './leases.ts';
import type { AttemptRecord, JsonObject, LoadedSession, Scope, SessionRecord } from './records.ts';

const session = columnsOf<SessionRecord>('s', recordFields(Prisma.ProxySessionScalarFieldEnum));
const attempt = columnsOf<AttemptRecord>(
  'a',
  recordFields(Prisma.AcquisitionAttemptScalarFieldEnum),
);

const loadedColumns = Prisma.sql`
  ${session.list}, ${attempt.list}, m.name AS "merchantName", c.cart_snapshot AS "cart",
  CASE WHEN s.quote_cart_version <> s.cart_version THEN (
    SELECT q.cart_snapshot FROM cart_revision q WHERE q.merchant_id = s.merchant_id
      AND q.proxy_session_id = s.id AND q.cart_version = s.quote_cart_version) END AS "quoteCart",
  CASE WHEN s.final_cart_version <> s.cart_version THEN (
    SELECT f.cart_snapshot FROM cart_revision f WHERE f.merchant_id = s.merchant_id
      AND f.proxy_session_id = s.id AND f.cart_version = s.final_cart_version) END AS "finalCart",
  date_trunc('milliseconds', statement_timestamp()) AS "now"`;

const loadedTables = Prisma.sql`
  proxy_session s
  JOIN merchant m ON m.id = s.merchant_id
  JOIN acquisition_attempt a
    ON a.merchant_id = s.merchant_id AND a.proxy_session_id = s.id AND a.is_current
  JOIN cart_revision c ON c.merchant_id = s.merchant_id AND c.proxy_session_id = s.id
    AND c.cart_version = s.cart_version`;

function toLoaded(row: Record<string, unknown>): LoadedSession {
  const cart = row.cart as JsonObject;
  return {
    session: session.take(row),
    attempt: attempt.take(row),
    merchantName: row.merchantName as string,
    cartSnapshot: cart,
    quoteCartSnapshot: (row.quoteCart as JsonObject | null) ?? cart,
    finalCartSnapshot: (row.finalCart as JsonObject | null) ?? cart,
    now: row.now as Date,
  };
}

/** Which sessions to list: the next ones older or newer than a session, the newest without one. */
export interface SessionListQuery {
  readonly status?: SessionStatus;
  readonly buyerReference?: string;
  readonly createdFrom?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  readonly limit: number;
  readonly from?: { readonly createdAt: Date; readonly id: string };
  readonly direction: 'older' | 'newer';
}

function only({
  status,
  buyerReference,
  createdFrom,
  createdBefore,
}: Omit<SessionListQuery, 'limit' | 'from' | 'direction'>): Prisma.Sql {
  const conditions = [
    status === undefined ? Prisma.empty : Prisma.sql`AND s.status = ${status}`,
    buyerReference === undefined
      ? Prisma.empty
      : Prisma.sql`AND s.buyer_reference = ${buyerReference}`,
    createdFrom === undefined ? Prisma.empty : Prisma.sql`AND s.created_at >= ${createdFrom}`,
    createdBefore === undefined ? Prisma.empty : Prisma.sql`AND s.created_at < ${createdBefore}`,
  ];
  return Prisma.join(conditions, ' ');
}

/** The sessions of one merchant in one mode. */
export function sessionRepository(db: Connection, scope: Scope) {
  const { merchantId, mode } = scope;

  async function find(id: string): Promise<LoadedSession | null> {
    if (!isId('psess', id)) return null;
    const rows = await db.$queryRaw<Record<string, unknown>[]>`
      SELECT ${loadedColumns} FROM ${loadedTables}
      WHERE s.merchant_id = ${merchantId} AND s.mode = ${mode} AND s.id = ${id}`;
    return rows[0] ? toLoaded(rows[0]) : null;
  }

  return {
    /** The session as it stands; null when this merchant has none of this id in this mode. */
    find,

    /**
     * The session, locked until the transaction ends. The lock comes first, in a statement of its
     * own: a join that waits for a lock would read the other tables as they were before the wait.
     */
    async lock(id: string): Promise<LoadedSession | null> {
      if (!isId('psess', id)) return null;
      const locked = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM proxy_session
        WHERE merchant_id = ${merchantId} AND mode = ${mode} AND id = ${id} FOR UPDATE`;
      return locked.length === 0 ? null : find(id);
    },

    async insert(record: Omit<SessionRecord, keyof Scope>): Promise<void> {
      await db.proxySession.create({
        data: {
          ...record,
          ...scope,
          metadata: asJson(record.metadata),
          fulfillmentMetadata: asJson(record.fulfillmentMetadata),
          failureMetadata: asJson(record.failureMetadata),
        },
      });
    },

    /**
     * Writes what differs between the two, where the row is still as `before` says.
     * @throws StaleWrite when it is not
     */
    async update(before: SessionRecord, after: SessionRecord): Promise<void> {
      const { count } = await db.proxySession.updateMany({
        where: {
          merchantId,
          mode,
          id: before.id,
          version: before.version,
          status: before.status,
        },
        data: {
          ...after,
          metadata: asJson(after.metadata),
          fulfillmentMetadata: asJson(after.fulfillmentMetadata),
          failureMetadata: asJson(after.failureMetadata),
          version: before.version + 1,
        },
      });
      guarded(count, 'proxy_session');
    },

    /** Sessions in the order in which they lie in the direction asked for: nearest first. */
    async list({ limit, from, direction, ...filter }: SessionListQuery): Promise<LoadedSession[]> {
      const older = direction === 'older';
      const beyond = older ? Prisma.sql`<` : Prisma.sql`>`;
      const order = older ? Prisma.sql`DESC` : Prisma.sql`ASC`;
      const rows = await db.$queryRaw<Record<string, unknown>[]>`
        SELECT ${loadedColumns} FROM ${loadedTables}
        WHERE s.merchant_id = ${merchantId} AND s.mode = ${mode}
          ${only(filter)}
          ${
            from
              ? Prisma.sql`AND (s.created_at, s.id) ${beyond} (${from.createdAt}, ${from.id})`
              : Prisma.empty
          }
        ORDER BY s.created_at ${order}, s.id ${order} LIMIT ${limit}`;
      return rows.map(toLoaded);
    },

    /** How many sessions there are of each status; a status without one is left out. */
    async countByStatus(): Promise<{ status: SessionStatus; count: number }[]> {
      const rows = await db.proxySession.groupBy({
        by: ['status'],
        where: { merchantId, mode },
        _count: true,
      });
      return rows.map((row) => ({ status: row.status as SessionStatus, count: row._count }));
    },

    /** How many sessions have a status, counted no further than `limit`. */
    async countUpTo(status: SessionStatus, limit: number): Promise<number> {
      const rows = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM proxy_session
        WHERE merchant_id = ${merchantId} AND mode = ${mode} AND status = ${status} LIMIT ${limit}`;
      return rows.length;
    },
  };
}
