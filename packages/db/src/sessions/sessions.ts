import { isId, type ProviderConfigId, type SessionStatus, sessionStatuses } from '@parley/domain';
import { attemptColumns, readAttempt } from '../attempts/attempts.ts';
import { Prisma } from '../generated/client.ts';
import { paymentsOfSession, readPayments } from '../payments/payments.ts';
import { recordFields } from '../queues/leases.ts';
import { isAttemptCopyField } from '../sql/attempt-copy.ts';
import type { Connection } from '../sql/client.ts';
import { selectColumns } from '../sql/columns.ts';
import type { JsonObject, LoadedSession, Scope, SessionRecord } from '../sql/records.ts';
import { type Sql, sql } from '../sql/sql.ts';

const { cartSnapshot: _, ...fields } = Prisma.ProxySessionScalarFieldEnum;
const session = selectColumns<SessionRecord>(
  's',
  recordFields(fields).filter((field) => !isAttemptCopyField(field)),
);

/** A cart of a session `s` of another version than its current one; null for the current one, which is read once. */
export const otherCart = (
  merchantId: Sql,
  version: 'quote_cart_version' | 'final_cart_version',
) => sql`
  CASE WHEN s.${sql.raw(version)} <> s.cart_version THEN (
    SELECT o.cart_snapshot FROM cart_revision o WHERE o.merchant_id = ${merchantId}
      AND o.proxy_session_id = s.id AND o.cart_version = s.${sql.raw(version)}) END`;

/**
 * The columns of a loaded session. Each subquery names the merchant itself: from a condition on the
 * session alone, Citus would not conclude that one shard has all rows.
 */
export const loadedColumns = (merchantId: Sql) => sql`
  ${session.list}, ${attemptColumns.list}, m.name AS "merchantName", s.cart_snapshot AS "cart",
  ${otherCart(merchantId, 'quote_cart_version')} AS "quoteCart",
  ${otherCart(merchantId, 'final_cart_version')} AS "finalCart",
  ${paymentsOfSession(merchantId)} AS "payments",
  (SELECT p.id FROM psp_config p WHERE p.merchant_id = ${merchantId} AND p.mode = s.mode
    AND p.status = 'active') AS "activeProviderConfigId",
  date_trunc('milliseconds', statement_timestamp()) AS "now"`;

export const loadedTables = sql`
  proxy_session s
  JOIN merchant m ON m.id = s.merchant_id
  LEFT JOIN acquisition_attempt a ON a.merchant_id = s.merchant_id AND a.id = s.attempt_id`;

export function toLoaded(row: Record<string, unknown>): LoadedSession {
  const cart = row.cart as JsonObject;
  const columns = session.read(row);
  return {
    session: {
      ...columns,
      quoteAmountMinor: Number(columns.quoteAmountMinor),
      finalAmountMinor: Number(columns.finalAmountMinor),
    },
    attempt: readAttempt(row, columns),
    merchantName: row.merchantName as string,
    cartSnapshot: cart,
    quoteCartSnapshot: (row.quoteCart as JsonObject | null) ?? cart,
    finalCartSnapshot: (row.finalCart as JsonObject | null) ?? cart,
    payments: readPayments(row.payments),
    activeProviderConfigId: row.activeProviderConfigId as ProviderConfigId | null,
    now: row.now as Date,
  };
}

/** The sessions of one merchant in one mode. */
export function sessionRepository(db: Connection, scope: Scope) {
  const { merchantId, mode } = scope;
  const columns = () => loadedColumns(sql`${merchantId}`);

  async function find(id: string): Promise<LoadedSession | null> {
    if (!isId('psess', id)) return null;
    const rows = await db.$queryRaw<Record<string, unknown>[]>`
      SELECT ${columns()} FROM ${loadedTables}
      WHERE s.merchant_id = ${merchantId} AND s.mode = ${mode} AND s.id = ${id}`;
    return rows[0] ? toLoaded(rows[0]) : null;
  }

  return {
    /** Reads a session; null when this merchant has no session with this id in this mode. */
    find,

    /** Reads sessions without a lock; ids that this merchant does not have in this mode are left out. */
    async findAll(ids: readonly string[]): Promise<LoadedSession[]> {
      const rows = await db.$queryRaw<Record<string, unknown>[]>`
        SELECT ${columns()} FROM ${loadedTables}
        WHERE s.merchant_id = ${merchantId} AND s.mode = ${mode} AND s.id = ANY(${ids})`;
      return rows.map(toLoaded);
    },

    /**
     * Locks a session until the transaction ends and reads it. The lock is a separate statement,
     * because a join that waits for a lock reads the other tables as they were before the wait.
     */
    async lock(id: string): Promise<LoadedSession | null> {
      if (!isId('psess', id)) return null;
      const locked = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM proxy_session
        WHERE merchant_id = ${merchantId} AND mode = ${mode} AND id = ${id} FOR UPDATE`;
      return locked.length === 0 ? null : find(id);
    },

    /**
     * The number of sessions per status, each counted up to `limit`. Statuses without sessions are
     * omitted. Reads at most `limit` index entries for each status.
     */
    async countByStatus(limit: number): Promise<{ status: SessionStatus; count: number }[]> {
      const counts = sessionStatuses.map(
        (status) => sql`
          SELECT ${status} AS status, count(*)::int AS count FROM (
            SELECT 1 FROM proxy_session
            WHERE merchant_id = ${merchantId} AND mode = ${mode} AND status = ${status}
            LIMIT ${limit}) AS counted`,
      );
      const rows = await db.$queryRaw<{ status: SessionStatus; count: number }[]>`
        ${sql.join(counts, ' UNION ALL ')}`;
      return rows.filter(({ count }) => count > 0);
    },

    /**
     * Whether the merchant has a session, with the status if there is one. Without the order, PostgreSQL
     * might read the sessions of other merchants.
     */
    async exists(status?: SessionStatus): Promise<boolean> {
      const withStatus = status === undefined ? sql.empty : sql`AND status = ${status}`;
      const rows = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM proxy_session
        WHERE merchant_id = ${merchantId} AND mode = ${mode} ${withStatus}
        ORDER BY created_at DESC, id DESC LIMIT 1`;
      return rows.length > 0;
    },
  };
}
