import { randomUUID } from 'node:crypto';
import { applyMigrations } from '@parley/db/migrations';
import { Client } from 'pg';
import { throwawayPostgres } from '../postgres/throwaway-postgres.ts';

async function runSql(adminUrl: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Vitest's global set-up: starts a server unless TEST_DATABASE_ADMIN_URL names one, and creates the
 * migrated template database that each test file clones.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_ADMIN_URL;
  const throwaway = given === undefined || given === '' ? await throwawayPostgres() : undefined;
  const adminUrl = throwaway?.adminUrl ?? given ?? '';
  const template = `parley_template_${randomUUID().replaceAll('-', '')}`;
  const teardown = async () => {
    await runSql(adminUrl, `DROP DATABASE IF EXISTS "${template}" WITH (FORCE)`);
    await throwaway?.stop();
  };
  try {
    await runSql(adminUrl, `CREATE DATABASE "${template}"`);
    const url = new URL(adminUrl);
    url.pathname = `/${template}`;
    await applyMigrations({ databaseUrl: url.href });
  } catch (error) {
    await teardown();
    throw error;
  }
  // Vitest's workers inherit these variables.
  process.env.TEST_DATABASE_ADMIN_URL = adminUrl;
  process.env.TEST_DATABASE_TEMPLATE = template;
  return teardown;
}
