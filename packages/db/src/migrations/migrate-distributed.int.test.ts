import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createEmptyDatabase,
  createTestDatabase,
  isCluster,
  joinNodes,
  type TestDatabase,
} from '@parley/testing';
import { expect, test } from 'vitest';
import { applyMigrations } from './apply-migrations.ts';
import { placements } from './placements.ts';
import { prismaDirectory, readMigrations } from './prisma-files.ts';
import { withConnection } from './with-connection.ts';

const isTable = `relname IN ('${Object.keys(placements).join("', '")}')`;

/** The columns, constraints and indexes of all tables. */
const schema = `
  SELECT relname, attname, concat_ws(' ', format_type(atttypid, atttypmod), attnotnull,
    pg_get_expr(adbin, adrelid)) AS definition
  FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
  LEFT JOIN pg_attrdef ON (adrelid, adnum) = (attrelid, attnum)
  WHERE attnum > 0 AND NOT attisdropped AND ${isTable}
  UNION ALL SELECT relname, conname, pg_get_constraintdef(o.oid)
  FROM pg_constraint o JOIN pg_class c ON c.oid = conrelid WHERE ${isTable}
  UNION ALL SELECT relname, indexname, indexdef
  FROM pg_indexes JOIN pg_class ON relname = tablename WHERE ${isTable}
  ORDER BY 1, 2, 3`;

/** Migrates an empty database, distributed on a cluster, with the baseline only. */
async function applyBaseline(database: TestDatabase): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
  try {
    await cp(prismaDirectory, directory, { recursive: true });
    const [, ...later] = await readMigrations(prismaDirectory);
    for (const { name } of later)
      await rm(join(directory, 'migrations', name), { recursive: true });
    if (isCluster()) await joinNodes(database);
    await applyMigrations({ databaseUrl: database.url, directory });
  } finally {
    await rm(directory, { recursive: true });
  }
}

test('migrations change tables with rows, distributed ones on a cluster, to the schema of a new database', async () => {
  const fresh = await createTestDatabase();
  const database = await createEmptyDatabase();
  try {
    await applyBaseline(database);
    await withConnection(database.url, (client) =>
      client.query("INSERT INTO merchant (id, name) VALUES ('merch_1', 'Nord')"),
    );
    await applyMigrations({ databaseUrl: database.url });
    const read = (url: string, sql: string) =>
      withConnection(
        url,
        async (client) => (await client.query({ text: sql, rowMode: 'array' })).rows,
      );
    expect(await read(database.url, schema)).toEqual(await read(fresh.url, schema));
    expect(await read(database.url, 'SELECT id FROM merchant')).toEqual([['merch_1']]);
  } finally {
    await database.drop();
    await fresh.drop();
  }
});

const migration = `
ALTER TABLE "proxy_session" ADD COLUMN "note" TEXT;
ALTER TABLE "merchant" ADD COLUMN "note" TEXT;
DROP TABLE "payment", "invitation", "sweep";
CREATE TABLE "payment" ("merchant_id" TEXT REFERENCES "merchant"("id"), PRIMARY KEY ("merchant_id"));
CREATE TABLE "invitation" ("merchant_id" TEXT REFERENCES "merchant"("id"));
CREATE TABLE "sweep" ("merchant_id" TEXT REFERENCES "merchant"("id"));`;

test.runIf(isCluster())(
  'a migration may change sharded tables before reference tables, and its tables are distributed',
  async () => {
    const { url, drop } = await createTestDatabase();
    const directory = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
    try {
      await cp(prismaDirectory, directory, { recursive: true });
      const added = join(directory, 'migrations', '99990101000000_add_tables');
      await mkdir(added);
      await writeFile(join(added, 'migration.sql'), migration);
      await applyMigrations({ databaseUrl: url, directory });
      const { rows } = await withConnection(url, (client) =>
        client.query({
          text: `SELECT logicalrelid::text, partmethod::text, repmodel::text, autoconverted
            FROM pg_dist_partition
            WHERE logicalrelid::text IN ('payment', 'invitation', 'sweep') ORDER BY 1`,
          rowMode: 'array',
        }),
      );
      expect(rows).toEqual([
        ['invitation', 'n', 't', false],
        ['payment', 'h', 's', false],
        ['sweep', 'n', 's', false],
      ]);
    } finally {
      await drop();
      await rm(directory, { recursive: true });
    }
  },
);
