import {
  type EventId,
  type EventType,
  formatId,
  ID_RANDOM_BYTES,
  type ProxySessionId,
} from '@parley/domain';
import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';
import { asJson } from './json.ts';
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

/** An id's beginning tells when it was made: what lies outside a range of time is never read. */
function idAt(at: Date, slackMs: number): string {
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
      ? Prisma.sql`AND o.created_at >= ${createdFrom} AND o.id >= ${idAt(createdFrom, -CLOCK_SLACK_MS)}`
      : Prisma.empty,
    createdBefore
      ? Prisma.sql`AND o.created_at < ${createdBefore} AND o.id < ${idAt(createdBefore, CLOCK_SLACK_MS)}`
      : Prisma.empty,
  ];
  return Prisma.join(conditions, ' ');
}

/** The events of one merchant in one mode, waiting to be told. */
export function outboxRepository(db: Connection, scope: Scope) {
  const { merchantId, mode } = scope;
  const mine = Prisma.sql`o.merchant_id = ${merchantId} AND o.mode = ${mode}`;

  return {
    async append(events: readonly OutboxRecord[]): Promise<void> {
      if (events.length === 0) return;
      await db.outboxEvent.createMany({
        data: events.map((event) => ({ ...event, ...scope, payload: asJson(event.payload) })),
      });
    },

    /** Keeps an event that nobody but whom it is sent to by hand is told of. */
    async appendUntold(event: OutboxRecord): Promise<void> {
      await db.outboxEvent.create({
        data: { ...event, ...scope, payload: asJson(event.payload), fannedOutAt: event.createdAt },
      });
    },

    /** The events of a session in the order they happened. */
    async listOfSession(proxySessionId: string): Promise<OutboxRecord[]> {
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
    async listToReplay(
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
        WHERE ${mine} AND o.type <> 'webhook_endpoint.ping' AND o.fanned_out_at IS NOT NULL
          ${matching(filter)} ${missed} ${after ? Prisma.sql`AND o.id > ${after}` : Prisma.empty}
        ORDER BY o.id LIMIT ${limit}`;
      return rows.map((row) => row.id);
    },
  };
}
