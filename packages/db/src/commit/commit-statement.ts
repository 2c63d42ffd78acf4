import { Prisma } from '../generated/client.ts';
import { type CommitTable, commitTables } from './commit-rows.ts';

const { session, cart, attempt, payment, subscription, history, event } = commitTables;

/** Columns that no update sets: the key of the row and the distribution column. */
const fixedColumns = new Set(['merchant_id', 'mode', 'id', 'proxy_session_id', 'created_at']);

/** Inserts the rows of all applied commits. */
function insertRows({ name, columns }: CommitTable, rows: string, condition = 'true'): string {
  const list = columns.map(([, column]) => column);
  return `INSERT INTO ${name} (${list.join(', ')})
    SELECT ${list.map((column) => `r.${column}`).join(', ')}
    FROM applied c, json_populate_recordset(NULL::${name}, c.${rows}) AS r WHERE ${condition}`;
}

/**
 * Limits an update to commits with such rows. PostgreSQL estimates that one in 200 has them, so that it
 * looks up their rows by key even if it plans the statement while the table is empty.
 */
const has = (rows: string, type: 'array' | 'object'): string =>
  `json_typeof(c.${rows}) = '${type}'`;

/**
 * Makes provider events due at once. Those about the attached object and those parked for it are two
 * updates, each with an index. With OR, PostgreSQL would search these indexes for every merchant.
 */
const requeueEvents = (condition: string): string => `
  UPDATE provider_event t SET status = 'waiting', due_at = '1970-01-01T00:00:00Z',
    finished_at = NULL, lease_token = NULL, leased_until = NULL
  FROM applied c
  WHERE ${has('attached_object', 'object')} AND t.merchant_id = c.merchant_id AND t.mode = c.mode
    AND t.status IN ('waiting', 'parked') AND ${condition}`;

/** The assignments of an update whose new row is `r`. */
const assignments = ({ columns }: CommitTable): string =>
  columns
    .filter(([, column]) => !fixedColumns.has(column))
    .map(([, column]) => `${column} = r.${column}`)
    .join(', ');

/**
 * Updates come before everything that depends on them, so that a commit whose guard fails writes
 * nothing: first the session, then the idempotency record, then all other rows of the commits that
 * have both. A guard that fails later can only mean a write that ignored the session's version, and a
 * session without its idempotency record that the key was used since it was read. Then the division by
 * zero at the end makes the statement fail and write nothing at all. Sessions are counted apart from
 * the other rows: a session too many must not make up for a row that is missing.
 *
 * An attempt stops being current before its replacement is inserted, because unique indexes are checked
 * row by row.
 */
