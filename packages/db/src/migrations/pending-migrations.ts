import type { ClientBase } from 'pg';
import { findMissingCommitFunction } from './commit-function.ts';
import { prismaDirectory, readMigrations } from './prisma-files.ts';
import { withConnection } from './with-connection.ts';

/**
 * The names of migrations that a database lacks or that were not completed, oldest first. The name
 * of the function for commits follows if it is missing.
 */
export async function pendingMigrations(databaseUrl: string): Promise<string[]> {
  const { migrationDirectories } = await readMigrations(prismaDirectory);
  return await withConnection(databaseUrl, async (client) => {
    const applied = await readApplied(client);
    const pending = migrationDirectories
      .map(({ path }) => path)
      .filter((name) => !applied.includes(name));
    const missing = await findMissingCommitFunction(client);
    return missing ? [...pending, missing.name] : pending;
  });
}

async function readApplied(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (!rows[0]?.exists) return [];
  const finished = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  return finished.rows.map(({ name }) => name);
}
