import {
  ACCOUNT_CHANGE_DAYS,
  type AttentionKind,
  disputesUnderReview,
  openSessionStatuses,
  unfulfillablePaymentStatuses,
} from '@parley/domain';
import { isSpiking } from '../attempts/decline-limits.ts';
import { conflicted } from '../sql/conflicted.ts';
import type { Scope } from '../sql/records.ts';
import { type Sql, sql } from '../sql/sql.ts';
import {
  createdAt,
  graceIsOver,
  id,
  type RowSource,
  stuckPayments,
} from './stuck-payment-sources.ts';

/** The days before its expiry in which an API key needs a person. */
const EXPIRY_DAYS = 14;
/** The hours since its last use in which a rolled API key counts as still in use. A daily job may use it. */
const USED_HOURS = 24;
/** The minutes after which a failing endpoint needs a person. Most recover sooner, by a retry. */
const FAILING_MINUTES = 10;

/** The days in which the end of a dispute is shown. */
const CLOSED_DISPUTE_DAYS = 7;

/** Rows of another relation that are items of a kind too, with the columns that its source reads. */
interface Range {
  readonly table: Sql;
  readonly condition: Sql;
}

/** How the items of a kind are found. */
export interface Source extends RowSource {
  /** Merged with them. */
  readonly others?: readonly Range[];
  /** The values of a record that are not in the order, read for the items of one page only. */
  readonly at?: Sql;
  readonly sessionId?: Sql;
  /** Of an item of `others`. */
  readonly subscriptionId?: Sql;
  readonly name?: Sql;
  readonly reason?: Sql;
  /** Changes when the item gets worse, which ends a snooze; the reason by default. */
  readonly severity?: Sql;
  /** What identifies the item if `at` also changes while it gets worse. */
  readonly since?: Sql;
}

/** When the history of a session says that the row `t`, it or an attempt of it, came into its status. */
const sinceIn =
  (merchantId: string, t = sql.raw('t')) =>
  (sessionId: Sql, condition: Sql) =>
    sql`COALESCE((
  SELECT max(h.at) FROM history_entry h
  WHERE h.merchant_id = ${merchantId} AND h.proxy_session_id = ${sessionId}
    AND h.to_status = ${t}.status AND ${condition}), ${t}.updated_at)`;

/** Since when a session `t` has its status. */
const sessionSince = (merchantId: string, t = sql.raw('t')) =>
  sinceIn(merchantId, t)(sql`${t}.id`, sql`h.attempt_id IS NULL`);

/** That a session `t` in one of two statuses waits for the report of the merchant's server, by status. */
const unprovisioned = (merchantId: string, t = sql.raw('t')) =>
  Object.entries(unfulfillablePaymentStatuses).map(
    // The first range is that of the index; it leaves out the many sessions that are paid just now. The history
    // is read only for a session that has changed since its grace began.
    ([status, payments]) => sql`${t}.status = ${status}
      AND ${t}.payment_status NOT IN (${sql.join(payments)})
      AND ${graceIsOver(sql`${t}.created_at`)}
      AND (${graceIsOver(sql`${t}.updated_at`)}
        OR ${graceIsOver(sessionSince(merchantId, t))})`,
  );

/** The conditions of sessions `s` whose status needs a person, each a range of an index, without overlap. */
export const sessionsNeedingAttention = (merchantId: string): readonly Sql[] => {
  const s = sql.raw('s');
  return [...conflicted(s), ...unprovisioned(merchantId, s)];
};

/** That a row meets one of several conditions. */
export const anyOf = (conditions: readonly Sql[]): Sql =>
  sql`(${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    ' OR ',
  )})`;

/**
 * That the provider refused the current cart of a session, as its attempt `t` says, and the payer can still pay:
 * `isCartRefused` of an open session.
 * No attempt is older than its session, so those that were refused before the oldest open session are not read.
 */
