import { isCluster, testScale } from '@parley/testing';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { buildStatements, commitUnit, type StoredRows } from '../../test/commit-units.ts';
import { createRefusal, getChange } from '../../test/commits.ts';
import { getNodes, rowsRead } from '../../test/plans.ts';
import { openProviderEvents } from '../../test/provider-events.ts';
import {
  addAttempt,
  addMerchant,
  addProviderConfig,
  addSession,
  addSubscription,
  newId,
  openTestDatabase,
  reservedColumns,
} from '../../test/rows.ts';
import { createClient } from '../sql/client.ts';
import { getConflict, isIncompleteCommit } from '../sql/errors.ts';
import { createSqlConnection } from '../sql/sql-connection.ts';
import { type CommitRow, callCommitFunction, commitFunctions } from './commit-function.ts';
import { encodeRows } from './commit-rows.ts';
import { changedSession, guardedSteps, otherSteps } from './commit-steps.ts';
import type { SessionCommit } from './session-commit.ts';

const RUNS = 25 * testScale;

const { database, url, close } = await openTestDatabase();
const { writePool, close: closePools } = createClient({ url });
afterAll(async () => {
  await closePools();
  await close();
});

/** The tables that commits write. */
const tables = [
  'proxy_session',
  'cart_revision',
  'acquisition_attempt',
  'payment',
  'subscription',
  'history_entry',
  'outbox_event',
  'outbox_waiting',
  'idempotency_record',
  'provider_event',
  'receipt_mail',
];
const readRows = tables
  .map((name) => `SELECT '${name}' AS table, to_jsonb(t) AS row FROM ${name} t`)
  .join(' UNION ALL ');

async function insertStoredRows(): Promise<StoredRows> {
  const scope = await addMerchant(database);
  const reserved = await reservedColumns(database, scope);
  const repositories = database.forScope(scope);
  const read = async (id: string) => {
    const state = await repositories.sessions.find(id);
    if (!state) throw new Error(`there is no session ${id}`);
    return state;
  };
  const sessions: StoredRows['sessions'][number][] = [];
  for (const _ of [0, 1, 2]) {
    const id = await addSession(database, scope, {
      leaseToken: 'token',
      leasedUntil: new Date(Date.now() + 60_000),
    });
    const attemptId = await addAttempt(database, scope, id, reserved);
    await addSubscription(database, scope, { proxySessionId: id, attemptId });
    await database.commit(getChange(await read(id), { root: `pi_root_${sessions.length}` }));
    const subscription = await repositories.subscriptions.findByAttempt(attemptId);
    if (!subscription) throw new Error('there is no subscription');
    sessions.push({ ...(await read(id)), subscription });
  }
  const usedKey = newId('req');
  await database.commit(createRefusal(scope, usedKey));
  const events = openProviderEvents(database);
  for (const [eventId, objectId] of [
    ['evt_of_object', 'pi_waiting'],
    ['evt_parked', 'ch_of_parked'],
    ['evt_refund', 'pi_refunded'],
    ['evt_recorded', 'pi_recorded'],
  ]) {
    await events.insert(scope, eventId ?? '', objectId);
  }
  await events.claim();
  const { client } = database;
  await client.$executeRaw`
    UPDATE provider_event SET status = 'parked', parked_for = 'pi_parked'
    WHERE event_id = 'evt_parked'`;
  await client.$executeRaw`
    UPDATE provider_event SET recorded_at = now() WHERE event_id = 'evt_recorded'`;
  const taken = await client.outboxEvent.findFirstOrThrow();
  return {
    sessions: sessions.slice(0, 2),
    providerConfigId: events.providerConfigId,
    usedKey,
    recordableEvents: ['evt_refund', 'evt_recorded'],
    objects: ['pi_waiting', 'pi_parked', 'pi_unknown'],
    takenRoot: 'pi_root_2',
    takenEvent: taken.id,
  };
}

/** Calls a function one time after another as a group commit does, and undoes it. Returns results and rows. */
async function run(
  connection: pg.PoolClient,
  commitFunction: (typeof commitFunctions)[keyof typeof commitFunctions],
  statements: readonly (readonly SessionCommit[])[],
) {
  const db = createSqlConnection(connection);
  const write = async (commits: readonly SessionCommit[]) => {
    const encoded = commits.map((one, n) => ({
      rows: encodeRows(one, n, one.idempotency?.key),
      merchantId: one.scope.merchantId,
    }));
    await connection.query('SAVEPOINT before_statement');
    try {
      const call = callCommitFunction(commitFunction, encoded, 200);
      const [row] = await db.$queryRaw<CommitRow[]>(call);
      return commits.map((_, n) => (row?.conflicts.includes(n) ? 'conflict' : 'applied'));
    } catch (error) {
      await connection.query('ROLLBACK TO before_statement');
      if (commits.length > 1) return null;
      if (isIncompleteCommit(error)) return ['conflict'];
      return [getConflict(error)?.code ?? (error as pg.DatabaseError).code];
    }
  };
  const results: unknown[] = [];
  await connection.query('BEGIN');
  try {
    for (const commits of statements) {
      const together = await write(commits);
      if (together) results.push(...together);
      else for (const commit of commits) results.push(...((await write([commit])) ?? []));
    }
    const { rows } = await connection.query<object>(readRows);
    return { results, rows: rows.map((row) => JSON.stringify(row)).toSorted() };
  } finally {
    await connection.query('ROLLBACK');
  }
}

