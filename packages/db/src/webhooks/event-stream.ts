import type { AuditEntryId, EventId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
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

/** Rows of a merchant in the order of their ids. `isOwn` is a condition of the alias `r`. */
interface Source {
  readonly table: Sql;
  readonly isOwn: Sql;
  readonly payload: Sql;
}

/** A part of a source. Reads a bounded part of the primary key, which has the rows of both modes. */
export interface StreamRange {
  /** Exclusive. */
  readonly after: string;
  readonly limit: number;
}

/** What may have become visible late: rows of this range except the ids that are known. */
export interface LateRange {
  /** Inclusive. */
  readonly from: string;
  /** Inclusive. */
  readonly to: string;
  readonly known: readonly string[];
  readonly limit: number;
}

/** The events of one merchant in one mode, each when it was created and whenever it was sent again. */
export function eventStreamRepository(db: Connection, { merchantId, mode }: Scope) {
  const sources = {
    evt: {
      table: sql`outbox_event`,
      isOwn: sql`r.mode = ${mode}`,
      payload: sql`r.payload::text`,
    },
    audit: {
      table: sql`audit_entry`,
      isOwn: sql`(r.mode = ${mode} AND r.action = ANY(${resends}))`,
      payload: sql`(SELECT e.payload::text FROM outbox_event e
        WHERE e.merchant_id = ${merchantId} AND e.id = r.details ->> 'event_id')`,
    },
  } satisfies Record<string, Source>;

  return {
    /**
     * Examines the next rows of a source.
     * @returns the messages among them, and the last examined id; null if there were no rows
     */
    async read(kind: keyof typeof sources, { after, limit }: StreamRange) {
      const { table, isOwn, payload } = sources[kind];
      const rows = await db.$queryRaw<{ id: StreamMessage['id']; payload: string | null }[]>`
        SELECT r.id, CASE WHEN ${isOwn} THEN ${payload} END AS payload FROM ${table} r
        WHERE r.merchant_id = ${merchantId} AND r.id > ${after} ORDER BY r.id LIMIT ${limit}`;
      const messages = rows.filter((row): row is StreamMessage => row.payload !== null);
      return { messages, examinedTo: rows.at(-1)?.id ?? null, isFull: rows.length === limit };
    },

    /** Messages that are not known although later ones are. */
    readLate(kind: keyof typeof sources, { from, to, known, limit }: LateRange) {
      const { table, isOwn, payload } = sources[kind];
      return db.$queryRaw<StreamMessage[]>`
        SELECT r.id, ${payload} AS payload FROM ${table} r
        WHERE r.merchant_id = ${merchantId} AND r.id >= ${from} AND r.id <= ${to}
          AND ${isOwn} AND r.id <> ALL(${[...known]}::text[])
        ORDER BY r.id LIMIT ${limit}`;
    },

    /** The newest ids of a source from an id on, newest first, with whether each is a message of the stream. */
    listNewest(kind: keyof typeof sources, { from, limit }: { from: string; limit: number }) {
      const { table, isOwn } = sources[kind];
      return db.$queryRaw<{ id: StreamMessage['id']; isOwn: boolean }[]>`
        SELECT r.id, ${isOwn} AS "isOwn" FROM ${table} r
        WHERE r.merchant_id = ${merchantId} AND r.id >= ${from} ORDER BY r.id DESC LIMIT ${limit}`;
    },
  };
}
