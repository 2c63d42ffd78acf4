import { applyMigrations } from '@parley/db/migrations';
import { DEMO_EMAIL } from '@parley/demo/demo-email';
import { createTestDatabase } from '@parley/testing';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { emptyDatabases, refuseDemoUser } from './databases.ts';

it('drops the tables of a database, which can be migrated again, and not its extensions', async () => {
  const { url, drop } = await createTestDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  const read = async (sql: string) => (await client.query(sql)).rows;
  const tables = "SELECT 1 FROM pg_tables WHERE schemaname = 'public'";
  // On a cluster, citus is one of them.
  const others = "SELECT extname, obj_description('public'::regnamespace) FROM pg_extension";
  try {
    await client.query("COMMENT ON SCHEMA public IS 'of the operator'");
    const [before, count] = [await read(others), (await read(tables)).length];
    const missing = new URL(url);
    missing.pathname = '/parley_missing';
    await emptyDatabases({ parley: url, sandbox: missing.href }, true);
    expect(await read(tables)).toEqual([]);
    expect(await read(others)).toEqual(before);
    await emptyDatabases({ parley: url, sandbox: missing.href }, false);
    await applyMigrations({ databaseUrl: url });
    expect((await read(tables)).length).toBe(count);
  } finally {
    await client.end();
    await drop();
  }
});

it('refuses a database with the demo user for production, in one line', async () => {
  const { url, drop } = await createTestDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await refuseDemoUser(url);
    await client.query(
      "INSERT INTO dashboard_user (id, name, email) VALUES ('user_1', 'Ada', $1)",
      [DEMO_EMAIL],
    );
    await expect(refuseDemoUser(url)).rejects.toThrow(
      /^The database \S+ contains the demo user .+ in production\..+another database\.$/,
    );
  } finally {
    await client.end();
    await drop();
  }
});
