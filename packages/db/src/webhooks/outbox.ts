import {
  type EventId,
  type EventType,
  formatId,
  ID_RANDOM_BYTES,
  type ProxySessionId,
} from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import type { JsonObject, Scope } from '../sql/records.ts';
import { type Sql, sql } from '../sql/sql.ts';

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
export interface EventFilter {
  readonly types?: readonly string[] | undefined;
  readonly proxySessionId?: string | undefined;
  /** Inclusive lower bound of the creation time. */
  readonly createdFrom?: Date | undefined;
  /** Exclusive upper bound of the creation time. */
  readonly createdBefore?: Date | undefined;
}

/** Maximum difference between the clock of a process that creates ids and the database clock. */
const CLOCK_SLACK_MS = 60 * 60 * 1000;

/**
 * The smallest event id of a point in time. Ids begin with their creation time, so a time range can
 * be read through the primary key.
 */
export function eventIdAt(at: Date, slackMs = 0): string {
  const ms = Math.min(Math.max(at.getTime() + slackMs, 0), 2 ** 48 - 1);
  return formatId('evt', ms, new Uint8Array(ID_RANDOM_BYTES));
}

/** The ids of events that were created in the range. They bound the part of the primary key that is read. */
function idsWithin({ createdFrom, createdBefore }: EventFilter): Sql {
  const from = createdFrom && eventIdAt(createdFrom, -CLOCK_SLACK_MS);
  const before = createdBefore && eventIdAt(createdBefore, CLOCK_SLACK_MS);
  return sql`${from ? sql`AND o.id >= ${from}` : sql.empty}
    ${before ? sql`AND o.id < ${before}` : sql.empty}`;
}

function matching({ types, proxySessionId, createdFrom, createdBefore }: EventFilter): Sql {
  const conditions = [
    types ? sql`AND o.type = ANY(${[...types]})` : sql.empty,
    proxySessionId === undefined ? sql.empty : sql`AND o.proxy_session_id = ${proxySessionId}`,
    createdFrom ? sql`AND o.created_at >= ${createdFrom}` : sql.empty,
    createdBefore ? sql`AND o.created_at < ${createdBefore}` : sql.empty,
  ];
  return sql.join(conditions, ' ');
}

/**
 * The number of events that a list or count examines at most. No index has their mode and type, so a rare type
 * would read all events of the merchant.
 */
const MAX_EXAMINED = 50_000;

/** A count of what a replay would send also reads the delivery of each event, so it examines fewer. */
const MAX_COUNTED = 10_000;

/** The part of a list of events that is read. */
export interface EventPage {
  readonly limit: number;
  /** The id of the event before the page. */
  readonly after?: string | undefined;
  /** The number of examined events, 50,000 by default. */
  readonly maxExamined?: number | undefined;
}

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
 * event up by their primary key, while PostgreSQL might join all of them for NOT EXISTS.
 */
function replayable(missedBy: string | undefined): Sql {
  const missed = missedBy
    ? sql`AND 0 = (
        SELECT count(*) FROM webhook_delivery d
        WHERE d.merchant_id = o.merchant_id AND d.endpoint_id = ${missedBy}
          AND d.event_id = o.id AND d.status IN ('succeeded', 'waiting'))`
    : sql.empty;
  return sql`AND (o.sequence > 0
      OR (o.type <> 'webhook_endpoint.ping' AND o.payload ->> 'test' IS NULL))
    AND 0 = (SELECT count(*) FROM outbox_waiting w
      WHERE w.merchant_id = o.merchant_id AND w.event_id = o.id) ${missed}`;
}

/** The events of one merchant in one mode. */
export function outboxRepository(db: Connection, scope: Scope) {
  const { merchantId, mode } = scope;
  const mine = sql`o.merchant_id = ${merchantId} AND o.mode = ${mode}`;

  /** The events that a list of a filter examines, in the order of their ids. */
  const examined = (filter: EventFilter, beyond: Sql, order: Sql, most: number) =>
    sql`(SELECT o.* FROM outbox_event o
      WHERE o.merchant_id = ${merchantId} ${idsWithin(filter)} ${beyond}
      ORDER BY o.id ${order} LIMIT ${most}) AS o`;

  /** The last examined event; null if the filter has no more than are examined. An index has the others. */
  async function findLast(events: Sql, order: Sql, most: number) {
    const [last = null] = await db.$queryRaw<Pick<OutboxRecord, 'id' | 'createdAt'>[]>`
      SELECT l.id, l.created_at AS "createdAt" FROM outbox_event l
      WHERE l.merchant_id = ${merchantId} AND l.id = (
        SELECT o.id FROM ${events} ORDER BY o.id ${order} OFFSET ${most - 1} LIMIT 1)`;
    return last;
  }

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
      const rows = events.map(({ id, createdAt }) => sql`(${merchantId}, ${id}, ${createdAt})`);
      await db.$executeRaw`
        INSERT INTO outbox_waiting (merchant_id, event_id, created_at) VALUES ${sql.join(rows)}`;
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
    async list(filter: EventFilter, page: EventPage) {
      const { limit, after, maxExamined = MAX_EXAMINED } = page;
      const newest = sql`DESC`;
      const beyond = after ? sql`AND o.id < ${after}` : sql.empty;
      // An index has the events of a session.
      const ofSession = filter.proxySessionId !== undefined;
      const events = ofSession
        ? sql`outbox_event o`
        : examined(filter, beyond, newest, maxExamined);
      const rows = await db.$queryRaw<OutboxRecord[]>`
        SELECT o.id, o.type, o.proxy_session_id AS "proxySessionId", o.sequence, o.payload,
          o.created_at AS "createdAt"
        FROM ${events}
        WHERE ${mine} ${matching(filter)} ${ofSession ? beyond : sql.empty}
        ORDER BY o.id DESC LIMIT ${limit}`;
      const isWhole = ofSession || rows.length === limit;
      return {
        events: rows,
        examinedTo: isWhole ? null : await findLast(events, newest, maxExamined),
      };
    },

    /**
     * The ids of events that can be replayed to an endpoint, oldest first. Test events are excluded.
     * @param missedBy an endpoint id; selects events not delivered to it and not waiting for it
     * @returns examinedTo as `list`
     */
    async listReplayable(
      filter: EventFilter,
      { limit, after, maxExamined = MAX_EXAMINED }: EventPage,
      missedBy?: string,
    ) {
      const oldest = sql`ASC`;
      const beyond = after ? sql`AND o.id > ${after}` : sql.empty;
      const events = examined(filter, beyond, oldest, maxExamined);
      const rows = await db.$queryRaw<{ id: EventId }[]>`
        SELECT o.id FROM ${events} WHERE ${mine} ${replayable(missedBy)} ${matching(filter)}
        ORDER BY o.id LIMIT ${limit}`;
      return {
        ids: rows.map((row) => row.id),
        examinedTo: rows.length === limit ? null : await findLast(events, oldest, maxExamined),
      };
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
      const oldest = sql`ASC`;
      const events = examined(filter, sql.empty, oldest, maxExamined);
      const [found] = await db.$queryRaw<Omit<ReplayableCount, 'hasMore'>[]>`
        SELECT count(*)::int AS count, min(o.created_at) AS "oldestAt", max(o.created_at) AS "newestAt"
        FROM ${events} WHERE ${mine} ${replayable(missedBy)} ${matching(filter)}`;
      const last = await findLast(events, oldest, maxExamined);
      const { count = 0, oldestAt = null, newestAt = null } = found ?? {};
      return { count, hasMore: last !== null, oldestAt, newestAt };
    },
  };
}
