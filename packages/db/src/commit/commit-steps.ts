import { type CommitTable, commitTables, type RowKind } from './commit-rows.ts';

/** The columns of a commit apart from its rows. */
const commitColumns = `merchant_id text, mode text, at timestamptz, method text, path text, key text,
        fingerprint text, outcome jsonb, proxy_session_id text, guarded_rows int`;

/** The SQL before the JSON of all commits, which it reads as the CTE `commits`. */
export const beforeCommits = `
    WITH commits AS MATERIALIZED (
      SELECT * FROM ROWS FROM (json_to_recordset(`;

/** The SQL after the JSON: the columns with the given rows, and the position `n` from 1. */
export const afterCommits = (kinds: readonly RowKind[]): string => `::json) AS (
        ${[commitColumns, ...kinds.map((kind) => `${kind} json`)].join(', ')})
      ) WITH ORDINALITY AS c (${[commitColumns.replaceAll(/ \w+(?=,|$)/g, ''), ...kinds].join(', ')}, n)
    )`;

/** Selects the commits whose sessions were updated or need no update. */
export const isReady = 'changed_sessions IS NULL OR n IN (SELECT n FROM changed_session)';

/** The columns of an idempotency record, and those of a commit with their values. */
export const idempotencyColumns = {
  record: 'merchant_id, mode, method, path, key, fingerprint, outcome, created_at',
  commit: 'merchant_id, mode, method, path, key, fingerprint, outcome, at',
  key: 'merchant_id, mode, method, path, key',
} as const;

const { session, cart, attempt, payment, subscription, history, event } = commitTables;

/** Columns that no update sets: the key of the row and the distribution column. */
const fixedColumns = new Set(['merchant_id', 'mode', 'id', 'proxy_session_id', 'created_at']);

/** Limits an update to the merchants of the commits. */
export const ofMerchant = 't.merchant_id = c.merchant_id';

/** Inserts the rows of all applied commits. */
function insertRows({ name, columns }: CommitTable, rows: RowKind, condition = 'true'): string {
  const list = columns.map(([, column]) => column);
  return `INSERT INTO ${name} (${list.join(', ')})
    SELECT ${list.map((column) => `r.${column}`).join(', ')}
    FROM applied c, json_populate_recordset(NULL::${name}, c.${rows}) AS r WHERE ${condition}`;
}

/**
 * Limits an update to commits with such rows. PostgreSQL estimates that one in 200 has them, so that it
 * looks up their rows by key even if it plans the statement while the table is empty.
 */
const has = (rows: RowKind, type: 'array' | 'object'): string =>
  `json_typeof(c.${rows}) = '${type}'`;

/**
 * Makes provider events due at once. Those about the attached object and those parked for it are two
 * updates, each with an index. With OR, PostgreSQL would search these indexes for every merchant.
 */
const requeueEvents = (condition: string): string => `
  UPDATE provider_event t SET status = 'waiting', due_at = '1970-01-01T00:00:00Z',
    finished_at = NULL, lease_token = NULL, leased_until = NULL
  FROM applied c
  WHERE ${has('attached_object', 'object')} AND ${ofMerchant} AND t.mode = c.mode
    AND t.status IN ('waiting', 'parked') AND ${condition}`;

/** The assignments of an update whose new row is `r`. */
const assignments = ({ columns }: CommitTable): string =>
  columns
    .filter(([, column]) => !fixedColumns.has(column))
    .map(([, column]) => `${column} = r.${column}`)
    .join(', ');

/** A step of the statement that writes the rows of one kind. */
export interface Step {
  readonly name: string;
  readonly rows: RowKind;
  readonly sql: string;
  /** What later steps of the same statement read. */
  readonly returning?: string;
}

/** Updates the sessions of all commits whose sessions are still those that were read. */
export const changedSession: Step = {
  name: 'changed_session',
  rows: 'changed_sessions',
  sql: `
  UPDATE ${session.name} t SET ${assignments(session)}, lease_token = NULL, leased_until = NULL
  FROM commits c, json_to_recordset(c.changed_sessions) AS g (version int, status text, after json),
    json_populate_record(NULL::${session.name}, g.after) AS r
  WHERE ${has('changed_sessions', 'array')} AND ${ofMerchant}
    AND t.id = c.proxy_session_id AND t.mode = c.mode
    AND t.version = g.version AND t.status = g.status
  RETURNING c.n`,
};

