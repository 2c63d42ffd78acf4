import { DAY_MS, type IdPrefix, retentionDays } from '@parley/domain';
import { firstIdSince } from '../sql/list-rows.ts';
import type { OfShard } from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';

/** Retention periods in days that an operator sets; without one, data is stored without limit. */
export interface RetentionPeriods {
  /** Contacts of closed sessions. */
  readonly contacts?: number | undefined;
  /** Cart snapshots of closed sessions. */
  readonly carts?: number | undefined;
  readonly auditEntries?: number | undefined;
  readonly apiRequests?: number | undefined;
}

/** The rows of a table that are removed or, with `set`, updated. An index has those of all merchants by their time. */
export interface OldRows {
  readonly table: string;
  readonly key: string;
  /** Each table of a subquery needs `ofShard`. */
  readonly condition: (ofShard: OfShard) => Sql;
  /** The assignments of an update in place of the removal. */
  readonly set?: Sql;
  /** Another update for the rows, whose keys it reads from `old`. */
  readonly alsoUpdate?: (ofShard: OfShard) => Sql;
}

/**
 * The rows of a table that are removed. An index that the merchant leads has them by their time, so that only old
 * rows are read, of one merchant after another.
 */
export interface OldRowsOfMerchant {
  readonly table: string;
  readonly key: string;
  /** The column of the index that follows the merchant and what divides its rows. */
  readonly order: string;
  /** A condition of that column. */
  readonly range: () => Sql;
  /** What else makes a row old. */
  readonly condition?: Sql;
  /** What divides the rows of the merchant `m.id` in the index: a FROM item `o`, and the condition of a row `r`. */
  readonly division?: { readonly from: (ofShard: OfShard) => Sql; readonly ofRow: Sql };
}

const { deliveries, providerEvents, idempotencyRecords, attentionTriage, payerNetworks } =
  retentionDays;
const olderThan = (days: number) => sql`< now() - make_interval(days => ${days})`;
/** A condition of ids, which begin with their time: of rows that are older by an hour at least, whatever the clocks. */
const idOlderThan = (prefix: IdPrefix, days: number) =>
  sql`< ${firstIdSince(prefix, new Date(Math.max(0, Date.now() - days * DAY_MS)))}`;

/** Archived endpoints, too: an endpoint is never deleted. */
const endpoints = {
  from: (ofShard: OfShard) => sql`
    (SELECT e.id FROM webhook_endpoint e WHERE e.merchant_id = m.id ${ofShard('e.merchant_id')}) o`,
  ofRow: sql`r.endpoint_id = o.id`,
};
const modes = {
  from: () => sql`(VALUES ('test'), ('live')) o (mode)`,
  ofRow: sql`r.mode = o.mode`,
};

