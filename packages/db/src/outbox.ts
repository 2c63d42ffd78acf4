import {
  type EventId,
  type EventType,
  formatId,
  ID_RANDOM_BYTES,
  type ProxySessionId,
} from '@parley/domain';
import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';
import type { JsonObject, Scope } from './records.ts';

export interface OutboxRecord {
  readonly id: EventId;
  readonly type: EventType;
  readonly proxySessionId: ProxySessionId | null;
  /** Gapless within a session, from 1; 0 for what belongs to none. */
  readonly sequence: number;
  /** The whole envelope, as it goes out. */
  readonly payload: JsonObject;
  readonly createdAt: Date;
}

/** Which events; those that hold for all that is given. */
export interface EventFilter {
  readonly types?: readonly string[] | undefined;
  readonly proxySessionId?: string | undefined;
  /** From this moment on. */
  readonly createdFrom?: Date | undefined;
  /** Before this moment. */
  readonly createdBefore?: Date | undefined;
}

/** How far the clock of a process that makes ids may be from the database's, in milliseconds. */
const CLOCK_SLACK_MS = 60 * 60 * 1000;

/**
 * The first id of a moment: an id's beginning tells when it was made, so what lies outside a range
 * of time is never read.
 */
export function eventIdAt(at: Date, slackMs = 0): string {
  const ms = Math.min(Math.max(at.getTime() + slackMs, 0), 2 ** 48 - 1);
  return formatId('evt', ms, new Uint8Array(ID_RANDOM_BYTES));
}

function matching({ types, proxySessionId, createdFrom, createdBefore }: EventFilter): Prisma.Sql {
  const conditions = [
    types ? Prisma.sql`AND o.type = ANY(${[...types]})` : Prisma.empty,
    proxySessionId === undefined
      ? Prisma.empty
      : Prisma.sql`AND o.proxy_session_id = ${proxySessionId}`,
    createdFrom
      ? Prisma.sql`AND o.created_at >= ${createdFrom} AND o.id >= ${eventIdAt(createdFrom, -CLOCK_SLACK_MS)}`
      : Prisma.empty,
    createdBefore
      ? Prisma.sql`AND o.created_at < ${createdBefore} AND o.id < ${eventIdAt(createdBefore, CLOCK_SLACK_MS)}`
      : Prisma.empty,
  ];
  return Prisma.join(conditions, ' ');
}

/** The events of one merchant in one mode, waiting to be told. */
export function outboxRepository(db: Connection, scope: Scope) {
  const { merchantId, mode } = scope;
  const mine = Prisma.sql`o.merchant_id = ${merchantId} AND o.mode = ${mode}`;

  const keep = (events: readonly OutboxRecord[]) => {
    const rows = events.map(
      ({ id, type, proxySessionId, sequence, payload, createdAt }) =>
        Prisma.sql`(${merchantId}, ${id}, ${mode}, ${type}, ${proxySessionId}, ${sequence},
          ${JSON.stringify(payload)}::json, ${createdAt})`,
    );
    return Prisma.sql`
      INSERT INTO outbox_event
        (merchant_id, id, mode, type, proxy_session_id, sequence, payload, created_at)
      VALUES ${Prisma.join(rows)}`;
  };

  return {
    /** Keeps events that are to be told to whoever wants them. */
    async append(events: readonly OutboxRecord[]): Promise<void> {
      if (events.length === 0) return;
      await db.$executeRaw`
        WITH kept AS (${keep(events)} RETURNING merchant_id, id, created_at)
        INSERT INTO outbox_waiting (merchant_id, event_id, created_at) SELECT * FROM kept`;
    },

    /** Keeps an event that nobody but whom it is sent to by hand is told of. */
    async appendWithoutFanOut(event: OutboxRecord): Promise<void> {
      await db.$executeRaw(keep([event]));
    },

    /** The events of a session in the order they happened. */
    async listBySession(proxySessionId: string): Promise<OutboxRecord[]> {
      const rows = await db.outboxEvent.findMany({
        where: { ...scope, proxySessionId },
        orderBy: { sequence: 'asc' },
      });
      return rows as unknown as OutboxRecord[];
    },

    async find(id: string): Promise<OutboxRecord | null> {
      const row = await db.outboxEvent.findFirst({ where: { ...scope, id } });
      return row as unknown as OutboxRecord | null;
    },

    /** Newest first. */
    async list(filter: EventFilter, limit: number, after?: string): Promise<OutboxRecord[]> {
      return db.$queryRaw<OutboxRecord[]>`
        SELECT o.id, o.type, o.proxy_session_id AS "proxySessionId", o.sequence, o.payload,
          o.created_at AS "createdAt"
        FROM outbox_event o
        WHERE ${mine} ${matching(filter)} ${after ? Prisma.sql`AND o.id < ${after}` : Prisma.empty}
        ORDER BY o.id DESC LIMIT ${limit}`;
    },

    /**
     * Events an endpoint could be sent again, oldest first. Tests of other endpoints are not.
     * @param missedBy an endpoint: only what has not reached it and is not on its way
     */
    async listReplayable(
      filter: EventFilter,
      { limit, after, missedBy }: { limit: number; after?: string; missedBy?: string },
    ): Promise<EventId[]> {
      const missed = missedBy
        ? Prisma.sql`AND NOT EXISTS (
            SELECT 1 FROM webhook_delivery d
            WHERE d.merchant_id = o.merchant_id AND d.endpoint_id = ${missedBy}
              AND d.event_id = o.id AND d.status IN ('succeeded', 'waiting'))`
        : Prisma.empty;
      const rows = await db.$queryRaw<{ id: EventId }[]>`
        SELECT o.id FROM outbox_event o
        WHERE ${mine} AND o.type <> 'webhook_endpoint.ping'
          AND NOT EXISTS (SELECT 1 FROM outbox_waiting w
            WHERE w.merchant_id = o.merchant_id AND w.event_id = o.id)
          ${matching(filter)} ${missed} ${after ? Prisma.sql`AND o.id > ${after}` : Prisma.empty}
        ORDER BY o.id LIMIT ${limit}`;
      return rows.map((row) => row.id);
    },
  };
}
