import type { ProxySessionId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { hasBuyerReference } from '../sql/list-rows.ts';
import type { JsonObject } from '../sql/records.ts';
import { sql } from '../sql/sql.ts';

/** A session of a buyer. */
export interface BuyerSession {
  readonly id: ProxySessionId;
  /** Whether it can take no more money: also its subscription has ended. */
  readonly isClosed: boolean;
}

/** By what stored JSON about a buyer is recognized. */
export interface BuyerMarks {
  /** Ids of sessions and provider objects of the buyer. */
  readonly ids: readonly string[];
  /** The buyer reference, e-mail addresses and phone numbers. */
  readonly values: readonly string[];
}

/** A JSON value with the columns that identify its row within the merchant. */
export interface StoredJson {
  readonly key: readonly string[];
  readonly json: JsonObject;
}

/** A table with JSON about buyers, whose column `json` has the primary key `merchant_id, …key`. */
interface JsonTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly json: string;
  readonly type: 'json' | 'jsonb';
  /** What may name ids of a buyer. */
  readonly searched: string;
}

const jsonTables = {
  events: { name: 'outbox_event', key: ['id'], json: 'payload', type: 'json', searched: '' },
  idempotencyRecords: {
    name: 'idempotency_record',
    key: ['mode', 'method', 'path', 'key'],
    json: 'outcome',
    type: 'jsonb',
    searched: "path || ' ' || outcome::text",
  },
  providerEvents: {
    name: 'provider_event',
    key: ['psp_config_id', 'event_id'],
    json: 'payload',
    type: 'jsonb',
    searched: 'payload::text',
  },
} as const satisfies Readonly<Record<string, JsonTable>>;

/** The tables that `searchJson` reads. */
export type SearchedTable = 'idempotencyRecords' | 'providerEvents';

/** Rows that one statement of a search reads. */
const ROWS_PER_READ = 2_000;