const attachedObjects = otherSteps.filter(({ rows }) => rows === 'attached_objects');
const updates = [changedSession, ...guardedSteps, ...attachedObjects];

// The plans inside the function cannot be read, but those of its statements with the same settings. The
// settings of a connection do not reach the shards of Citus.
it.skipIf(isCluster()).for(updates.map((step) => [step.rows, step] as const))(
  'an update of %s that is planned while its table is empty reads no other merchant’s rows',
  async ([, { rows: kind, sql }]) => {
    const connection = await writePool.connect();
    await connection.query(`PREPARE step AS ${sql.replace(`(${kind})`, '($1)')}`);
    const { rows } = await connection.query("EXPLAIN EXECUTE step ('[]')");
    connection.release(true);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(
      /Index Scan using \w+ on \w+ t .*\n *Index Cond: \(*merchant_id = c.merchant_id/,
    );
  },
);

it.skipIf(isCluster()).for([
  { column: 'object_id', step: 0 },
  { column: 'parked_for', step: 1 },
])('the provider events with the attached object in $column are found by it', async (one) => {
  const scope = await addMerchant(database);
  const providerConfigId = await addProviderConfig(database, scope);
  const connection = await writePool.connect();
  const statement = attachedObjects[one.step]?.sql.replace('(attached_objects)', '($1)');
  await connection.query(`PREPARE events AS ${statement}`);
  await connection.query(
    `INSERT INTO provider_event (merchant_id, mode, psp_config_id, event_id, type, object_id,
       payload, status, due_at, occurred_at, parked_for)
     SELECT $1, 'test', $2, 'evt_' || n, 'payment', 'ch_' || n, '{}', 'parked', now(), now(), 'pi_' || n
     FROM generate_series(1, 3000) n`,
    [scope.merchantId, providerConfigId],
  );
  await connection.query('ANALYZE provider_event');
  const { rows } = await connection.query("EXPLAIN EXECUTE events ('[]')");
  connection.release(true);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const condition = `\\(\\(merchant_id = \\S+merchant_id\\) AND \\(${one.column} = `;
  expect(plan).toMatch(new RegExp(`on provider_event t.*\\n *Index Cond: ${condition}`));
});

it.skipIf(isCluster()).for([
  { column: 'object_id', step: 0 },
  { column: 'parked_for', step: 1 },
])(
  'attaching an object reads and writes 100 events with it in $column, however many each mode has',
  async (one) => {
    const scope = await addMerchant(database);
    const connection = await writePool.connect();
    const statement = attachedObjects[one.step]?.sql.replace('(attached_objects)', '($1)');
    await connection.query(`PREPARE requeue AS ${statement}`);
    await connection.query(
      `INSERT INTO provider_event (merchant_id, mode, psp_config_id, event_id, type, object_id,
         payload, status, due_at, occurred_at, parked_for)
       SELECT $1, 'test', 'pspcfg_1', 'evt_' || n, 'payment', 'ch_busy', '{}',
         CASE n % 2 WHEN 0 THEN 'parked' ELSE 'waiting' END, now() + interval '1 hour', now(), 'ch_busy'
       FROM generate_series(1, 3000) n`,
      [scope.merchantId],
    );
    await connection.query('ANALYZE provider_event');
    for (const mode of ['live', 'test']) {
      const attached = JSON.stringify([{ merchant_id: scope.merchantId, mode, id: 'ch_busy' }]);
      const { rows } = await connection.query(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE requeue ('${attached}')`,
      );
      const nodes = getNodes(rows[0]['QUERY PLAN']).filter((node) => node['Relation Name']);
      expect(nodes.length).toBeGreaterThan(1);
      for (const node of nodes) expect(rowsRead(node)).toBeLessThanOrEqual(100);
    }
    connection.release(true);
    const requeued = await database.client.providerEvent.count({
      where: { ...scope, status: 'waiting', dueAt: new Date(0) },
    });
    expect(requeued).toBe(100);
  },
);

// Citus refuses the statement within the transaction that undoes it.
it.skipIf(isCluster())(
  'a call with many commits writes the same rows as a call for each, with the same results',
  async () => {
    const stored = await insertStoredRows();
    await writePool.query(commitFunctions.citus.sql);
    const connection = await writePool.connect();
    const seen = new Set<unknown>();
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(commitUnit(stored), { minLength: 1, maxLength: 10 }),
          async (units) => {
            const statements = [...buildStatements(units, stored), []];
            const each = statements.flat().map((one) => [one]);
            const together = await run(connection, commitFunctions.postgres, statements);
            expect(await run(connection, commitFunctions.postgres, each)).toEqual(together);
            expect(await run(connection, commitFunctions.citus, statements)).toEqual(together);
            for (const result of together.results) seen.add(result);
          },
        ),
        { numRuns: RUNS },
      );
    } finally {
      connection.release();
    }
    // The third one is a violated index.
    expect([...seen]).toEqual(expect.arrayContaining(['applied', 'conflict']));
    expect(seen.size).toBeGreaterThan(2);
  },
);
