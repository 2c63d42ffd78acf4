import { attemptCopy } from '../sql/attempt-copy.ts';
import { toColumnName } from '../sql/columns.ts';
import { type CommitTable, commitTables, type RowKind } from './commit-rows.ts';

const { session, cart, attempt, payment, subscription, history, event } = commitTables;

/** The columns that find an updated row, and those that its guard compares. */
const updateColumns = `merchant_id text, mode text, proxy_session_id text, id text, version int, status text,
      after json`;

/** Columns that no update sets: the key of the row and the distribution column. */
const fixedColumns = new Set(['merchant_id', 'mode', 'id', 'proxy_session_id', 'created_at']);

/**
 * Columns that are in the new row of a session only with another one that is not null: its cart, if it replaces the
 * stored one, which need not be sent and written again, and the copy of its attempt, if the attempt is written.
 */
const optionalColumns = new Map([
  ['cart_snapshot', 'cart_snapshot'],
  ...Object.keys(attemptCopy).map((field) => [toColumnName(field), 'attempt_status'] as const),
]);

function getNewValue(table: CommitTable, column: string): string {
  const present = table === session ? optionalColumns.get(column) : undefined;
  if (present === undefined) return `r.${column}`;
  return `CASE WHEN r.${present} IS NULL THEN t.${column} ELSE r.${column} END`;
}

/** The assignments of an update whose new row is `r`. */
const getAssignments = (table: CommitTable): string =>
  table.columns
    .filter(([, column]) => !fixedColumns.has(column))
    .map(([, column]) => `${column} = ${getNewValue(table, column)}`)
    .join(', ');

/** Limits an update to the merchant of the row `c`. */
export const ofMerchant = 't.merchant_id = c.merchant_id';

/**
 * A condition that every row meets. PostgreSQL estimates that one in 200 does, so that it finds the stored
 * rows by an index even if it plans the statement while their table is empty.
 */
const isText = (column: string): string => `left(${column}, 0) = ''`;

/** Inserts rows of a table. */
function insertRows({ name, columns }: CommitTable, rows: RowKind): string {
  const list = columns.map(([, column]) => column).join(', ');
  return `INSERT INTO ${name} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${name}, ${rows})`;
}

/** Updates the rows of a table that are still those that were read. */
const updateRows = (table: CommitTable, rows: RowKind, guard: string, values = ''): string => `
    UPDATE ${table.name} t SET ${getAssignments(table)}${values}
    FROM json_to_recordset(${rows}) AS c (n int, ${updateColumns}),
      json_populate_record(NULL::${table.name}, c.after) AS r
    WHERE json_typeof(c.after) = 'object' AND ${ofMerchant} AND t.mode = c.mode AND ${guard}
      AND t.version = c.version`;

/** A step of a commit, which runs if a commit has such rows. */
export interface Step {
  readonly rows: RowKind;
  readonly sql: string;
}

/** Updates the sessions of all commits whose sessions are still those that were read. */
export const changedSession: Step = {
  rows: 'changed_sessions',
  sql: `${updateRows(
    session,
    'changed_sessions',
    't.id = c.proxy_session_id AND t.status = c.status',
    ', lease_token = NULL, leased_until = NULL',
  )} RETURNING c.n`,
};

/** What identifies an idempotency record. */
export const recordKey = 'merchant_id, mode, method, path, key';
const recordColumns = `${recordKey}, fingerprint, outcome, created_at`;

/** Stores the idempotency records whose keys are unused, in one order, so that no two calls wait for each other. */
export const idempotencyRecord: Step = {
  rows: 'idempotency_records',
  sql: `INSERT INTO idempotency_record (${recordColumns})
    SELECT ${recordColumns} FROM json_populate_recordset(NULL::idempotency_record, idempotency_records)
    ORDER BY ${recordKey} ON CONFLICT DO NOTHING RETURNING ROW(${recordKey})::text AS key`,
};

/** Updates of other rows: one that matches no row has been written apart from the version of its session. */
export const guardedSteps: readonly Step[] = [
  {
    rows: 'changed_attempts',
    sql: updateRows(
      attempt,
      'changed_attempts',
      't.id = c.id AND t.proxy_session_id = c.proxy_session_id AND t.status = c.status',
    ),
  },
  {
    rows: 'changed_payments',
    sql: updateRows(
      payment,
      'changed_payments',
      't.provider_object_id = c.id AND t.proxy_session_id = c.proxy_session_id',
    ),
  },
  {
    rows: 'changed_subscriptions',
    sql: updateRows(subscription, 'changed_subscriptions', 't.id = c.id'),
  },
  {
    rows: 'recorded_events',
    sql: `
    UPDATE provider_event t SET recorded_at = c.at
    FROM json_to_recordset(recorded_events) AS c (merchant_id text, psp_config_id text, event_id text,
      at timestamptz)
    WHERE ${isText('c.event_id')} AND ${ofMerchant} AND t.psp_config_id = c.psp_config_id
      AND t.event_id = c.event_id AND t.recorded_at IS NULL`,
  },
];

