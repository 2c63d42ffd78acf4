import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigrations } from './apply-migrations.ts';
import { pendingMigrations } from './pending-migrations.ts';
import { prismaDirectory, readMigrations } from './prisma-files.ts';

const [baseline, ...later] = await readMigrations(prismaDirectory);
if (!baseline?.replaces) throw new Error('the first migration is no baseline');
const { migrations: replaced, version } = baseline.replaces;

let database: TestDatabase;
let client: Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("INSERT INTO merchant (id, name) VALUES ('merch_1', 'Nord')");
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Gives the database the records of these migrations instead of that of the baseline. */
async function recordMigrations(names: readonly string[]): Promise<void> {
  await client.query('DELETE FROM _prisma_migrations');
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
     SELECT gen_random_uuid(), 'of an earlier version', name, now() FROM unnest($1::text[]) AS name`,
    [names],
  );
}

/** The records of migrations, oldest first, and the merchants. */
async function readContents() {
  const records = await client.query(
    'SELECT migration_name, finished_at, checksum FROM _prisma_migrations ORDER BY migration_name',
  );
  const merchants = await client.query('SELECT id FROM merchant');
  return { records: records.rows, merchants: merchants.rows };
}

test('a database with every migration that the baseline replaces continues with it', async () => {
  await recordMigrations(replaced);
  const before = await readContents();
  expect(await pendingMigrations(database.url)).toContain(baseline.name);
  const lines: string[] = [];
  const migrate = () =>
    applyMigrations({ databaseUrl: database.url, onProgress: (line) => lines.push(line) });
  // Later migrations were applied by the set-up of the test.
  await client.query('DROP TABLE backfill');
  for (const { sql } of later) {
    const [, change, index] = /(CREATE|DROP) INDEX CONCURRENTLY "(\w+)"/.exec(sql) ?? [];
    if (change === 'CREATE') await client.query(`DROP INDEX ${index}`);
    const [created] = new RegExp(`^CREATE INDEX ${index} [^;]*;`, 'm').exec(baseline.sql) ?? [];
    if (change === 'DROP') await client.query(created ?? `the baseline has no index ${index}`);
  }
  for (const table of ['outbox_waiting', 'provider_event', 'webhook_delivery'])
    await client.query(`ALTER TABLE ${table} DROP COLUMN traceparent`);
  expect(await migrate()).not.toContain(baseline.name);
  expect(lines[0]).toContain(`recorded ${baseline.name}`);
  const after = await readContents();
  expect(after.merchants).toEqual([{ id: 'merch_1' }]);
  expect(after.records.slice(0, replaced.length)).toEqual(before.records);
  expect(after.records[replaced.length]).toMatchObject({ migration_name: baseline.name });
  expect(await pendingMigrations(database.url)).toEqual([]);
  expect(await migrate()).toEqual([]);
});

test.each([
  ['the last', replaced.slice(0, -1), replaced.at(-1)],
  ['one in the middle', replaced.toSpliced(30, 1), replaced[30]],
  ['all but the first', replaced.slice(0, 1), replaced[1]],
])('a database that lacks %s of them is refused and not changed', async (_, names, first) => {
  await recordMigrations(names);
  const before = await readContents();
  const message = `beginning with ${first}. This version cannot apply them, and nothing was changed. Upgrade to version ${version} first`;
  await expect(applyMigrations({ databaseUrl: database.url })).rejects.toThrow(message);
  await expect(pendingMigrations(database.url)).rejects.toThrow(message);
  expect(await readContents()).toEqual(before);
});

test('a migration that failed in the earlier version counts as missing', async () => {
  await recordMigrations(replaced);
  await client.query('UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1', [
    replaced[5],
  ]);
  await expect(applyMigrations({ databaseUrl: database.url })).rejects.toThrow(
    `lacks 1 of the ${replaced.length} migrations of version ${version}, beginning with ${replaced[5]}`,
  );
});
