import { assumeStatistics } from './assumed-statistics.ts';
import { createCommitFunction } from './commit-function.ts';
import { readMigrations } from './prisma-files.ts';
import { withConnection } from './with-connection.ts';

/**
 * Creates the tables of an empty database that is never upgraded: it does not record the migrations, and needs no
 * migration engine.
 * @param directory with the folder `migrations`
 */
export async function createSchema(databaseUrl: string, directory: string): Promise<void> {
  await withConnection(databaseUrl, async (client) => {
    for (const { sql } of await readMigrations(directory)) await client.query(sql);
    await createCommitFunction(client, () => {});
    await assumeStatistics(client);
  });
}