/** What every installation removes. */
export const fixedKinds = {
  canceledDeliveries: {
    table: 'webhook_delivery',
    key: 'merchant_id, endpoint_id, event_id',
    condition: (ofShard) => sql`status = 'waiting' AND EXISTS (
      SELECT 1 FROM webhook_endpoint e WHERE e.merchant_id = webhook_delivery.merchant_id
        AND e.id = webhook_delivery.endpoint_id AND e.status = 'archived' ${ofShard('e.merchant_id')})`,
    set: sql`status = 'canceled', finished_at = now()`,
  },
  deliveryAttempts: {
    table: 'delivery_attempt',
    key: 'merchant_id, endpoint_id, event_id, number',
    order: 'event_id',
    range: () => sql`event_id ${idOlderThan('evt', deliveries)}`,
    condition: sql`at ${olderThan(deliveries)}`,
    division: endpoints,
  },
  deliveries: {
    table: 'webhook_delivery',
    key: 'merchant_id, endpoint_id, event_id',
    order: 'event_id',
    range: () => sql`event_id ${idOlderThan('evt', deliveries)}`,
    // An event may have been sent again since.
    condition: sql`created_at ${olderThan(deliveries)}
      AND COALESCE(finished_at, due_at) < now() - interval '1 day'`,
    division: endpoints,
  },
  previousSigningSecrets: {
    table: 'webhook_endpoint',
    key: 'merchant_id, id',
    condition: () => sql`previous_signing_secret_expires_at < now()`,
    set: sql`previous_signing_secret_sealed = NULL, previous_signing_secret_expires_at = NULL`,
  },
  providerEvents: {
    table: 'provider_event',
    key: 'merchant_id, psp_config_id, event_id',
    order: 'received_at',
    range: () => sql`status IN ('applied', 'ignored', 'failed')
      AND received_at ${olderThan(providerEvents)}`,
    // It may have been parked for a month before it failed.
    condition: sql`(status <> 'failed' OR finished_at ${olderThan(providerEvents)})`,
  },
  idempotencyRecords: {
    table: 'idempotency_record',
    key: 'merchant_id, mode, method, path, key',
    order: 'created_at',
    range: () => sql`created_at ${olderThan(idempotencyRecords)}`,
  },
  attentionTriage: {
    table: 'attention_triage',
    key: 'merchant_id, mode, kind, subject_id',
    condition: () => sql`updated_at ${olderThan(attentionTriage)}`,
  },
  payerNetworks: {
    table: 'payer_network',
    key: 'merchant_id, proxy_session_id',
    condition: () => sql`seen_at ${olderThan(payerNetworks)}`,
  },
  declineLimits: {
    table: 'decline_limit',
    key: 'merchant_id, mode, network',
    condition: () => sql`counted_at ${olderThan(payerNetworks)}`,
  },
} as const satisfies Readonly<Record<string, OldRows | OldRowsOfMerchant>>;

/**
 * Sessions that were closed before a period began, without those whose subscription may still charge.
 * Subscriptions are counted because PostgreSQL might read all of them for NOT EXISTS.
 */
const closedFor = (days: number, ofShard: OfShard) => sql`
  closed_at ${olderThan(days)} AND 0 = (
    SELECT count(*) FROM subscription u WHERE u.merchant_id = proxy_session.merchant_id
      AND u.proxy_session_id = proxy_session.id AND u.ended_at IS NULL ${ofShard('u.merchant_id')})`;

/**
 * What an operator can limit. An update of a session raises its version, so that an operation that read
 * the session before reads it again, and leaves its times, so that no other period begins again.
 */
export const settableKinds = {
  contacts: (days) => ({
    table: 'proxy_session',
    key: 'merchant_id, id',
    condition: (ofShard) => sql`
      num_nonnulls(payer_email, payer_phone, beneficiary_email, beneficiary_phone) > 0
      AND ${closedFor(days, ofShard)}`,
    set: sql`payer_email = NULL, payer_phone = NULL, beneficiary_email = NULL,
      beneficiary_phone = NULL, version = version + 1`,
  }),
  carts: (days) => ({
    table: 'proxy_session',
    key: 'merchant_id, id',
    condition: (ofShard) => sql`carts_removed_at IS NULL AND ${closedFor(days, ofShard)}`,
    set: sql`carts_removed_at = now(), cart_snapshot = '{}', version = version + 1`,
    alsoUpdate: (ofShard) => sql`
      UPDATE cart_revision c SET cart_snapshot = '{}' FROM old
      WHERE c.merchant_id = old.merchant_id AND c.proxy_session_id = old.id
        ${ofShard('c.merchant_id')}`,
  }),
  auditEntries: (days) => ({
    table: 'audit_entry',
    key: 'merchant_id, id',
    order: 'id',
    range: () => sql`id ${idOlderThan('audit', days)}`,
    condition: sql`created_at ${olderThan(days)}`,
  }),
  apiRequests: (days) => ({
    table: 'api_request',
    key: 'merchant_id, mode, id',
    order: 'id',
    range: () => sql`id ${idOlderThan('req', days)}`,
    condition: sql`created_at ${olderThan(days)}`,
    division: modes,
  }),
} as const satisfies Readonly<
  Record<keyof RetentionPeriods, (days: number) => OldRows | OldRowsOfMerchant>
>;
