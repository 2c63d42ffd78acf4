import { createHash } from 'node:crypto';
import { Prisma } from '../generated/client.ts';
import type { RowKind } from './commit-rows.ts';
import { type EncodedRows, joinRows } from './commit-statement.ts';
import {
  afterCommits,
  beforeCommits,
  changedSession,
  guardedSteps,
  idempotencyColumns,
  isReady,
  ofMerchant,
  otherSteps,
  type Step,
} from './commit-steps.ts';

/** The CTE of all commits, with some of their rows. */
const getCommits = (...kinds: RowKind[]): string => `${beforeCommits}batch${afterCommits(kinds)}`;

/** The same and the CTE of those that are applied: their positions are in the result of the function. */
const getApplied = (
  ...kinds: RowKind[]
): string => `${getCommits(...kinds)}, applied AS MATERIALIZED (
      SELECT * FROM commits WHERE n = ANY (applied)
    )`;

/** A step whose update also compares the merchant with the argument, so that Citus finds its shard. */
const withMerchant = ({ sql }: Step): string =>
  sql.replaceAll(ofMerchant, `${ofMerchant} AND t.merchant_id = merchant`);

const guardedStep = (step: Step): string => `
  IF '${step.rows}' = ANY (kinds) THEN
    ${getApplied(step.rows)}, ${step.name} AS (${withMerchant(step)})
    SELECT guarded + count(*) INTO guarded FROM ${step.name};
  END IF;`;

/** What a step reads of earlier ones, which are other statements here. */
const earlierSteps: Readonly<Record<string, string>> = {
  new_attempt: ', written AS (SELECT 0 AS guarded_rows)',
  waiting: `, new_event AS (
      SELECT r.merchant_id, r.id, r.created_at
      FROM applied c, json_populate_recordset(NULL::outbox_event, c.events) AS r)`,
};

const otherStep = (step: Step): string => `
  IF '${step.rows}' = ANY (kinds) THEN
    ${getApplied(step.rows)}${earlierSteps[step.name] ?? ''} ${withMerchant(step)};
  END IF;`;

const definition = `(
  batch json, merchant text, kinds text[], lock_ms int, OUT applied int[], OUT now timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
  sessions bigint := 0;
  guarded bigint := 0;
  claim record;
BEGIN
  now := date_trunc('milliseconds', statement_timestamp());
  PERFORM set_config('lock_timeout', lock_ms::text, true);
  IF '${changedSession.rows}' = ANY (kinds) THEN
    ${getCommits(changedSession.rows)}, ${changedSession.name} AS (${withMerchant(changedSession)})
    SELECT coalesce(array_agg(n::int), '{}'), (SELECT count(*) FROM ${changedSession.name})
    INTO applied, sessions FROM commits WHERE ${isReady};
  ELSE
    applied := ARRAY(SELECT generate_series(1, json_array_length(batch)));
  END IF;
  FOR claim IN
    ${getApplied()} SELECT * FROM applied WHERE key IS NOT NULL ORDER BY ${idempotencyColumns.key}
  LOOP
    INSERT INTO idempotency_record (${idempotencyColumns.record})
    VALUES (${idempotencyColumns.commit.replaceAll(/\w+/g, 'claim.$&')}) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      applied := array_remove(applied, claim.n::int);
    END IF;
  END LOOP;
${guardedSteps.map(guardedStep).join('')}
  IF (${getApplied('changed_sessions')}
    SELECT (sessions, guarded) <> (count(changed_sessions), coalesce(sum(guarded_rows), 0))
    FROM applied
  ) THEN
    RAISE division_by_zero;
  END IF;
${otherSteps.map(otherStep).join('')}
END $$`;

/**
 * The name contains a hash of the definition: a process calls the function that was made from the same
 * steps, also while processes of another version run.
 */
const name = `commit_sessions_${createHash('sha256').update(definition).digest('hex').slice(0, 8)}`;

/**
 * The function that writes commits of one merchant on Citus, as `commitStatement` does in one statement.
 * Citus sends a call outside of a transaction to the node of the merchant, where all statements of the
 * function stay. In the one statement, INSERT in a CTE makes Citus connect to every node.
 */
export const commitFunction = { name, sql: `CREATE OR REPLACE FUNCTION ${name} ${definition}` };

/**
 * Calls the function for commits of one merchant. The result is a `CommitRow`.
 * @param lockMs milliseconds to wait for a lock: the settings of a connection do not reach the node
 */
export function commitFunctionCall(
  commits: EncodedRows & readonly { readonly merchantId: string }[],
  lockMs: number,
): Prisma.Sql {
  const { json, kinds } = joinRows(commits);
  const merchantId = commits[0]?.merchantId;
  return Prisma.sql`
    SELECT applied, now
    FROM ${Prisma.raw(name)}(${json}::json, ${merchantId}, ${kinds}::text[], ${lockMs}::int)`;
}