function refused({ merchantId, mode }: Scope): Sql {
  const oldest = openSessionStatuses.map(
    (status) => sql`(SELECT min(o.created_at) FROM proxy_session o
      WHERE o.merchant_id = ${merchantId} AND o.mode = ${mode} AND o.status = ${status})`,
  );
  // Not `1 =`, for the same reason as in the counts of decisions.
  return sql`t.status = 'failed' AND t.provider_root_object_id IS NULL AND t.is_current
    AND t.created_at >= LEAST(${sql.join(oldest)})
    AND 0 <> (SELECT count(*) FROM proxy_session s
      WHERE s.merchant_id = ${merchantId} AND s.id = t.proxy_session_id
        AND s.status IN (${sql.join([...openSessionStatuses])})
        AND s.cart_version = t.reserved_cart_version AND s.expires_at > now())`;
}

const sessionsWith = (merchantId: string, conditions: readonly Sql[]): Source => ({
  table: sql`proxy_session`,
  createdAt,
  id,
  conditions,
  at: sessionSince(merchantId),
  sessionId: id,
  name: sql`t.buyer_reference`,
});

/** The disputes of the renewals of subscriptions that meet a condition, with the columns of payments. */
const renewalDisputes = ({ merchantId, mode }: Scope, condition: Sql) => sql`(
  SELECT s.merchant_id, s.mode, s.proxy_session_id, s.id AS subscription_id,
    d.payment_id AS provider_object_id, d.status AS dispute_status, d.opened_at AS dispute_opened_at,
    d.due_by AS dispute_due_by, d.closed_at AS dispute_closed_at
  FROM subscription s CROSS JOIN LATERAL jsonb_to_recordset(s.disputes) AS d (payment_id text,
    status text, opened_at timestamptz, due_by timestamptz, closed_at timestamptz)
  WHERE s.merchant_id = ${merchantId} AND s.mode = ${mode} AND ${condition})`;

/** @param renewed that a subscription `s` has such disputes, a range of an index */
const disputesWith = (scope: Scope, condition: Sql, renewed: Sql): Omit<Source, 'createdAt'> => ({
  table: sql`payment`,
  id: sql`t.provider_object_id`,
  conditions: [condition],
  others: [{ table: renewalDisputes(scope, renewed), condition }],
  subscriptionId: sql`t.subscription_id`,
  sessionId: sql`t.proxy_session_id`,
  name: sql`(SELECT s.buyer_reference FROM proxy_session s
    WHERE s.merchant_id = ${scope.merchantId} AND s.id = t.proxy_session_id)`,
});

/** Whether a dispute was closed lately. */
const isClosedLately = (table: Sql) =>
  sql`${table}.dispute_closed_at > now() - make_interval(days => ${CLOSED_DISPUTE_DAYS})`;

/** Whether the dispute of a payment is an inquiry, as `isInquiry` says. */
const isInquiry = sql`starts_with(t.dispute_status, 'warning_')`;

/** The disputes that wait for the merchant's response and meet a condition. */
const waitingDisputes = (scope: Scope, condition: Sql): Source => ({
  ...disputesWith(
    scope,
    sql`t.dispute_due_by IS NOT NULL AND t.dispute_closed_at IS NULL
      AND t.dispute_status NOT IN (${sql.join(disputesUnderReview)}) AND ${condition}`,
    sql`s.dispute_due_by IS NOT NULL`,
  ),
  createdAt: sql`t.dispute_due_by`,
  since: sql`t.dispute_opened_at`,
  severity: sql`t.dispute_status`,
});

const attemptsWith = (merchantId: string, conditions: readonly Sql[]): Source => ({
  table: sql`acquisition_attempt`,
  createdAt,
  id,
  conditions,
  at: sinceIn(merchantId)(sql`t.proxy_session_id`, sql`h.attempt_id = t.id`),
  sessionId: sql`t.proxy_session_id`,
  reason: sql`t.status_reason`,
});

const eventColumns = { sessionId: sql`t.proxy_session_id`, reason: sql`t.note` };

/**
 * How the items of each kind are found. Each subquery names the merchant itself, because Citus does not derive
 * the shard of a nested one.
 */
