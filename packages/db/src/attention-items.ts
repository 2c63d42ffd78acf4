import type { AttentionKind } from '@parley/domain';
import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';
import type { Scope } from './records.ts';

/** The place of an item in the list of its kind. */
export interface AttentionPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** An object that needs a person. */
export interface AttentionRecord {
  /** The id of the object. */
  readonly id: string;
  readonly position: AttentionPosition;
  /** When it began to need a person; of an API key that expires soon, when it expires. */
  readonly at: Date;
  readonly sessionId: string | null;
  /** The buyer of a session, the URL of an endpoint or the name of a key. */
  readonly name: string | null;
  /** The reason of an attempt or event, or why the service deactivated an endpoint. */
  readonly reason: string | null;
}

/** The days before its expiry in which an API key needs a person. */
const EXPIRY_DAYS = 14;
/** The minutes that the merchant's server has to report a paid order, and an event to find its attempt. */
const GRACE_MINUTES = 15;
/** The minutes after which a failing endpoint needs a person. Most recover sooner, by a retry. */
const FAILING_MINUTES = 10;

/** How the items of a kind are found. */
interface Source {
  readonly table: Prisma.Sql;
  /** The columns of the order, in which an index has the items. */
  readonly createdAt: Prisma.Sql;
  readonly id: Prisma.Sql;
  /** Each is a range of an index; their items are merged. */
  readonly conditions: readonly Prisma.Sql[];
  /** The values of a record that are not in the order, read for the items of one page only. */
  readonly at?: Prisma.Sql;
  readonly sessionId?: Prisma.Sql;
  readonly name?: Prisma.Sql;
  readonly reason?: Prisma.Sql;
}

const createdAt = Prisma.sql`t.created_at`;
const id = Prisma.sql`t.id`;

/** When the history of a session says that it, or an attempt of it, came into its status. */
const since = (sessionId: Prisma.Sql, condition: Prisma.Sql) => Prisma.sql`COALESCE((
  SELECT max(h.at) FROM history_entry h
  WHERE h.merchant_id = t.merchant_id AND h.proxy_session_id = ${sessionId}
    AND h.to_status = t.status AND ${condition}), t.updated_at)`;

const graceIsOver = (at: Prisma.Sql) =>
  Prisma.sql`${at} <= now() - make_interval(mins => ${GRACE_MINUTES})`;

const sessionSince = since(id, Prisma.sql`h.attempt_id IS NULL`);

const sessionsWith = (statuses: readonly string[], condition = Prisma.empty): Source => ({
  table: Prisma.sql`proxy_session`,
  createdAt,
  id,
  conditions: statuses.map((status) => Prisma.sql`t.status = ${status} ${condition}`),
  at: sessionSince,
  sessionId: id,
  name: Prisma.sql`t.buyer_reference`,
});

const providerEventsWith = (status: 'parked' | 'failed', condition = Prisma.empty): Source => ({
  table: Prisma.sql`provider_event`,
  createdAt: Prisma.sql`t.received_at`,
  id: Prisma.sql`t.event_id`,
  conditions: [Prisma.sql`t.status = ${status} ${condition}`],
  sessionId: Prisma.sql`t.proxy_session_id`,
  reason: Prisma.sql`t.note`,
});

