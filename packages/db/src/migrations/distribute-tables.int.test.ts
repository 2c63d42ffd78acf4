import { createTestDatabase, isCluster } from '@parley/testing';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { commitFunctions } from '../commit/commit-function.ts';
import { rowKinds } from '../commit/commit-rows.ts';
import { applyMigrations } from './apply-migrations.ts';
import { pendingMigrations } from './pending-migrations.ts';
import { placements } from './placements.ts';

const { url, drop } = await createTestDatabase();
const client = new Client({ connectionString: url });
await client.connect();
afterAll(async () => {
  await client.end();
  await drop();
});

async function read<Row>(sql: string): Promise<Row[]> {
  const { rows } = await client.query(sql);
  return rows as Row[];
}

const isSharded = ({ table }: { readonly table: string }) => placements[table] === 'merchant';

test('every table has a placement', async () => {
  const tables = await read<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  expect(Object.keys(placements).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

test('every unique key of a sharded table begins with the merchant', async () => {
  const keys = await read<{ table: string; key: string; first: string }>(`
    SELECT i.indrelid::regclass::text AS table, i.indexrelid::regclass::text AS key, a.attname AS first
    FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
    WHERE i.indisunique`);
  const sharded = keys.filter(isSharded);
  expect(sharded.length).toBeGreaterThanOrEqual(17);
  expect(sharded.filter(({ first }) => first !== 'merchant_id')).toEqual([]);
});

test('foreign keys stay within a shard, or point to reference tables', async () => {
  const keys = await read<{ table: string; target: string; columns: string; actions: string }>(`
    SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS target,
      pg_get_constraintdef(oid) AS columns, concat(confupdtype, confdeltype) AS actions
    FROM pg_constraint WHERE contype = 'f'`);
  const withinShard = (columns: string) =>
    /^FOREIGN KEY \(merchant_id, .*REFERENCES \w+\(merchant_id, /.test(columns);
  // Citus refuses a key that would change the merchant of a row: ON UPDATE c, n or d, ON DELETE n or d.
  const wrong = keys.filter(({ table, target, columns, actions }) => {
    if (!isSharded({ table })) return isSharded({ table: target });
    const changesMerchant = !/^[ar][arc]$/.test(actions);
    return changesMerchant || (isSharded({ table: target }) && !withinShard(columns));
  });
  expect(keys.filter(isSharded).length).toBeGreaterThanOrEqual(10);
  expect(wrong).toEqual([]);
});

test('a database without the function for commits gets it', async () => {
  const { name, sql } = commitFunctions[isCluster() ? 'citus' : 'postgres'];
  expect(await pendingMigrations(url)).toEqual([]);
  // A function of the same name that does something else.
  await client.query(sql.replace('BEGIN', 'BEGIN RETURN;'));
  expect(await pendingMigrations(url)).toEqual([name]);
  await applyMigrations({ databaseUrl: url });
  expect(await pendingMigrations(url)).toEqual([]);
  await client.query(`DROP FUNCTION ${name}`);
  expect(await pendingMigrations(url)).toEqual([name]);
  await applyMigrations({ databaseUrl: url });
  expect(await pendingMigrations(url)).toEqual([]);
  if (!isCluster()) return;
  const nodes = await read<{ result: string }>(
    `SELECT result FROM run_command_on_workers(
       $$SELECT count(*) FROM pg_proc WHERE proname = '${name}'$$)`,
  );
  expect(new Set(nodes.map(({ result }) => result))).toEqual(new Set(['1']));
});

test.runIf(isCluster())(
  'a cluster whose tables were dropped and created again sends commits to the nodes',
  async () => {
    const tables = [...Object.keys(placements), '_prisma_migrations'];
    await client.query(`DROP TABLE ${tables.map((name) => `"${name}"`).join()} CASCADE`);
    await applyMigrations({ databaseUrl: url });
    expect(await pendingMigrations(url)).toEqual([]);
    const plan = await read(
      `EXPLAIN SELECT * FROM ${commitFunctions.citus.name}('merch_1', 1${', null'.repeat(rowKinds.length)})`,
    );
    expect(JSON.stringify(plan)).toContain('Citus Adaptive');
  },
);
