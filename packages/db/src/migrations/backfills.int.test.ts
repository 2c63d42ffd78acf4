import { createTestDatabase, type TestDatabase } from '@parley/testing';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMigrationsFolder, type MigrationsFolder } from '../../test/migrations-folder.ts';
import { applyMigrations } from './apply-migrations.ts';
import { type Backfill, runBackfills } from './backfills.ts';

const backfill: Backfill = {
  name: 'entry_notes',
  table: 'audit_entry',
  key: ['id'],
  set: "note = object_type || ' ' || object_id",
  where: 'note IS NULL',
};

let database: TestDatabase;
let client: Client;
let folder: MigrationsFolder | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "INSERT INTO merchant (id, name) VALUES ('m_1', 'A'), ('m_2', 'B'), ('m_3', 'C')",
  );
  for (const [merchant, count] of [
    ['m_1', 25],
    ['m_3', 10],
  ])
    await client.query(
      `INSERT INTO audit_entry (merchant_id, id, mode, action, object_type, object_id, details, actor_kind, created_at)
       SELECT $1, 'audit_' || lpad(n::text, 2, '0'), 'test', 'created', 'api_key', n::text, '{}', 'system', '2026-11-28T00:00:00Z'
       FROM generate_series(1, $2::int) AS n`,
      [merchant, count],
    );
});

afterEach(async () => {
  await client.end();
  await database.drop();
  await folder?.remove();
});

const read = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows;
const countEmpty = 'SELECT count(*)::int FROM audit_entry WHERE note IS NULL';

test('a backfill fills the rows of all merchants in batches, and continues where it was interrupted', async () => {
  folder = await createMigrationsFolder({
    '99990101000000_notes': 'ALTER TABLE audit_entry ADD COLUMN note text;',
  });
  await applyMigrations({ databaseUrl: database.url, directory: folder.path });
  // Written by the new version.
  await client.query(
    "UPDATE audit_entry SET note = 'new' WHERE merchant_id = 'm_1' AND id = 'audit_03'",
  );
  const run = (list: readonly Backfill[], batchSize: number) => {
    const lines: string[] = [];
    const onProgress = (line: string) => void lines.push(line);
    return runBackfills({ databaseUrl: database.url, list, batchSize, onProgress }).then(
      (result) => ({ result, lines }),
    );
  };
  // The third batch of ten fails at the 25th row.
  const broken = { ...backfill, set: 'note = (10 / (25 - object_id::int))::text' };
  await expect(run([broken], 10)).rejects.toThrow('division by zero');
  expect(await read(countEmpty)).toEqual([[15]]);
  expect(
    await read('SELECT current_merchant_id, position, rows::int, finished_at FROM backfill'),
  ).toEqual([['m_1', ['audit_20'], 19, null]]);
  expect(await run([backfill], 10)).toEqual({
    result: { entry_notes: 34 },
    lines: ['backfill entry_notes: 34 rows, finished'],
  });
  expect(await read(countEmpty)).toEqual([[0]]);
  expect(
    await read(
      "SELECT note FROM audit_entry WHERE id IN ('audit_03', 'audit_21') ORDER BY merchant_id, id",
    ),
  ).toEqual([['new'], ['api_key 21'], ['api_key 3']]);
  // A finished backfill reads no rows again.
  await client.query('UPDATE audit_entry SET note = NULL');
  expect((await run([backfill], 10)).result).toEqual({ entry_notes: 34 });
  expect(await read(countEmpty)).toEqual([[35]]);
});

test('a backfill with a number in its key fills every row', async () => {
  await client.query(
    'CREATE TABLE numbered (merchant_id text, n int, filled boolean, PRIMARY KEY (merchant_id, n))',
  );
  await client.query("INSERT INTO numbered SELECT 'm_1', n FROM generate_series(1, 25) AS n");
  const numbers: Backfill = {
    name: 'numbers',
    table: 'numbered',
    key: ['n'],
    set: 'filled = true',
    where: 'filled IS NULL',
  };
  const result = await runBackfills({ databaseUrl: database.url, list: [numbers], batchSize: 10 });
  expect(result).toEqual({ numbers: 25 });
});

test('concurrent runs of a backfill with a key of several columns fill every row once', async () => {
  const sessionFigures: Backfill = {
    name: 'figure_labels',
    table: 'session_figure',
    key: ['mode', 'starts_at', 'figure', 'label'],
    set: 'amount_minor = amount_minor + 1',
    where: 'amount_minor >= 0',
  };
  await client.query(`INSERT INTO session_figure
    SELECT 'm_2', 'test', '2026-11-28T00:00:00Z'::timestamptz + n * interval '15 minutes', 'paid', 'eur', 1, 0
    FROM generate_series(1, 50) AS n`);
  const run = () =>
    runBackfills({ databaseUrl: database.url, list: [sessionFigures], batchSize: 7 });
  expect(await Promise.all([run(), run(), run()])).toEqual(Array(3).fill({ figure_labels: 50 }));
  expect(
    await read('SELECT min(amount_minor)::int, max(amount_minor)::int FROM session_figure'),
  ).toEqual([[1, 1]]);
});

test('a migration that requires a backfill is not applied before that is finished', async () => {
  folder = await createMigrationsFolder({
    '99990101000000_notes': 'ALTER TABLE audit_entry ADD COLUMN note text;',
  });
  const apply = () => applyMigrations({ databaseUrl: database.url, directory: folder?.path ?? '' });
  await apply();
  await folder.add(
    '99990102000000_notes_set',
    '-- Requires backfill entry_notes\nALTER TABLE audit_entry ADD CONSTRAINT note_set CHECK (note IS NOT NULL);',
  );
  await expect(apply()).rejects.toThrow(
    'The backfill entry_notes is not finished, and nothing was changed.',
  );
  await runBackfills({ databaseUrl: database.url, list: [backfill] });
  expect(await apply()).toEqual(['99990102000000_notes_set']);
});