const sources: Readonly<Record<AttentionKind, Source>> = {
  // The first range is that of the index; it leaves out the many sessions that are paid just now.
  unprovisioned_session: sessionsWith(
    ['paid', 'provisionable'],
    Prisma.sql`AND ${graceIsOver(createdAt)} AND ${graceIsOver(sessionSince)}`,
  ),
  payment_conflict: sessionsWith(['payment_conflicted']),
  unknown_attempt: {
    table: Prisma.sql`acquisition_attempt`,
    createdAt,
    id,
    conditions: [Prisma.sql`t.status = 'unknown'`],
    at: since(Prisma.sql`t.proxy_session_id`, Prisma.sql`h.attempt_id = t.id`),
    sessionId: Prisma.sql`t.proxy_session_id`,
    reason: Prisma.sql`t.status_reason`,
  },
  parked_provider_event: providerEventsWith(
    'parked',
    Prisma.sql`AND ${graceIsOver(Prisma.sql`t.received_at`)}`,
  ),
  failed_provider_event: providerEventsWith('failed'),
  failing_webhook_endpoint: {
    table: Prisma.sql`webhook_endpoint`,
    createdAt: Prisma.sql`COALESCE(t.inactive_since, t.failing_since)`,
    id,
    conditions: [
      Prisma.sql`(t.inactive_reason IS NOT NULL
        OR (t.status = 'active'
          AND t.failing_since <= now() - make_interval(mins => ${FAILING_MINUTES})))`,
    ],
    name: Prisma.sql`t.url`,
    reason: Prisma.sql`t.inactive_reason`,
  },
  // A key that was rolled has a successor, so its expiry is intended.
  expiring_api_key: {
    table: Prisma.sql`api_key`,
    createdAt: Prisma.sql`t.expires_at`,
    id,
    conditions: [
      Prisma.sql`t.revoked_at IS NULL AND t.replaced_by_id IS NULL
        AND t.expires_at > now() AND t.expires_at <= now() + make_interval(days => ${EXPIRY_DAYS})`,
    ],
    name: Prisma.sql`t.name`,
  },
};

/**
 * What needs a person, of one merchant in one mode. It is read from the tables of the objects, so that an
 * item is gone once its object is in order.
 */
export function attentionRepository(db: Connection, { merchantId, mode }: Scope) {
  const ranges = (
    { table, conditions }: Source,
    columns: Prisma.Sql,
    rest: Prisma.Sql,
  ): Prisma.Sql =>
    Prisma.join(
      conditions.map(
        (condition) => Prisma.sql`(SELECT ${columns} FROM ${table} t
          WHERE t.merchant_id = ${merchantId} AND t.mode = ${mode} AND ${condition} ${rest})`,
      ),
      ' UNION ALL ',
    );

  return {
    /** Lists the items of a kind after a position, those that wait for the longest time first. */
    async list(
      kind: AttentionKind,
      { limit, after }: { readonly limit: number; readonly after?: AttentionPosition | undefined },
    ): Promise<AttentionRecord[]> {
      const source = sources[kind];
      const beyond = after
        ? Prisma.sql`AND (${source.createdAt}, ${source.id}) > (${after.createdAt}, ${after.id})`
        : Prisma.empty;
      const none = Prisma.sql`NULL::text`;
      const columns = Prisma.sql`${source.id} AS id, ${source.createdAt} AS created_at,
        ${source.at ?? source.createdAt} AS at, ${source.sessionId ?? none} AS session_id,
        ${source.name ?? none} AS name, ${source.reason ?? none} AS reason`;
      const found = ranges(
        source,
        columns,
        Prisma.sql`${beyond} ORDER BY ${source.createdAt}, ${source.id} LIMIT ${limit}`,
      );
      const rows = await db.$queryRaw<(Omit<AttentionRecord, 'position'> & { createdAt: Date })[]>`
        SELECT id, created_at AS "createdAt", at, session_id AS "sessionId", name, reason
        FROM (${found}) AS items ORDER BY created_at, id LIMIT ${limit}`;
      return rows.map(({ createdAt: listedAt, ...row }) => ({
        ...row,
        position: { createdAt: listedAt, id: row.id },
      }));
    },

    /**
     * Counts the items of a kind, up to a limit. Without the order, PostgreSQL might read the rows of
     * other merchants.
     */
    async countUpTo(kind: AttentionKind, limit: number): Promise<number> {
      const source = sources[kind];
      const order = Prisma.sql`ORDER BY ${source.createdAt}, ${source.id} LIMIT ${limit}`;
      const found = ranges(source, Prisma.sql`1`, order);
      const rows = await db.$queryRaw<unknown[]>`SELECT 1 FROM (${found}) AS items LIMIT ${limit}`;
      return rows.length;
    },
  };
}