const steps = `
changed_session AS (
  UPDATE ${session.name} t SET ${assignments(session)}, lease_token = NULL, leased_until = NULL
  FROM commits c, json_to_recordset(c.changed_sessions) AS g (version int, status text, after json),
    json_populate_record(NULL::${session.name}, g.after) AS r
  WHERE ${has('changed_sessions', 'array')} AND t.merchant_id = c.merchant_id AND t.id = c.proxy_session_id AND t.mode = c.mode
    AND t.version = g.version AND t.status = g.status
  RETURNING c.n
), ready AS MATERIALIZED (
  SELECT * FROM commits WHERE changed_sessions IS NULL OR n IN (SELECT n FROM changed_session)
), claimed AS (
  INSERT INTO idempotency_record
    (merchant_id, mode, method, path, key, fingerprint, outcome, created_at)
  SELECT merchant_id, mode, method, path, key, fingerprint, outcome, at
  FROM ready WHERE key IS NOT NULL ORDER BY merchant_id, mode, method, path, key
  ON CONFLICT DO NOTHING
  RETURNING merchant_id, mode, method, path, key
), applied AS MATERIALIZED (
  SELECT * FROM ready c WHERE key IS NULL
    OR (merchant_id, mode, method, path, key) IN (SELECT * FROM claimed)
), changed_attempt AS (
  UPDATE ${attempt.name} t SET ${assignments(attempt)}
  FROM applied c,
    json_to_recordset(c.changed_attempts) AS g (id text, version int, status text, after json),
    json_populate_record(NULL::${attempt.name}, g.after) AS r
  WHERE ${has('changed_attempts', 'array')} AND t.merchant_id = c.merchant_id AND t.id = g.id AND t.mode = c.mode
    AND t.proxy_session_id = c.proxy_session_id AND t.version = g.version AND t.status = g.status
  RETURNING 1
), changed_payment AS (
  UPDATE ${payment.name} t SET ${assignments(payment)}
  FROM applied c, json_to_recordset(c.changed_payments) AS g (id text, version int, after json),
    json_populate_record(NULL::${payment.name}, g.after) AS r
  WHERE ${has('changed_payments', 'array')} AND t.merchant_id = c.merchant_id AND t.mode = c.mode AND t.provider_object_id = g.id
    AND t.proxy_session_id = c.proxy_session_id AND t.version = g.version
  RETURNING 1
), changed_subscription AS (
  UPDATE ${subscription.name} t SET ${assignments(subscription)}
  FROM applied c,
    json_populate_record(NULL::${subscription.name}, c.changed_subscription->'after') AS r
  WHERE ${has('changed_subscription', 'object')} AND t.merchant_id = c.merchant_id
    AND t.id = c.changed_subscription->>'id' AND t.mode = c.mode
    AND t.version = (c.changed_subscription->>'version')::int
  RETURNING 1
), recorded_event AS (
  UPDATE provider_event t SET recorded_at = c.at FROM applied c
  WHERE ${has('recorded_event', 'object')} AND t.merchant_id = c.merchant_id
    AND t.psp_config_id = c.recorded_event->>'psp_config_id'
    AND t.event_id = c.recorded_event->>'event_id' AND t.recorded_at IS NULL
  RETURNING 1
), written AS MATERIALIZED (
  SELECT (SELECT count(*) FROM changed_session) AS sessions,
    (SELECT count(*) FROM changed_attempt) + (SELECT count(*) FROM changed_payment)
    + (SELECT count(*) FROM changed_subscription) + (SELECT count(*) FROM recorded_event)
    AS guarded_rows
), due_event AS (
  ${requeueEvents("t.object_id = c.attached_object->>'id'")}
), due_parked_event AS (
  ${requeueEvents(`t.parked_for = c.attached_object->>'id'
    AND t.object_id <> c.attached_object->>'id'`)}
), new_session AS (
  ${insertRows(session, 'new_sessions')}
), new_cart AS (
  ${insertRows(cart, 'new_carts')}
), new_attempt AS (
  ${insertRows(attempt, 'new_attempts', '(SELECT guarded_rows FROM written) >= 0')}
), new_payment AS (
  ${insertRows(payment, 'new_payments')}
), new_subscription AS (
  ${insertRows(subscription, 'new_subscriptions')}
), new_history AS (
  ${insertRows(history, 'history')}
), new_event AS (
  ${insertRows(event, 'events')} RETURNING merchant_id, id, created_at
), waiting AS (
  INSERT INTO outbox_waiting (merchant_id, event_id, created_at) SELECT * FROM new_event
), clock AS MATERIALIZED (
  SELECT date_trunc('milliseconds', statement_timestamp()) AS now
)
SELECT (SELECT coalesce(array_agg(n::int), '{}') FROM applied) AS applied, now,
  1 / CASE WHEN written.sessions = (SELECT count(changed_sessions) FROM applied)
    AND written.guarded_rows = (SELECT coalesce(sum(guarded_rows), 0) FROM applied)
    THEN 1 ELSE 0 END AS complete
FROM written, clock`;

/** The row that the statement returns. */
export interface CommitRow {
  /** The positions of the applied commits, from 1; the others had a conflict and wrote nothing. */
  readonly applied: readonly number[];
  /** The database clock. */
  readonly now: Date;
}

const text = Prisma.raw(steps);

/**
 * The statement that writes any number of commits, each as a whole or not at all. Its text is always the
 * same.
 * @param commits objects from `toCommitJson` as texts, no two with the same session or idempotency key
 */
export function commitStatement(commits: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    WITH commits AS MATERIALIZED (
      SELECT * FROM ROWS FROM (json_to_recordset(${`[${commits.join()}]`}::json) AS (
        merchant_id text, mode text, at timestamptz, method text, path text, key text,
        fingerprint text, outcome jsonb, proxy_session_id text, guarded_rows int,
        new_sessions json, changed_sessions json, new_carts json, new_attempts json,
        changed_attempts json, new_payments json, changed_payments json, new_subscriptions json,
        changed_subscription json, attached_object json, recorded_event json, history json,
        events json)
      ) WITH ORDINALITY AS c (merchant_id, mode, at, method, path, key, fingerprint, outcome,
        proxy_session_id, guarded_rows, new_sessions, changed_sessions, new_carts, new_attempts,
        changed_attempts, new_payments, changed_payments, new_subscriptions,
        changed_subscription, attached_object, recorded_event, history, events, n)
    ), ${text}`;
}
