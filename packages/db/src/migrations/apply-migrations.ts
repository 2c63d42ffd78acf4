import { onDatabase } from './on-database.ts';
import { prismaDirectory, readMigrations } from './prisma-files.ts';
import { withSchemaEngine } from './schema-engine.ts';

// Any fixed number will do, as long as nothing else in the database uses it: "parley" in ASCII.
const lockKey = 0x7061726c6579;
const lockWait = '60s';

export interface ApplyMigrationsOptions {
  readonly databaseUrl: string;
  readonly onProgress?: (line: string) => void;
  /** Another `prisma/` folder, for tests. */
  readonly directory?: string;
}

/**
 * Brings the database up to the newest migration and returns the names applied.
 * Several processes may call it at once: one works, the others wait and find nothing to do.
 * Throws when an earlier migration failed half-way, was edited after it was applied, or its SQL fails.
 */
export async function applyMigrations(options: ApplyMigrationsOptions): Promise<string[]> {
  const migrationsList = await readMigrations(options.directory ?? prismaDirectory);
  return await onDatabase(options.databaseUrl, async (client) => {
    await client.query(`SET statement_timeout = '${lockWait}'`);
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    const filters = { externalTables: [], externalEnums: [] };
    const { appliedMigrationNames } = await withSchemaEngine(options.databaseUrl, (engine) =>
      engine.applyMigrations({ migrationsList, filters }),
    );
    for (const name of appliedMigrationNames) options.onProgress?.(`applied ${name}`);
    return appliedMigrationNames;
  });
}