/** What is stored about the buyers of a merchant, in both modes. */
export function buyerRepository(db: Connection, merchantId: string) {
  return {
    /** The sessions with a buyer reference. */
    listSessions: (buyerReference: string): Promise<BuyerSession[]> =>
      db.$queryRaw<BuyerSession[]>`
        SELECT s.id, s.closed_at IS NOT NULL AND 0 = (
          SELECT count(*) FROM subscription u WHERE u.merchant_id = ${merchantId}
            AND u.proxy_session_id = s.id AND u.ended_at IS NULL) AS "isClosed"
        FROM proxy_session s
        WHERE s.merchant_id = ${merchantId} AND s.mode IN ('test', 'live')
          AND ${hasBuyerReference(buyerReference)}
        ORDER BY s.id`,

    /** The contacts and provider objects of sessions. */
    async findMarks(sessionIds: readonly string[]): Promise<BuyerMarks> {
      const ofSessions = sql`merchant_id = ${merchantId} AND proxy_session_id = ANY(${sessionIds})`;
      const ids = await db.$queryRaw<{ id: string }[]>`
        SELECT DISTINCT id FROM (
          SELECT unnest(ARRAY[provider_root_object_id, provider_setup_intent_id, provider_customer_id]) AS id
          FROM acquisition_attempt WHERE ${ofSessions}
          UNION ALL
          SELECT unnest(ARRAY[provider_object_id, root_object_id]) FROM payment WHERE ${ofSessions}
          UNION ALL
          SELECT unnest(ARRAY[provider_subscription_id, provider_customer_id, latest_invoice_id])
          FROM subscription WHERE ${ofSessions}
        ) objects WHERE id IS NOT NULL`;
      const values = await db.$queryRaw<{ value: string }[]>`
        SELECT DISTINCT value FROM (
          SELECT unnest(ARRAY[payer_email, payer_phone]) AS value FROM proxy_session
          WHERE merchant_id = ${merchantId} AND id = ANY(${sessionIds})
        ) contacts WHERE value IS NOT NULL`;
      return { ids: ids.map(({ id }) => id), values: values.map(({ value }) => value) };
    },

    /**
     * Reads the rows of a table in the order of their keys, and yields those that name an id or contain
     * a value as a whole JSON string.
     * @param createdFrom for idempotency records: leaves out older ones
     */
    async *searchJson(
      table: SearchedTable,
      { ids, values }: BuyerMarks,
      createdFrom?: Date,
    ): AsyncGenerator<StoredJson> {
      const { name, key, json, searched } = jsonTables[table];
      const columns = sql.raw(key.join(', '));
      const quoted = values.map((value) => JSON.stringify(value));
      const recent = createdFrom ? sql`AND created_at >= ${createdFrom}` : sql.empty;
      let after = sql.empty;
      for (;;) {
        const rows = await db.$queryRaw<{ key: string[]; json: JsonObject | null }[]>`
          SELECT ARRAY[${columns}] AS key, CASE WHEN ARRAY(
              SELECT m[1] FROM regexp_matches(searched, '\\m[a-z]+_[A-Za-z0-9_]+', 'g') m
            ) && ${ids}::text[] OR EXISTS (
              SELECT 1 FROM unnest(${quoted}::text[]) v WHERE strpos(searched, v) > 0
            ) THEN json END AS json
          FROM (
            SELECT ${columns}, ${sql.raw(json)} AS json, ${sql.raw(searched)} AS searched
            FROM ${sql.raw(name)} WHERE merchant_id = ${merchantId} ${recent} ${after}
            ORDER BY ${columns} LIMIT ${ROWS_PER_READ}
          ) read ORDER BY ${columns}`;
        for (const row of rows) if (row.json) yield { key: row.key, json: row.json };
        const last = rows.at(-1);
        if (!last || rows.length < ROWS_PER_READ) return;
        after = sql`AND (${columns}) > (${sql.join(last.key)})`;
      }
    },

    /** Replaces a JSON value, if the row still exists. */
    replaceJson: (table: keyof typeof jsonTables, { key: row, json: value }: StoredJson) => {
      const { name, key, json, type } = jsonTables[table];
      return db.$executeRaw`
        UPDATE ${sql.raw(name)}
        SET ${sql.raw(json)} = ${JSON.stringify(value)}::${sql.raw(type)}
        WHERE merchant_id = ${merchantId}
          AND (${sql.raw(key.join(', '))}) = (${sql.join(row)})`;
    },

    /**
     * Locks the closed sessions among the given ones that still have the buyer reference.
     * @returns their ids
     */
    async lockSessions(ids: readonly string[], buyerReference: string): Promise<string[]> {
      const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT id FROM proxy_session
        WHERE merchant_id = ${merchantId} AND id = ANY(${ids})
          AND buyer_reference = ${buyerReference} AND closed_at IS NOT NULL
        ORDER BY id FOR UPDATE`;
      return rows.map(({ id }) => id);
    },

    /** The payloads of all events of sessions. */
    async listEvents(sessionIds: readonly string[]): Promise<StoredJson[]> {
      const rows = await db.$queryRaw<{ id: string; json: JsonObject }[]>`
        SELECT id, payload AS json FROM outbox_event
        WHERE merchant_id = ${merchantId} AND proxy_session_id = ANY(${sessionIds})`;
      return rows.map(({ id, json }) => ({ key: [id], json }));
    },

    /** Empties the response bodies that receivers sent to events. */
    async eraseDeliveries(eventIds: readonly string[]): Promise<number> {
      const ofEvents = sql`merchant_id = ${merchantId} AND endpoint_id IN (
          SELECT id FROM webhook_endpoint WHERE merchant_id = ${merchantId})
        AND event_id = ANY(${eventIds}) AND response_body <> ''`;
      const deliveries = await db.$executeRaw`
        UPDATE webhook_delivery SET response_body = '' WHERE ${ofEvents}`;
      const attempts = await db.$executeRaw`
        UPDATE delivery_attempt SET response_body = '' WHERE ${ofEvents}`;
      return deliveries + attempts;
    },

    /** Empties what the log of requests contains of requests about sessions, besides ids and times. */
    eraseApiRequests: (sessionIds: readonly string[]): Promise<number> =>
      db.$executeRaw`
        UPDATE api_request SET query = NULL, request_body = NULL, response_body = NULL
        WHERE merchant_id = ${merchantId} AND mode IN ('test', 'live')
          AND proxy_session_id = ANY(${sessionIds})
          AND num_nonnulls(query, request_body, response_body) > 0`,

    /**
     * Removes the notes of items that needed attention and belong to sessions. A provider event may have found
     * its session after the note was written.
     */
    eraseAttentionNotes: (sessionIds: readonly string[]): Promise<number> =>
      db.$executeRaw`
        UPDATE attention_triage t SET note = NULL, version = version + 1
        WHERE t.merchant_id = ${merchantId} AND t.mode IN ('test', 'live') AND t.note IS NOT NULL
          AND (t.proxy_session_id = ANY(${sessionIds}) OR t.subject_id = ANY(ARRAY(
            SELECT e.event_id FROM provider_event e
            WHERE e.merchant_id = ${merchantId} AND e.proxy_session_id = ANY(${sessionIds}))))`,

    /**
     * Replaces the buyer reference of sessions and empties their contacts, their carts, the network of
     * their payer and what the merchant can write freely. Raises their versions, and changes no time that a period begins with.
     */
    async eraseSessions(ids: readonly string[], replacement: string): Promise<void> {
      await db.$executeRaw`
        UPDATE cart_revision SET cart_snapshot = '{}'
        WHERE merchant_id = ${merchantId} AND proxy_session_id = ANY(${ids})`;
      await db.$executeRaw`
        DELETE FROM payer_network
        WHERE merchant_id = ${merchantId} AND proxy_session_id = ANY(${ids})`;
      await db.$executeRaw`
        UPDATE subscription SET buyer_reference = ${replacement}, version = version + 1
        WHERE merchant_id = ${merchantId} AND proxy_session_id = ANY(${ids})`;
      await db.$executeRaw`
        UPDATE proxy_session SET buyer_reference = ${replacement}, version = version + 1,
          payer_email = NULL, payer_phone = NULL, beneficiary_email = NULL, beneficiary_phone = NULL,
          metadata = '{}', payer_locale = NULL, payer_destination_url = NULL, fulfillment_reference = NULL,
          fulfillment_metadata = NULL, failure_code = NULL, failure_message = NULL,
          failure_metadata = NULL, cart_snapshot = '{}', carts_removed_at = now()
        WHERE merchant_id = ${merchantId} AND id = ANY(${ids})`;
    },
  };
}
