import type { AttentionKind } from '@parley/domain';
import { conflicted } from '../sql/conflicted.ts';
import { type Sql, sql } from '../sql/sql.ts';

/** The minutes that the merchant's server has to report a paid order. */
const GRACE_MINUTES = 15;
/**
 * The minutes that a provider event has to find its attempt: an hour, after which those of other uses of the
 * account are ignored, and the time that a worker may take to do so.
 */
const PARKED_MINUTES = 75;

/** Rows of a table, of the alias `t`. */
export interface RowSource {
  readonly table: Sql;
  /** The columns of the order, in which an index has the rows of a merchant and mode. */
  readonly createdAt: Sql;
  readonly id: Sql;
  /** Each is a range of an index; their rows are merged. */
  readonly conditions: readonly Sql[];
}

export const createdAt = sql`t.created_at`;
export const id = sql`t.id`;

/** That the time after `at` that the merchant's server or the provider has is over. */
export const graceIsOver = (at: Sql, minutes = GRACE_MINUTES) =>
  sql`${at} <= now() - make_interval(mins => ${minutes})`;

/** Payments that need a person. The conditions name no merchant, so that an operator finds those of all. */
export const stuckPayments = {
  payment_conflict: { table: sql`proxy_session`, createdAt, id, conditions: conflicted() },
  unknown_attempt: {
    table: sql`acquisition_attempt`,
    createdAt,
    id,
    conditions: [sql`t.status = 'unknown'`],
  },
  parked_provider_event: heldEvents(
    sql`t.status = 'parked' AND ${graceIsOver(sql`t.received_at`, PARKED_MINUTES)}`,
  ),
  failed_provider_event: heldEvents(sql`t.status = 'failed'`),
} as const satisfies Partial<Record<AttentionKind, RowSource>>;

function heldEvents(condition: Sql): RowSource {
  const [receivedAt, eventId] = [sql`t.received_at`, sql`t.event_id`];
  return {
    table: sql`provider_event`,
    createdAt: receivedAt,
    id: eventId,
    conditions: [condition],
  };
}
