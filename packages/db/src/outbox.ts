import type { EventId, EventType, ProxySessionId } from '@parley/domain';
import type { Connection } from './client.ts';
import { asJson } from './json.ts';
import type { JsonObject, Scope } from './records.ts';

export interface OutboxRecord {
  readonly id: EventId;
  readonly type: EventType;
  readonly proxySessionId: ProxySessionId | null;
  /** Gapless within a session, from 1. */
  readonly sequence: number;
  /** The whole envelope, as it goes out. */
  readonly payload: JsonObject;
  readonly createdAt: Date;
}

/** The events of one merchant in one mode, waiting to be told. */
export function outboxRepository(db: Connection, scope: Scope) {
  return {
    async append(events: readonly OutboxRecord[]): Promise<void> {
      if (events.length === 0) return;
      await db.outboxEvent.createMany({
        data: events.map((event) => ({ ...event, ...scope, payload: asJson(event.payload) })),
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
  };
}