/** Provider events that one update of an attached object requeues at most. */
const MAX_REQUEUED_EVENTS = 100;

/**
 * Makes provider events due at once. Those about the attached object and those parked for it are two
 * updates, each with an index. With OR, PostgreSQL would search these indexes for every merchant. Neither reads
 * more rows than it may requeue, because all merchants wait for a commit. Other events are matched when they are
 * due. Those that are already first in the queue and not leased are not written. Without OFFSET, PostgreSQL would
 * join the events before it reads the attached objects.
 */
const requeueEvents = (column: string): string => `
    UPDATE provider_event t SET status = 'waiting', due_at = '1970-01-01T00:00:00Z',
      finished_at = NULL, lease_token = NULL, leased_until = NULL
    FROM (
      SELECT c.merchant_id, c.mode, e.*
      FROM json_to_recordset(attached_objects) AS c (merchant_id text, mode text, id text)
      CROSS JOIN LATERAL (
        SELECT psp_config_id, event_id FROM provider_event t
        WHERE ${isText('c.id')} AND ${ofMerchant} AND t.${column} = c.id
          AND t.status IN ('waiting', 'parked') LIMIT ${MAX_REQUEUED_EVENTS}
      ) AS e OFFSET 0
    ) AS c
    WHERE ${isText('c.event_id')} AND ${ofMerchant} AND t.psp_config_id = c.psp_config_id
      AND t.event_id = c.event_id AND t.mode = c.mode AND t.status IN ('waiting', 'parked')
      AND (t.due_at > '1970-01-01T00:00:00Z' OR t.lease_token IS NOT NULL)`;

/**
 * All other writes. An attempt stops being current before its replacement is inserted, because unique
 * indexes are checked row by row.
 */
export const otherSteps: readonly Step[] = [
  { rows: 'attached_objects', sql: requeueEvents('object_id') },
  { rows: 'attached_objects', sql: requeueEvents('parked_for') },
  { rows: 'new_sessions', sql: insertRows(session, 'new_sessions') },
  { rows: 'replaced_carts', sql: insertRows(cart, 'replaced_carts') },
  { rows: 'new_attempts', sql: insertRows(attempt, 'new_attempts') },
  { rows: 'new_payments', sql: insertRows(payment, 'new_payments') },
  { rows: 'new_subscriptions', sql: insertRows(subscription, 'new_subscriptions') },
  { rows: 'history', sql: insertRows(history, 'history') },
  { rows: 'events', sql: insertRows(event, 'events') },
  {
    rows: 'events',
    sql: `INSERT INTO outbox_waiting (merchant_id, event_id, created_at, traceparent)
    SELECT * FROM json_to_recordset(events)
      AS c (merchant_id text, id text, created_at timestamptz, traceparent text)`,
  },
  {
    // It is not an event, but the fan-out counts it too.
    rows: 'declines',
    sql: `INSERT INTO outbox_waiting (merchant_id, event_id, created_at)
    SELECT * FROM json_to_recordset(declines) AS c (merchant_id text, id text, at timestamptz)`,
  },
  {
    // A session that is paid again, after a conflict, has had its receipt, unless the conflict withheld it. A
    // worker that holds the row may be about to withhold it: without its lease it changes nothing.
    rows: 'receipt_mails',
    sql: `INSERT INTO receipt_mail (merchant_id, proxy_session_id, mode, created_at, due_at)
    SELECT merchant_id, proxy_session_id, mode, at, at FROM json_to_recordset(receipt_mails)
      AS c (merchant_id text, proxy_session_id text, mode text, at timestamptz)
    ON CONFLICT (merchant_id, proxy_session_id) DO UPDATE SET outcome = NULL, finished_at = NULL,
      attempts = 0, created_at = excluded.created_at, due_at = excluded.due_at,
      lease_token = NULL, leased_until = NULL
      WHERE receipt_mail.outcome = 'skipped'
        OR (receipt_mail.outcome IS NULL AND receipt_mail.lease_token IS NOT NULL)`,
  },
];