export function getSources(scope: Scope): Readonly<Record<AttentionKind, Source>> {
  const { merchantId } = scope;
  return {
    unprovisioned_session: sessionsWith(merchantId, unprovisioned(merchantId)),
    payment_conflict: {
      ...sessionsWith(merchantId, stuckPayments.payment_conflict.conditions),
      at: sql`COALESCE(t.conflict_since, ${sessionSince(merchantId)})`,
      // Further money, refunds and disputes leave the status as it is.
      severity: sql`(
      SELECT concat_ws(' ', count(*), sum(p.amount_minor), sum(p.refunded_minor), sum(p.disputed_minor))
      FROM payment p WHERE p.merchant_id = ${merchantId} AND p.proxy_session_id = t.id)`,
    },
    open_dispute: waitingDisputes(scope, sql`NOT ${isInquiry}`),
    open_inquiry: waitingDisputes(scope, isInquiry),
    closed_dispute: {
      ...disputesWith(scope, isClosedLately(sql`t`), isClosedLately(sql`s`)),
      // What was won and then refunded is no reason to fulfill the order.
      conditions: [
        sql`${isClosedLately(sql`t`)}
        AND (t.dispute_status = 'lost' OR t.refunded_minor < t.amount_minor)`,
      ],
      createdAt: sql`t.dispute_closed_at`,
      reason: sql`CASE WHEN t.dispute_status = 'lost' THEN 'lost'
        WHEN ${isInquiry} THEN 'inquiry' ELSE 'won' END`,
    },
    unknown_attempt: attemptsWith(merchantId, stuckPayments.unknown_attempt.conditions),
    refused_cart: attemptsWith(merchantId, [refused(scope)]),
    parked_provider_event: { ...stuckPayments.parked_provider_event, ...eventColumns },
    failed_provider_event: { ...stuckPayments.failed_provider_event, ...eventColumns },
    failing_webhook_endpoint: {
      table: sql`webhook_endpoint`,
      createdAt: sql`COALESCE(t.inactive_since, t.failing_since)`,
      id,
      conditions: [
        sql`(t.inactive_reason IS NOT NULL
        OR (t.status = 'active'
          AND t.failing_since <= now() - make_interval(mins => ${FAILING_MINUTES})))`,
      ],
      name: sql`t.url`,
      reason: sql`t.inactive_reason`,
      // The deactivation of a failing endpoint goes on with the same item, for another reason.
      since: sql`COALESCE(t.failing_since, t.inactive_since)`,
    },
    // The expiry of a key that was rolled is intended, unless a server still uses it.
    expiring_api_key: {
      table: sql`api_key`,
      createdAt: sql`t.expires_at`,
      id,
      conditions: [
        sql`t.revoked_at IS NULL
        AND t.expires_at > now() AND t.expires_at <= now() + make_interval(days => ${EXPIRY_DAYS})
        AND (t.replaced_by_id IS NULL
          OR t.last_used_at > now() - make_interval(hours => ${USED_HOURS}))`,
      ],
      name: sql`t.name`,
      reason: sql`CASE WHEN t.replaced_by_id IS NOT NULL THEN 'still_in_use' END`,
      severity: sql`CASE WHEN t.expires_at <= now() + interval '1 day' THEN 'last day' END`,
    },
    // The object is the merchant, which has one spike in each mode.
    decline_spike: {
      table: sql`decline_rate`,
      createdAt: sql`t.spiking_since`,
      id: sql`t.merchant_id`,
      conditions: [isSpiking('t')],
    },
    receiving_account_changed: {
      table: sql`psp_config`,
      createdAt: sql`t.activated_at`,
      id,
      conditions: [
        sql`t.status = 'active' AND t.replaced_id IS NOT NULL
        AND t.activated_at > now() - make_interval(days => ${ACCOUNT_CHANGE_DAYS})`,
      ],
      name: sql`COALESCE(t.account_id, t.publishable_key)`,
      reason: sql`t.replaced_id`,
    },
  };
}