/** Updates of other rows of the applied commits, each with a guard. */
export const guardedSteps: readonly Step[] = [
  {
    name: 'changed_attempt',
    rows: 'changed_attempts',
    sql: `
  UPDATE ${attempt.name} t SET ${assignments(attempt)}
  FROM applied c,
    json_to_recordset(c.changed_attempts) AS g (id text, version int, status text, after json),
    json_populate_record(NULL::${attempt.name}, g.after) AS r
  WHERE ${has('changed_attempts', 'array')} AND ${ofMerchant} AND t.id = g.id
    AND t.mode = c.mode AND t.proxy_session_id = c.proxy_session_id
    AND t.version = g.version AND t.status = g.status
  RETURNING 1`,
  },
  {
    name: 'changed_payment',
    rows: 'changed_payments',
    sql: `
  UPDATE ${payment.name} t SET ${assignments(payment)}
  FROM applied c, json_to_recordset(c.changed_payments) AS g (id text, version int, after json),
    json_populate_record(NULL::${payment.name}, g.after) AS r
  WHERE ${has('changed_payments', 'array')} AND ${ofMerchant} AND t.mode = c.mode
    AND t.provider_object_id = g.id AND t.proxy_session_id = c.proxy_session_id
    AND t.version = g.version
  RETURNING 1`,
  },
  {
    name: 'changed_subscription',
    rows: 'changed_subscription',
    sql: `
  UPDATE ${subscription.name} t SET ${assignments(subscription)}
  FROM applied c,
    json_populate_record(NULL::${subscription.name}, c.changed_subscription->'after') AS r
  WHERE ${has('changed_subscription', 'object')} AND ${ofMerchant}
    AND t.id = c.changed_subscription->>'id' AND t.mode = c.mode
    AND t.version = (c.changed_subscription->>'version')::int
  RETURNING 1`,
  },
  {
    name: 'recorded_event',
    rows: 'recorded_event',
    sql: `
  UPDATE provider_event t SET recorded_at = c.at FROM applied c
  WHERE ${has('recorded_event', 'object')} AND ${ofMerchant}
    AND t.psp_config_id = c.recorded_event->>'psp_config_id'
    AND t.event_id = c.recorded_event->>'event_id' AND t.recorded_at IS NULL
  RETURNING 1`,
  },
];

/**
 * All other writes of the applied commits. An attempt stops being current before its replacement is
 * inserted, because unique indexes are checked row by row.
 */
export const otherSteps: readonly Step[] = [
  {
    name: 'due_event',
    rows: 'attached_object',
    sql: requeueEvents("t.object_id = c.attached_object->>'id'"),
  },
  {
    name: 'due_parked_event',
    rows: 'attached_object',
    sql: requeueEvents(`t.parked_for = c.attached_object->>'id'
    AND t.object_id <> c.attached_object->>'id'`),
  },
  { name: 'new_session', rows: 'new_sessions', sql: insertRows(session, 'new_sessions') },
  { name: 'new_cart', rows: 'new_carts', sql: insertRows(cart, 'new_carts') },
  {
    name: 'new_attempt',
    rows: 'new_attempts',
    sql: insertRows(attempt, 'new_attempts', '(SELECT guarded_rows FROM written) >= 0'),
  },
  { name: 'new_payment', rows: 'new_payments', sql: insertRows(payment, 'new_payments') },
  {
    name: 'new_subscription',
    rows: 'new_subscriptions',
    sql: insertRows(subscription, 'new_subscriptions'),
  },
  { name: 'new_history', rows: 'history', sql: insertRows(history, 'history') },
  {
    name: 'new_event',
    rows: 'events',
    sql: insertRows(event, 'events'),
    returning: 'RETURNING merchant_id, id, created_at',
  },
  {
    // It is not an event, but the fan-out counts it too.
    name: 'waiting_decline',
    rows: 'declines',
    sql: `INSERT INTO outbox_waiting (merchant_id, event_id, created_at)
    SELECT c.merchant_id, r.id, c.at
    FROM applied c, json_to_recordset(c.declines) AS r (id text)`,
  },
  {
    name: 'waiting',
    rows: 'events',
    sql: 'INSERT INTO outbox_waiting (merchant_id, event_id, created_at) SELECT * FROM new_event',
  },
  {
    // A session that is paid again, after a conflict, has had its receipt, unless the conflict withheld it. A
    // worker that holds the row may be about to withhold it: without its lease it changes nothing.
    name: 'new_receipt_mail',
    rows: 'receipt_mail',
    sql: `INSERT INTO receipt_mail (merchant_id, proxy_session_id, mode, created_at, due_at)
    SELECT c.merchant_id, c.proxy_session_id, c.mode, c.at, c.at
    FROM applied c WHERE ${has('receipt_mail', 'object')}
    ON CONFLICT (merchant_id, proxy_session_id) DO UPDATE SET outcome = NULL, finished_at = NULL,
      attempts = 0, created_at = excluded.created_at, due_at = excluded.due_at,
      lease_token = NULL, leased_until = NULL
      WHERE receipt_mail.outcome = 'skipped'
        OR (receipt_mail.outcome IS NULL AND receipt_mail.lease_token IS NOT NULL)`,
  },
];
