import type { AuditEntryId, EventId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { firstIdAt } from '../sql/list-rows.ts';
import type { Scope } from '../sql/records.ts';
import { type Sql, sql } from '../sql/sql.ts';

/** Changes in the audit log that send an event again. */
const resends = ['webhook_endpoint.delivery_resent', 'event.resent'];

/** A message of an event stream. */
export interface StreamMessage {
  /** The event, or the audit log's entry of its resending. */
  readonly id: EventId | AuditEntryId;
  /** The event envelope exactly as it is sent. */
  readonly payload: string;
}

export interface StreamRead {
  /** Inclusive, by the time in the ids. */
  readonly since: Date;
  /** The ids of messages that are left out. */
  readonly seen: readonly string[];
  readonly limit: number;
}

/** The events of one merchant in one mode, each when it was created and whenever it was sent again. */
export function eventStreamRepository(db: Connection, { merchantId, mode }: Scope) {
  return {
    /** The oldest messages, by the time in their ids. */
    read({ since, seen, limit }: StreamRead): Promise<StreamMessage[]> {
      const unseen = (alias: Sql, first: string) => sql`
        ${alias}.merchant_id = ${merchantId} AND ${alias}.id >= ${first}
          AND ${alias}.mode = ${mode} AND ${alias}.id <> ALL(${[...seen]}::text[])`;
      return db.$queryRaw<StreamMessage[]>`
        SELECT id, payload FROM ((SELECT e.id, e.payload::text AS payload FROM outbox_event e
        WHERE ${unseen(sql`e`, firstIdAt('evt', since))} ORDER BY e.id LIMIT ${limit})
        UNION ALL
        (SELECT a.id, e.payload::text AS payload FROM audit_entry a
        JOIN outbox_event e ON e.merchant_id = a.merchant_id AND e.id = a.details ->> 'event_id'
        WHERE ${unseen(sql`a`, firstIdAt('audit', since))} AND a.action = ANY(${resends})
        ORDER BY a.id LIMIT ${limit})) AS messages
        ORDER BY split_part(id, '_', 2) COLLATE "C" LIMIT ${limit}`;
    },
  };
}
