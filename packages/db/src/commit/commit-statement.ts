import { Prisma } from '../generated/client.ts';
import { type RowKind, rowKinds } from './commit-rows.ts';
import {
  afterCommits,
  beforeCommits,
  changedSession,
  guardedSteps,
  idempotencyColumns,
  isReady,
  otherSteps,
  type Step,
} from './commit-steps.ts';

/**
 * The rows that a statement can write. A table that a statement names costs PostgreSQL time even if no
 * row of it is written, so a statement gets the first of these sets that has the rows of its commits.
 */
const rowSets: readonly (readonly RowKind[])[] = [
  // A change of a session alone, such as a handoff or a report. An outcome without rows has this too.
  ['changed_sessions', 'history', 'events'],
  // A new session.
  ['new_sessions', 'new_carts', 'new_attempts', 'history', 'events'],
  // A replaced cart, a reservation, a confirmation.
  ['changed_sessions', 'changed_attempts', 'new_carts', 'history', 'events'],
  // The same and an attached object.
  ['changed_sessions', 'changed_attempts', 'attached_object', 'new_carts', 'history', 'events'],
  // All of these together.
  [
    'new_sessions',
    'changed_sessions',
    'new_carts',
    'new_attempts',
    'changed_attempts',
    'attached_object',
    'history',
    'events',
  ],
  rowKinds,
];

const getTerms = (steps: readonly Step[]): string =>
  steps.map(({ name, sql, returning = '' }) => `, ${name} AS (${sql} ${returning})`).join('');

/**
 * Updates come before everything that depends on them, so that a commit whose guard fails writes
 * nothing: first the session, then the idempotency record, then all other rows of the commits that
 * have both. A guard that fails later can only mean a write that ignored the session's version, and a
 * session without its idempotency record that the key was used since it was read. Then the division by
 * zero at the end makes the statement fail and write nothing at all. Sessions are counted apart from
 * the other rows: a session too many must not make up for a row that is missing.
 * @returns the SQL before and after its parameter, the JSON of the commits
 */
function statementText(kinds: readonly RowKind[]) {
  const chosen = (steps: readonly Step[]) => steps.filter(({ rows }) => kinds.includes(rows));
  const sessions = chosen([changedSession]);
  const guarded = chosen(guardedSteps);
  const changesSessions = sessions.length > 0;
  const after = `${afterCommits(kinds)}${getTerms(sessions)}, ready AS MATERIALIZED (
  SELECT * FROM commits ${changesSessions ? `WHERE ${isReady}` : ''}
), claimed AS (
  INSERT INTO idempotency_record (${idempotencyColumns.record})
  SELECT ${idempotencyColumns.commit} FROM ready WHERE key IS NOT NULL
  ORDER BY ${idempotencyColumns.key} ON CONFLICT DO NOTHING
  RETURNING ${idempotencyColumns.key}
), applied AS MATERIALIZED (
  SELECT * FROM ready c WHERE key IS NULL
    OR (${idempotencyColumns.key}) IN (SELECT * FROM claimed)
)${getTerms(guarded)}, written AS MATERIALIZED (
  SELECT ${changesSessions ? '(SELECT count(*) FROM changed_session)' : '0'} AS sessions,
    ${['0', ...guarded.map(({ name }) => `(SELECT count(*) FROM ${name})`)].join(' + ')}
    AS guarded_rows
)${getTerms(chosen(otherSteps))}, clock AS MATERIALIZED (
  SELECT date_trunc('milliseconds', statement_timestamp()) AS now
)
SELECT (SELECT coalesce(array_agg(n::int), '{}') FROM applied) AS applied, now,
  1 / CASE WHEN written.sessions
      = ${changesSessions ? '(SELECT count(changed_sessions) FROM applied)' : '0'}
    AND written.guarded_rows = (SELECT coalesce(sum(guarded_rows), 0) FROM applied)
    THEN 1 ELSE 0 END AS complete
FROM written, clock`;
  return { kinds: new Set(kinds), before: Prisma.raw(beforeCommits), after: Prisma.raw(after) };
}

const texts = rowSets.map(statementText);

/** The row that the statement returns. */
export interface CommitRow {
  /** The positions of the applied commits, from 1; the others had a conflict and wrote nothing. */
  readonly applied: readonly number[];
  /** The database clock. */
  readonly now: Date;
}

/** Commits from `encodeRows`, no two with the same session or idempotency key. */
export type EncodedRows = readonly { readonly json: string; readonly kinds: readonly RowKind[] }[];

/** The JSON of commits, and the kinds of rows that they have. */
export const joinRows = (commits: EncodedRows) => ({
  json: `[${commits.map(({ json }) => json).join()}]`,
  kinds: [...new Set(commits.flatMap(({ kinds }) => kinds))],
});

/**
 * The statement that writes any number of commits, each as a whole or not at all. Its text is that of
 * the first row set with all kinds of rows that the commits have.
 */
export function commitStatement(commits: EncodedRows): Prisma.Sql {
  const { json, kinds } = joinRows(commits);
  const text = texts.find((one) => kinds.every((kind) => one.kinds.has(kind)));
  if (!text) throw new Error(`no statement writes ${kinds.join(', ')}`);
  return Prisma.sql`${text.before}${json}${text.after}`;
}
