import { prismaDirectory, readMigrations, readSchema } from './prisma-files.ts';
import { withSchemaEngine } from './schema-engine.ts';

const nothing = '-- This is an empty migration.';

export interface SchemaDriftOptions {
  /** A server on which a shadow database may be created and dropped. */
  readonly databaseUrl: string;
  /** Another `prisma/` folder, for tests. */
  readonly directory?: string;
}

/**
 * The SQL that would take a database built by the migrations to what the schema says: '' when they agree.
 * What Prisma's schema has no words for (checks, triggers, functions) is not compared.
 */
export async function schemaDrift(options: SchemaDriftOptions): Promise<string> {
  const directory = options.directory ?? prismaDirectory;
  const migrations = await readMigrations(directory);
  const schema = await readSchema(directory);
  const { stdout } = await withSchemaEngine(options.databaseUrl, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', ...schema },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  const sql = (stdout ?? '').trim();
  return sql === nothing ? '' : sql;
}
