import { openSessionStatuses, SLOW_RESPONSES_UNTIL_SLOW_LANE } from '@parley/domain';
import { type Sql, sql } from '../sql/sql.ts';

/** The rows of a table that wait for a worker. An index that begins with the merchant finds those of one merchant. */
export interface DueQueue {
  readonly table: string;
  /** The columns of its primary key. */
  readonly keys: readonly string[];
  /** Condition for rows that are due or become due: that of the index. */
  readonly isQueued: Sql;
  /** Condition for rows that have been due for a time, in seconds; columns without an alias. */
  readonly isDue: (seconds: number) => Sql;
  readonly order: Sql;
  /** The column that says since when a row is due; `order` if omitted. */
  readonly dueSince?: Sql;
  /**
   * Whether rows of a merchant's live mode are claimed before those of its test mode. Requires an index on
   * `order` that the merchant and the mode lead.
   */
  readonly liveFirst?: boolean;
  /** Whether the rows of a merchant wait while it is suspended. */
  readonly waitsWhileSuspended?: boolean;
}

/**
 * Condition for merchants that are not suspended.
 * @param merchantId the merchant's column
 */
export const isNotSuspended = (merchantId: Sql): Sql =>
  sql`${merchantId} NOT IN (SELECT id FROM merchant WHERE suspended_at IS NOT NULL)`;

const before = (seconds: number): Sql =>
  seconds === 0 ? sql`now()` : sql`now() - make_interval(secs => ${seconds})`;

/** Condition for rows that no worker holds. */
export const isNotLeased = sql`(leased_until IS NULL OR leased_until <= now())`;

/**
 * Events that have not become deliveries. They have no lease: fan-out is one transaction. Those of a
 * suspended merchant are found until they are held.
 */
export const waitingEvents: DueQueue = {
  table: 'outbox_waiting',
  keys: ['merchant_id', 'event_id'],
  isQueued: sql`NOT held`,
  isDue: (seconds) =>
    seconds === 0 ? sql`NOT held` : sql`NOT held AND created_at <= ${before(seconds)}`,
  order: sql`created_at`,
};

/** @param slow whether the last attempt of the queue failed, or its last responses were slow; or neither */
const endpointQueues = (slow: boolean): DueQueue => ({
  table: 'webhook_endpoint_queue',
  keys: ['merchant_id', 'endpoint_id', 'queue_number'],
  isQueued: sql`due_at IS NOT NULL`,
  isDue: (seconds) =>
    sql`due_at <= ${before(seconds)}
      AND (failing OR slow_responses >= ${SLOW_RESPONSES_UNTIL_SLOW_LANE}) = ${slow} AND ${isNotLeased}`,
  order: sql`due_at`,
  waitsWhileSuspended: true,
});

const dueProviderEvents: DueQueue = {
  table: 'provider_event',
  keys: ['merchant_id', 'psp_config_id', 'event_id'],
  isQueued: sql`status IN ('waiting', 'parked')`,
  isDue: (seconds) =>
    sql`status IN ('waiting', 'parked') AND due_at <= ${before(seconds)} AND ${isNotLeased}`,
  // By times of the database: the sender chooses `occurred_at`.
  order: sql`due_at, received_at`,
  dueSince: sql`due_at`,
  liveFirst: true,
};

/** Positions in the event lists of provider accounts. */
const dueCursors: DueQueue = {
  table: 'provider_cursor',
  keys: ['merchant_id', 'psp_config_id'],
  isQueued: sql`true`,
  isDue: (seconds) => sql`due_at <= ${before(seconds)} AND ${isNotLeased}`,
  order: sql`due_at`,
};

/** Open sessions whose `expires_at` has passed. */
const expiredSessions: DueQueue = {
  table: 'proxy_session',
  keys: ['merchant_id', 'id'],
  isQueued: sql`status IN (${sql.literals(openSessionStatuses)})`,
  isDue: (seconds) => sql`status IN (${sql.literals(openSessionStatuses)})
    AND expires_at <= ${before(seconds)} AND ${isNotLeased}`,
  order: sql`expires_at`,
};

/** Reserved attempts that have no root object although their retry deadline has passed. */
const overdueReservations: DueQueue = {
  table: 'acquisition_attempt',
  keys: ['merchant_id', 'id'],
  isQueued: sql`status = 'reserved'`,
  isDue: (seconds) => sql`status = 'reserved'
    AND provider_retry_not_after <= ${before(seconds)} AND ${isNotLeased}`,
  order: sql`provider_retry_not_after`,
};

/** Attempts that are to be read from the provider. */
const attemptChecks: DueQueue = {
  table: 'acquisition_attempt',
  keys: ['merchant_id', 'id'],
  isQueued: sql`provider_check_at IS NOT NULL`,
  isDue: (seconds) => sql`provider_check_at <= ${before(seconds)} AND ${isNotLeased}`,
  order: sql`provider_check_at`,
};

/** Subscriptions whose period ended an hour ago without a read since. */
export const subscriptionsToRenew: DueQueue = {
  table: 'subscription',
  keys: ['merchant_id', 'id'],
  isQueued: sql`ended_at IS NULL AND last_synced_at < current_period_end`,
  isDue: (seconds) => sql`ended_at IS NULL AND last_synced_at < current_period_end
    AND current_period_end <= ${before(3_600 + seconds)} AND ${isNotLeased}`,
  order: sql`current_period_end`,
};

/** Subscriptions without an event or read for a time, in seconds. */
export const unreadSubscriptions = (unreadSeconds: number): DueQueue => ({
  table: 'subscription',
  keys: ['merchant_id', 'id'],
  isQueued: sql`ended_at IS NULL`,
  isDue: (seconds) => sql`ended_at IS NULL
    AND last_synced_at <= ${before(unreadSeconds + seconds)} AND ${isNotLeased}`,
  order: sql`last_synced_at`,
});

/** Receipts that are to be emailed. */
const receiptMails: DueQueue = {
  table: 'receipt_mail',
  keys: ['merchant_id', 'proxy_session_id'],
  isQueued: sql`outcome IS NULL`,
  isDue: (seconds) => sql`outcome IS NULL AND due_at <= ${before(seconds)} AND ${isNotLeased}`,
  order: sql`due_at`,
};

export const dueQueues = {
  waiting_events: waitingEvents,
  endpoint_queues: endpointQueues(false),
  slow_endpoint_queues: endpointQueues(true),
  provider_events: dueProviderEvents,
  provider_cursors: dueCursors,
  expired_sessions: expiredSessions,
  overdue_reservations: overdueReservations,
  attempt_checks: attemptChecks,
  receipt_mails: receiptMails,
  subscriptions: subscriptionsToRenew,
} as const satisfies Record<string, DueQueue>;

/** A kind of work that workers claim per merchant. */
export type DueKind = keyof typeof dueQueues;

/** All kinds of work. */
export const dueKinds = Object.keys(dueQueues) as readonly DueKind[];

/**
 * The queues whose rows are work of a kind.
 * @param unreadSeconds seconds without an event or read after which a subscription is due
 */
export function queuesOfKind(kind: DueKind, unreadSeconds?: number): readonly DueQueue[] {
  const queue = dueQueues[kind];
  if (kind !== 'subscriptions' || unreadSeconds === undefined) return [queue];
  return [queue, unreadSubscriptions(unreadSeconds)];
}
