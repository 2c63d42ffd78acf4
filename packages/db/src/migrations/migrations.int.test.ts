import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase, type TestDatabase } from '@parley/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyMigrations } from './apply-migrations.ts';
import { draftMigration } from './draft-migration.ts';
import { prismaDirectory } from './prisma-files.ts';
import { schemaDrift } from './schema-drift.ts';
import { withConnection } from './with-connection.ts';

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  directory = await mkdtemp(join(tmpdir(), 'parley-prisma-'));
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

async function writeSchema(model: string): Promise<void> {
  await cp(new URL('fixtures/prisma', import.meta.url), directory, { recursive: true });
  await writeFile(join(directory, 'schema', 'model.prisma'), model);
}

const query = (sql: string) =>
  withConnection(database.url, async (client) => (await client.query(sql)).rows);

const model = `model Thing {
  id     String @id
  status String
  @@unique([status], map: "one_open", where: raw("status IN ('open', 'held') AND id <> ''"))
}`;

const handWrittenSql = `
ALTER TABLE "Thing" ADD CONSTRAINT "thing_status" CHECK (status <> '');
CREATE FUNCTION "refuse"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'no; never';
END;
$$;
CREATE TRIGGER "thing_stays" BEFORE DELETE ON "Thing" FOR EACH ROW EXECUTE FUNCTION "refuse"();
CREATE INDEX "thing_lower" ON "Thing" (lower(status));
`;

async function draft(name: string): Promise<string> {
  const now = new Date('2026-11-20T00:00:00Z');
  const file = await draftMigration({ name, databaseUrl: database.url, now, directory });
  if (file === null) throw new Error('nothing to draft');
  return file;
}

test('the migrations of the repository build its schema', async () => {
  expect(await schemaDrift({ databaseUrl: database.url, directory: prismaDirectory })).toBe('');
});

test('drafts a migration for a schema change and returns null without one', async () => {
  await writeSchema(model);
  const file = await draft('start');
  expect(file).toBe(join(directory, 'migrations', '20261120000000_start', 'migration.sql'));
  expect(await readFile(file, 'utf8')).toContain('CREATE UNIQUE INDEX "one_open"');
  const again = { name: 'more', databaseUrl: database.url, now: new Date(), directory };
  expect(await draftMigration(again)).toBeNull();
});

test('applies hand-written SQL in a migration and does not report it as drift', async () => {
  await writeSchema(model);
  const file = await draft('start');
  await writeFile(file, `${await readFile(file, 'utf8')}${handWrittenSql}`);
  await applyMigrations({ databaseUrl: database.url, directory });
  expect(await schemaDrift({ databaseUrl: database.url, directory })).toBe('');
  const remove = withConnection(database.url, async (client) => {
    await client.query(`INSERT INTO "Thing" VALUES ('a', 'open')`);
    await client.query('DELETE FROM "Thing"');
  });
  await expect(remove).rejects.toThrow('no; never');
});

test('reports a column missing in the migrations and an index missing in the schema as drift', async () => {
  await writeSchema(model);
  await draft('start');
  await writeSchema(model.replace('status String', 'status String\n  note String?'));
  expect(await schemaDrift({ databaseUrl: database.url, directory })).toContain('"note" TEXT');
  await writeSchema(model.replace(/ {2}@@unique.*\n/, ''));
  expect(await schemaDrift({ databaseUrl: database.url, directory })).toContain('DROP INDEX');
});

test('applies each migration once when several processes start together', async () => {
  await writeSchema(model);
  await draft('start');
  const index = join(directory, 'migrations', '20261121000000_index');
  await mkdir(index);
  const sql = 'CREATE INDEX CONCURRENTLY "thing_status" ON "Thing" (status);';
  await writeFile(join(index, 'migration.sql'), sql);
  const processes = Array.from({ length: 4 }, () =>
    applyMigrations({ databaseUrl: database.url, directory }),
  );
  expect((await Promise.all(processes)).flat()).toEqual([
    '20261120000000_start',
    '20261121000000_index',
  ]);
});

test('rolls a failed migration back, and runs it again once it is marked as rolled back', async () => {
  await writeSchema(model);
  const file = await draft('broken');
  await writeFile(file, 'CREATE TABLE "half" (id int);\nSELECT 1/0;');
  const apply = () => applyMigrations({ databaseUrl: database.url, directory });
  await expect(apply()).rejects.toThrow(/20261120000000_broken[\s\S]*division by zero/);
  expect(await query(`SELECT to_regclass('half')`)).toEqual([{ to_regclass: null }]);
  await expect(apply()).rejects.toThrow('20261120000000_broken');
  // Source: docs/operation.md, “Upgrading”
  await query(`UPDATE _prisma_migrations SET rolled_back_at = now()
    WHERE finished_at IS NULL AND rolled_back_at IS NULL`);
  await writeFile(file, 'CREATE TABLE "half" (id int);');
  expect(await apply()).toEqual(['20261120000000_broken']);
});

test('gives up on a locked table, names who locks it, and continues once that transaction has ended', async () => {
  await writeSchema(model);
  await draft('start');
  const lines: string[] = [];
  // Long enough to name the holder on a busy machine.
  const lockWaits = { timeoutMs: 1_500, pausesMs: [10] };
  const onProgress = (line: string) => void lines.push(line);
  const apply = () =>
    applyMigrations({ databaseUrl: database.url, directory, lockWaits, onProgress });
  await apply();
  for (const [name, sql] of [
    ['transaction', 'ALTER TABLE "Thing" ADD COLUMN one int;\nSELECT 1;'],
    ['statement', 'ALTER TABLE "Thing" ADD COLUMN two int;'],
  ] as const) {
    const folder = join(directory, 'migrations', `20261121000000_${name}`);
    await mkdir(folder);
    await writeFile(join(folder, 'migration.sql'), sql);
    lines.length = 0;
    const pid = await withConnection(database.url, async (holder) => {
      await holder.query('BEGIN; SELECT count(*) FROM "Thing"');
      const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const error = await apply().catch((reason: unknown) => reason);
      expect(String(error)).toContain(`pid ${rows[0]?.pid} (idle in transaction`);
      expect(String(error)).toContain(`pg_terminate_backend(${rows[0]?.pid})`);
      return rows[0]?.pid;
    });
    expect(lines).toEqual([expect.stringMatching(`locked by pid ${pid} .*next attempt`)]);
    expect(await apply()).toEqual([`20261121000000_${name}`]);
  }
});

test('continues after a migration that was committed but not recorded, once it is marked as finished', async () => {
  await writeSchema(model);
  await draft('start');
  const apply = () => applyMigrations({ databaseUrl: database.url, directory });
  await apply();
  await query('UPDATE _prisma_migrations SET finished_at = NULL');
  await expect(apply()).rejects.toThrow('20261120000000_start');
  await query(`UPDATE _prisma_migrations SET finished_at = now()
    WHERE finished_at IS NULL AND rolled_back_at IS NULL`);
  expect(await apply()).toEqual([]);
});

test('rejects a migration name that is not lowercase words joined by underscores', async () => {
  await expect(draft('Add Refunds')).rejects.toThrow('lower-case words joined by _');
});
