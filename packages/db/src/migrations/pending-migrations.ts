import { findUnfinishedBackfills } from './backfills.ts';
import { getBaselineState, readAppliedMigrations } from './baseline.ts';
import { findMissingCommitFunction } from './commit-function.ts';
import { prismaDirectory, readMigrations } from './prisma-files.ts';
import { withConnection } from './with-connection.ts';

/**
 * The names of migrations that a database lacks or that were not completed, oldest first. The name
 * of the function for commits follows if it is missing.
 * @throws Error for a database of a version that has to be upgraded to another one first
 */
export async function pendingMigrations(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations(prismaDirectory);
  return await withConnection(databaseUrl, async (client) => {
    const applied = await readAppliedMigrations(client);
    for (const one of migrations) if (one.replaces) getBaselineState(one, applied);
    const pending = migrations.map(({ name }) => name).filter((name) => !applied.includes(name));
    const missing = await findMissingCommitFunction(client);
    return missing ? [...pending, missing.name] : pending;
  });
}

/** The names of this version's backfills that are not finished in a migrated database. */
export const pendingBackfills = (databaseUrl: string): Promise<string[]> =>
  withConnection(databaseUrl, (client) => findUnfinishedBackfills(client));
