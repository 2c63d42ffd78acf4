import type { EventId, EventType, ProxySessionId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import {
  type CreationPeriod,
  createdWithin,
  examinedRows,
  findLastExamined,
  idsWithin,
  type ListPage,
  listRows,
} from '../sql/list-rows.ts';
import type { JsonObject, Scope } from '../sql/records.ts';
import { type Sql, sql } from '../sql/sql.ts';
import type { GetTraceparent } from '../sql/traceparent.ts';

export interface OutboxRecord {
  readonly id: EventId;
  readonly type: EventType;
  readonly proxySessionId: ProxySessionId | null;
  /** Gapless within a session, from 1; 0 for events that belong to no session. */
  readonly sequence: number;
  /** The event envelope exactly as it is sent. */
  readonly payload: JsonObject;
  readonly createdAt: Date;
}

/** Selects the events that match every given condition. */
export interface EventFilter extends CreationPeriod {
  readonly types?: readonly string[] | undefined;
  readonly proxySessionId?: string | undefined;
}

const matching = ({ types, proxySessionId, ...period }: EventFilter) => [
  types && sql`s.type = ANY(${[...types]})`,
  proxySessionId === undefined ? undefined : sql`s.proxy_session_id = ${proxySessionId}`,
  ...createdWithin(period),
];

/** A count of what a replay would send also reads the delivery of each event, so it examines fewer. */
const MAX_COUNTED = 10_000;

export interface ReplayableCount {
  readonly count: number;
  /** Whether the limit of examined events ended the count. */
  readonly hasMore: boolean;
  /** When the oldest and the newest of them were created; null without one. */
  readonly oldestAt: Date | null;
  readonly newestAt: Date | null;
}

/**
 * The condition of events that were sent, and were missed by an endpoint if one is given. Test events
 * are excluded: they have the sequence 0, which makes the read of the payload rare. A count looks the rows of an
 * event up by their primary key, while PostgreSQL might join all of them for NOT EXISTS. Each names the merchant for
 * Citus.
 */
function replayable({ merchantId }: Scope, missedBy: string | undefined): Sql[] {
  const missed = missedBy
    ? [
        sql`0 = (
          SELECT count(*) FROM webhook_delivery d
          WHERE d.merchant_id = ${merchantId} AND d.endpoint_id = ${missedBy}
            AND d.event_id = s.id AND d.status IN ('succeeded', 'waiting'))`,
      ]
    : [];
  return [
    sql`(s.sequence > 0
      OR (s.type <> 'webhook_endpoint.ping' AND s.payload ->> 'test' IS NULL))`,
    sql`0 = (SELECT count(*) FROM outbox_waiting w
      WHERE w.merchant_id = ${merchantId} AND w.event_id = s.id)`,
    ...missed,
  ];
}

/** The events of one merchant in one mode. */
export function outboxRepository(db: Connection, scope: Scope, getTraceparent?: GetTraceparent) {
  const { merchantId, mode } = scope;
  const ofMerchant = sql`s.merchant_id = ${merchantId}`;
  const inMode = sql`s.mode = ${mode}`;
  const events = { table: sql`outbox_event`, key: ['id'] } as const;

  /** No index has the mode and type of events, so a rare type would read all events of the merchant. */
  const getReplayable = (filter: EventFilter, missedBy: string | undefined) => ({
    ...events,
    columns: sql`s.id`,
    index: [ofMerchant, ...idsWithin('evt', filter)],
    rest: [inMode, ...replayable(scope, missedBy), ...matching(filter)],
  });

  const insertStatement = (events: readonly OutboxRecord[]) => {
    const rows = events.map(
      ({ id, type, proxySessionId, sequence, payload, createdAt }) =>
        sql`(${merchantId}, ${id}, ${mode}, ${type}, ${proxySessionId}, ${sequence},
          ${JSON.stringify(payload)}::json, ${createdAt})`,
    );
    return sql`
      INSERT INTO outbox_event
        (merchant_id, id, mode, type, proxy_session_id, sequence, payload, created_at)
      VALUES ${sql.join(rows)}`;
  };

  return {
    /** Stores events for delivery to every endpoint that subscribes to them. Requires a transaction. */
    async append(events: readonly OutboxRecord[]): Promise<void> {
      if (events.length === 0) return;
      await db.$executeRaw(insertStatement(events));
      const traceparent = getTraceparent?.() ?? null;
      const rows = events.map(
        ({ id, createdAt }) => sql`(${merchantId}, ${id}, ${createdAt}, ${traceparent})`,
      );
      await db.$executeRaw`
        INSERT INTO outbox_waiting (merchant_id, event_id, created_at, traceparent)
        VALUES ${sql.join(rows)}`;
    },

    /** Stores an event that is delivered only to endpoints it is explicitly enqueued for. */
    async appendWithoutFanOut(event: OutboxRecord): Promise<void> {
      await db.$executeRaw(insertStatement([event]));
    },

    /**
     * The events of a session, oldest first.
     * @param newest the number of the newest ones; all by default
     */
    async listBySession(proxySessionId: string, newest?: number): Promise<OutboxRecord[]> {
      const rows = await db.outboxEvent.findMany({
        where: { ...scope, proxySessionId },
        orderBy: { sequence: 'asc' },
        ...(newest !== undefined && { take: -newest }),
      });
      return rows as unknown as OutboxRecord[];
    },

    async find(id: string): Promise<OutboxRecord | null> {
      const row = await db.outboxEvent.findFirst({ where: { ...scope, id } });
      return row as unknown as OutboxRecord | null;
    },

    /**
     * Newest first.
     * @returns examinedTo where the limit of examined events ended the list; otherwise null
     */
    async list(filter: EventFilter, page: ListPage<string>) {
      const filters = [inMode, ...matching(filter)];
      // An index has the events of a session.
      const conditions =
        filter.proxySessionId === undefined
          ? { index: [ofMerchant, ...idsWithin('evt', filter)], rest: filters }
          : { index: [ofMerchant, ...filters] };
      const columns = sql`s.id, s.type, s.proxy_session_id AS "proxySessionId", s.sequence, s.payload,
        s.created_at AS "createdAt"`;
      const list = { ...events, columns, ...conditions };
      const { rows, examinedTo } = await listRows<OutboxRecord>(db, list, page);
      return { events: rows, examinedTo };
    },

    /**
     * The ids of events that can be replayed to an endpoint, oldest first. Test events are excluded.
     * @param missedBy an endpoint id; selects events not delivered to it and not waiting for it
     * @returns examinedTo as `list`
     */
    async listReplayable(filter: EventFilter, page: ListPage<string>, missedBy?: string) {
      const list = getReplayable(filter, missedBy);
      const oldest = { ...page, direction: 'newer' } as const;
      const { rows, examinedTo } = await listRows<{ id: EventId }>(db, list, oldest);
      return { ids: rows.map(({ id }) => id), examinedTo };
    },

    /**
     * Counts the events that `listReplayable` lists, among the first 10,000 events of the filter's time.
     * @param missedBy as for `listReplayable`
     */
    async countReplayable(
      filter: EventFilter,
      missedBy?: string,
      maxExamined = MAX_COUNTED,
    ): Promise<ReplayableCount> {
      const list = getReplayable(filter, missedBy);
      const page = { direction: 'newer', limit: maxExamined, maxExamined } as const;
      const [found] = await db.$queryRaw<Omit<ReplayableCount, 'hasMore'>[]>`
        SELECT count(*)::int AS count, min(s.created_at) AS "oldestAt", max(s.created_at) AS "newestAt"
        FROM ${examinedRows(list, page, maxExamined)} WHERE true ${sql.and(list.rest)}`;
      const last = await findLastExamined(db, list, page);
      const { count = 0, oldestAt = null, newestAt = null } = found ?? {};
      return { count, hasMore: last !== null, oldestAt, newestAt };
    },
  };
}
