import { type ConfigurationStatus, isId } from '@parley/domain';
import { Prisma } from '../generated/client.ts';
import { recordFields } from '../queues/leases.ts';
import type { Connection } from '../sql/client.ts';
import { selectColumns } from '../sql/columns.ts';
import {
  type CreationPeriod,
  createdWithin,
  hasBuyerReference,
  type ListPage,
  type ListPosition,
  listRows,
} from '../sql/list-rows.ts';
import type { Scope, SubscriptionRecord } from '../sql/records.ts';
import { type Sql, sql } from '../sql/sql.ts';

const subscription = selectColumns<SubscriptionRecord>(
  's',
  recordFields(Prisma.SubscriptionScalarFieldEnum),
);

/** A subscription and the time it was read, by the database clock. */
export interface LoadedSubscription {
  readonly subscription: SubscriptionRecord;
  readonly now: Date;
}

export interface SubscriptionListQuery extends ListPage, CreationPeriod {
  /** The status at the provider. */
  readonly status?: string | undefined;
  readonly buyerReference?: string | undefined;
  readonly configurationStatus?: ConfigurationStatus | undefined;
  /** The id of the subscription, here or at the provider, or of its customer or its latest invoice. */
  readonly relatedId?: string | undefined;
}

export interface SubscriptionList {
  /** Newest first. */
  readonly subscriptions: readonly LoadedSubscription[];
  /** The last examined position if the limit of examined subscriptions ended the list; otherwise null. */
  readonly examinedTo: ListPosition | null;
}

/** An invoice of a subscription, read from its events. */
export interface InvoiceRecord {
  readonly id: string;
  /** In minor units. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly paymentStatus: string;
  /** When the first event with this invoice was recorded. */
  readonly firstSeenAt: Date;
}

export interface InvoiceList {
  readonly invoices: readonly InvoiceRecord[];
  /** Whether older events were not read. */
  readonly hasMore: boolean;
}

/**
 * The number of events that a list of invoices reads at most. A renewal emits about three, so these are those
 * of more than ten years of monthly invoices.
 */
const MAX_INVOICE_EVENTS = 500;

const loaded = (row: Record<string, unknown>): LoadedSubscription => {
  const record = subscription.read(row);
  const amount = record.latestInvoiceAmountMinor;
  // The driver returns bigint or text; amounts in minor units fit a number.
  const latestInvoiceAmountMinor = amount === null ? null : Number(amount);
  return { subscription: { ...record, latestInvoiceAmountMinor }, now: row.now as Date };
};

const columns = sql`
  ${subscription.list}, date_trunc('milliseconds', statement_timestamp()) AS "now"`;

/** The condition for an id, chosen by its prefix. Each column has an index. */
function relatedIdCondition(id: string): Sql {
  if (isId('psub', id)) return sql`s.id = ${id}`;
  if (id.startsWith('cus_')) return sql`s.provider_customer_id = ${id}`;
  if (id.startsWith('in_')) return sql`s.latest_invoice_id = ${id}`;
  return sql`s.provider_subscription_id = ${id}`;
}

