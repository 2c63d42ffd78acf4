import type { MerchantId } from '@parley/domain';
import { isCluster } from '@parley/testing';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { getChange } from '../../test/commits.ts';
import {
  addAttempt,
  addMerchant,
  addSession,
  openTestDatabase,
  reservedColumns,
} from '../../test/rows.ts';
import { findAttemptsByObject } from '../attempts/attempts.ts';
import { callCommitFunction, commitFunctions } from '../commit/commit-function.ts';
import { encodeRows } from '../commit/commit-rows.ts';
import { providerEventQueue } from '../provider/provider-events.ts';
import { createSessionReads } from '../sessions/session-reads.ts';
import { sessionViews } from '../sessions/session-views.ts';
import { createClient } from '../sql/client.ts';
import { createShards } from '../sql/shards.ts';
import { sql } from '../sql/sql.ts';

const { database, url, close } = await openTestDatabase();
const { client } = database;
const pools = createClient({ url });
const connections: pg.PoolClient[] = [];
afterAll(async () => {
  for (const connection of connections) connection.release(true);
  await pools.close();
  await close();
});

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const toLiteral = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL';
  const text = Array.isArray(value) ? `{${value.map((one) => one ?? 'NULL').join()}}` : value;
  return pg.escapeLiteral(String(text));
};

/** A connection that prepares each statement once, as those of a process do. */
async function openConnection(pool: pg.Pool) {
  const connection = await pool.connect();
  connections.push(connection);
  const prepared = new Map<string, string>();
  /** Executes a statement and returns the number of buffers that it reads. */
  return async ({ text, values }: Statement): Promise<number> => {
    const name = prepared.get(text) ?? `planned_${prepared.size}`;
    if (!prepared.has(text)) await connection.query(`PREPARE ${name} AS ${text}`);
    prepared.set(text, name);
    const { rows } = await connection.query(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${name} (${values.map(toLiteral).join()})`,
    );
    const { Plan: plan } = rows[0]['QUERY PLAN'][0];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  };
}

// The connections of a process stay open for as long as it works.
const write = await openConnection(pools.writePool);
const view = await openConnection(pools.viewPool);
const queue = await openConnection(pools.queuePool);

const scope = await addMerchant(database);
const reserved = await reservedColumns(database, scope);
const shards = createShards({ $queryRaw: async () => [] } as never, isCluster);

/** The buffers that each of the most frequent statements reads for a new session of the merchant. */
async function countBuffers(): Promise<Record<string, number>> {
  const id = await addSession(database, scope);
  await addAttempt(database, scope, id, reserved);
  const state = await database.forScope(scope).sessions.find(id);
  if (!state) throw new Error(`there is no session ${id}`);
  const counts: Record<string, number> = {};
  const on = (name: string, execute: typeof write) => {
    const query = async (statement: Statement) => {
      counts[name] = await execute(statement);
      return { rows: [] };
    };
    return {
      pool: { query } as unknown as pg.Pool,
      db: {
        $queryRaw: async (...args: Parameters<typeof sql>) => (await query(sql(...args))).rows,
      } as never,
    };
  };
  await createSessionReads(on('load', view).pool, { observe: () => {} })(scope, id);
  await sessionViews(on('view', view).pool).find(scope, id);
  await findAttemptsByObject(on('find object', view).db, scope, ['pi_1']);
  const source = { db: on('claim', queue).db, shards };
  const lease = { token: 'token', seconds: 60, limit: 1 };
  await providerEventQueue(source).claim(lease, [
    { id: scope.merchantId as MerchantId, shard: '' },
  ]);
  const rows = encodeRows(getChange(state, { attachedObject: 'pi_1' }), 1);
  const call = callCommitFunction(
    commitFunctions.postgres,
    [{ merchantId: scope.merchantId, rows }],
    200,
  );
  counts.commit = await write(call);
  return counts;
}

// Settings and statistics of the coordinator do not reach the shards of Citus.
it.skipIf(isCluster())(
  'statements that are planned before the first ANALYZE read few rows of a merchant with thousands',
  async () => {
    for (const table of ['proxy_session', 'acquisition_attempt', 'payment', 'provider_event'])
      await client.$executeRaw`ALTER TABLE ${sql.raw(table)} SET (autovacuum_enabled = off)`;
    await countBuffers();
    await client.$executeRaw`
      INSERT INTO proxy_session
      SELECT (jsonb_populate_record(s, jsonb_build_object('id', 'psess_' || n, 'attempt_id', 'pspacq_' || n))).*
      FROM proxy_session s, generate_series(1, 2000) n`;
    await client.$executeRaw`
      INSERT INTO acquisition_attempt
      SELECT (jsonb_populate_record(a, jsonb_build_object('id', 'pspacq_' || n,
        'proxy_session_id', 'psess_' || n, 'provider_root_object_id', 'pi_of_' || n))).*
      FROM acquisition_attempt a, generate_series(1, 2000) n`;
    await client.$executeRaw`
      INSERT INTO payment
      SELECT (jsonb_populate_record(p, jsonb_build_object('provider_object_id', 'pi_of_' || n,
        'proxy_session_id', 'psess_' || n, 'attempt_id', 'pspacq_' || n))).*
      FROM payment p, generate_series(1, 2000) n`;
    await client.$executeRaw`
      INSERT INTO provider_event (merchant_id, mode, psp_config_id, event_id, type, object_id, payload,
        status, due_at, occurred_at)
      SELECT ${scope.merchantId}, ${scope.mode}, 'pspcfg', 'evt_' || n, 'invoice.paid', 'in_' || n, '{}',
        'waiting', now(), now() FROM generate_series(1, 2000) n`;
    const counts = await countBuffers();
    expect(Object.keys(counts)).toEqual(['load', 'view', 'find object', 'claim', 'commit']);
    // Without these statistics, the commit reads more than 400.
    expect(Math.max(...Object.values(counts))).toBeLessThan(200);
  },
);
