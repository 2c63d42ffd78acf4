import { hash } from 'node:crypto';
import { Prisma } from '../generated/client.ts';
import { INCOMPLETE_COMMIT } from '../sql/errors.ts';
import { type EncodedRows, type RowKind, rowKinds } from './commit-rows.ts';
import {
  changedSession,
  guardedSteps,
  idempotencyRecord,
  ofMerchant,
  otherSteps,
  recordKey,
  type Step,
} from './commit-steps.ts';

const incomplete = `RAISE 'a row has changed' USING ERRCODE = '${INCOMPLETE_COMMIT}';`;

/** Leaves out the rows of commits with a conflict. */
const withoutConflicts = (kinds: readonly RowKind[]): string =>
  kinds
    .map(
      (kind) => `
      ${kind} := (SELECT json_agg(r) FROM json_array_elements(${kind}) AS r
        WHERE (r->>'n')::int <> ALL (conflicts));`,
    )
    .join('');

const ifRows = ({ rows, sql }: Step, then = ''): string => `
  IF ${rows} IS NOT NULL THEN
    ${sql.trim()};${then}
  END IF;`;

/**
 * Writes any number of commits, each as a whole or not at all, with a statement or two for each kind of
 * rows. First come the sessions and the idempotency records: a commit that lacks one of them has a
 * conflict, and its other rows are left out. If a guard fails later, something wrote the row without
 * raising the version of its session. If a session is written but its record is not, the key was used after
 * it was read. In both cases the function fails and writes nothing at all.
 */
const definition = `(
  merchant text, lock_ms int, ${rowKinds.map((kind) => `${kind} json`).join(', ')},
  OUT conflicts int[], OUT now timestamptz
) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET join_collapse_limit = 1 SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  written int[] := '{}';
  claimed text[] := '{}';
  returned record;
  updated bigint;
BEGIN
  conflicts := '{}';
  now := date_trunc('milliseconds', statement_timestamp());
  PERFORM set_config('lock_timeout', lock_ms::text, true);
  IF ${changedSession.rows} IS NOT NULL THEN
    FOR returned IN ${changedSession.sql} LOOP
      written := written || returned.n;
    END LOOP;
    IF cardinality(written) < json_array_length(${changedSession.rows}) THEN
      conflicts := ARRAY(SELECT n FROM json_to_recordset(${changedSession.rows}) AS c (n int)
        WHERE n <> ALL (written));
      ${withoutConflicts(rowKinds.filter((kind) => kind !== changedSession.rows)).trim()}
    END IF;
  END IF;
  IF ${idempotencyRecord.rows} IS NOT NULL THEN
    FOR returned IN ${idempotencyRecord.sql} LOOP
      claimed := claimed || returned.key;
    END LOOP;
    IF cardinality(claimed) < json_array_length(${idempotencyRecord.rows}) THEN
      conflicts := conflicts || ARRAY(
        SELECT n FROM json_to_recordset(${idempotencyRecord.rows})
          AS c (n int, ${recordKey.replaceAll(/\w+/g, '$& text')})
        WHERE ROW(${recordKey})::text <> ALL (claimed));
      IF written && conflicts THEN
        ${incomplete}
      END IF;
      ${withoutConflicts([...guardedSteps, ...otherSteps].map(({ rows }) => rows)).trim()}
    END IF;
  END IF;
${guardedSteps
  .map((step) =>
    ifRows(
      step,
      `
    GET DIAGNOSTICS updated = ROW_COUNT;
    IF updated <> json_array_length(${step.rows}) THEN
      ${incomplete}
    END IF;`,
    ),
  )
  .join('')}
${otherSteps.map((step) => ifRows(step)).join('')}
END $$`;

export interface CommitFunction {
  readonly name: string;
  /** What it does, as PostgreSQL stores it. */
  readonly body: string;
  /** Creates it. */
  readonly sql: string;
  /** The text between the parameters of a call. */
  readonly call: readonly string[];
}

/**
 * The name contains a hash of the definition: a process calls the function that was made from the same
 * steps, also while processes of another version run.
 */
function createFunction(text: string): CommitFunction {
  const name = `commit_sessions_${hash('sha256', text).slice(0, 8)}`;
  const call = `SELECT conflicts, now FROM ${name}(?, ?::int${', ?::json'.repeat(rowKinds.length)})`;
  const [, body = ''] = text.split('$$');
  return { name, body, sql: `CREATE OR REPLACE FUNCTION ${name} ${text}`, call: call.split('?') };
}

/**
 * On Citus, all commits of a call are of one merchant. Citus sends a call outside of a transaction to the
 * node of the merchant, where all statements of the function stay, and finds the shard of an update only
 * if it compares the merchant with the argument.
 */
export const commitFunctions = {
  postgres: createFunction(definition),
  citus: createFunction(
    definition.replaceAll(ofMerchant, `${ofMerchant} AND t.merchant_id = merchant`),
  ),
} as const;

/** The row that the function returns. */
export interface CommitRow {
  /** The numbers of the commits that had a conflict and wrote nothing. */
  readonly conflicts: readonly number[];
  /** The database clock. */
  readonly now: Date;
}

/** Commits, no two with the same session or idempotency key. */
export type EncodedCommits = readonly {
  readonly merchantId: string;
  readonly rows: EncodedRows;
}[];

/**
 * Calls the function. The result is a `CommitRow`.
 * @param lockMs milliseconds to wait for a lock: the settings of a connection do not reach a node of Citus
 */
export function callCommitFunction(
  { call }: CommitFunction,
  commits: EncodedCommits,
  lockMs: number,
): Prisma.Sql {
  const documents = rowKinds.map((kind) => {
    const rows = commits.flatMap((commit) => commit.rows[kind] ?? []);
    return rows.length > 0 ? `[${rows.join()}]` : null;
  });
  return Prisma.sql(call, commits[0]?.merchantId, lockMs, ...documents);
}