/** The subscriptions of one merchant in one mode. */
export function subscriptionRepository(db: Connection, scope: Scope) {
  const { merchantId, mode } = scope;
  const owned = sql`s.merchant_id = ${merchantId} AND s.mode = ${mode}`;

  async function one(condition: Sql): Promise<LoadedSubscription | null> {
    const rows = await db.$queryRaw<Record<string, unknown>[]>`
      SELECT ${columns} FROM subscription s WHERE ${owned} AND ${condition}`;
    return rows[0] ? loaded(rows[0]) : null;
  }

  return {
    /** Returns null when this merchant has no subscription with this id in this mode. */
    find: async (id: string): Promise<LoadedSubscription | null> =>
      isId('psub', id) ? one(sql`s.id = ${id}`) : null,

    findByProviderId: async (id: string): Promise<SubscriptionRecord | null> =>
      (await one(sql`s.provider_subscription_id = ${id}`))?.subscription ?? null,

    /** The subscription created by an attempt; the first one if there are several. */
    findByAttempt: async (attemptId: string): Promise<SubscriptionRecord | null> =>
      (await one(sql`s.attempt_id = ${attemptId} ORDER BY s.created_at, s.id LIMIT 1`))
        ?.subscription ?? null,

    /** The subscriptions that these sessions started, oldest first. */
    async listBySessions(sessionIds: readonly string[]): Promise<LoadedSubscription[]> {
      const rows = await db.$queryRaw<Record<string, unknown>[]>`
        SELECT ${columns} FROM subscription s
        WHERE ${owned} AND s.proxy_session_id = ANY(${sessionIds}::text[])
        ORDER BY s.created_at, s.id`;
      return rows.map(loaded);
    },

    /**
     * The invoices of a subscription, newest first. Only the latest one is a column of it; the others are in
     * its events, of which the newest of its session are read.
     */
    async listInvoices(
      { id, proxySessionId }: Pick<SubscriptionRecord, 'id' | 'proxySessionId'>,
      maxEvents = MAX_INVOICE_EVENTS,
    ): Promise<InvoiceList> {
      const rows = await db.$queryRaw<(InvoiceRecord & { events: bigint })[]>`
        SELECT i.id, i.amount::float8 AS "amountMinor", i.currency, i.status AS "paymentStatus",
          i.first_seen_at AS "firstSeenAt", i.events
        FROM (
          SELECT DISTINCT ON (e.object->>'latest_invoice_id')
            e.object->>'latest_invoice_id' AS id,
            e.object->>'latest_invoice_amount_minor' AS amount,
            e.object->>'latest_invoice_currency' AS currency,
            e.object->>'latest_payment_status' AS status,
            min(e.created_at) OVER (PARTITION BY e.object->>'latest_invoice_id') AS first_seen_at,
            e.sequence, e.events
          FROM (
            SELECT newest.*, count(*) OVER () AS events
            FROM (
              SELECT o.sequence, o.created_at, o.payload->'data'->'object' AS object
              FROM outbox_event o
              WHERE o.merchant_id = ${merchantId} AND o.mode = ${mode}
                AND o.proxy_session_id = ${proxySessionId}
                AND o.type IN ('subscription.created', 'subscription.updated', 'subscription.ended')
              ORDER BY o.sequence DESC LIMIT ${maxEvents + 1}) AS newest) AS e
          WHERE e.object->>'id' = ${id} AND e.object->>'latest_invoice_id' IS NOT NULL
          ORDER BY e.object->>'latest_invoice_id', e.sequence DESC) AS i
        ORDER BY i.first_seen_at DESC, i.sequence DESC`;
      return {
        invoices: rows.map(({ events: _, ...invoice }) => invoice),
        hasMore: rows.some(({ events }) => events > maxEvents),
      };
    },

    async list(query: SubscriptionListQuery): Promise<SubscriptionList> {
      const { status, buyerReference, configurationStatus, relatedId, ...page } = query;
      // Each of these filters has an index, and the first one given uses it.
      const [indexed, ...rest] = [
        relatedId === undefined ? undefined : relatedIdCondition(relatedId),
        buyerReference === undefined ? undefined : hasBuyerReference(buyerReference),
        status === undefined ? undefined : sql`s.status = ${status}`,
        configurationStatus === undefined
          ? undefined
          : sql`s.configuration_status = ${configurationStatus}`,
      ].filter((filter) => filter !== undefined);
      const index = [owned, indexed, ...createdWithin(page)];
      const list = { table: sql`subscription`, columns, index, rest };
      const { rows, examinedTo } = await listRows<Record<string, unknown>>(db, list, page);
      return { subscriptions: rows.map(loaded), examinedTo };
    },
  };
}
