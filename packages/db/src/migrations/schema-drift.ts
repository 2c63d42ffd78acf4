import type { SchemasContainer } from '@prisma/schema-engine-wasm';
import { prismaDirectory, readMigrations, readSchema } from './prisma-files.ts';
import { type SchemaEngine, withSchemaEngine } from './schema-engine.ts';
import { withShadowDatabase } from './shadow-database.ts';

const nothing = '-- This is an empty migration.';

export interface SchemaDriftOptions {
  /** A server on which shadow databases may be created and dropped. */
  readonly databaseUrl: string;
  /** Another `prisma/` folder, for tests. */
  readonly directory?: string;
}

type DiffEnds = Pick<Parameters<SchemaEngine['diff']>[0], 'from' | 'to'>;

async function sqlBetween(engine: SchemaEngine, ends: DiffEnds): Promise<string> {
  const filters = { externalTables: [], externalEnums: [] };
  const { stdout } = await engine.diff({ ...ends, script: true, exitCode: null, filters });
  const sql = (stdout ?? '').trim();
  return sql === nothing ? '' : sql;
}

/** The schema as Postgres gives it back, so that `IN ('a')` and `= ANY (ARRAY['a'])` compare as equal. */
async function asPostgresSaysIt(
  databaseUrl: string,
  directory: string,
  schema: SchemasContainer,
): Promise<SchemasContainer> {
  const script = await withSchemaEngine(databaseUrl, (engine) =>
    sqlBetween(engine, { from: { tag: 'empty' }, to: { tag: 'schemaDatamodel', ...schema } }),
  );
  return await withShadowDatabase(databaseUrl, async (url, client) => {
    await client.query(script);
    const introspected = await withSchemaEngine(url, (engine) =>
      engine.introspect({
        schema,
        baseDirectoryPath: directory,
        force: false,
        compositeTypeDepth: -1,
        namespaces: null,
      }),
    );
    return introspected.schema;
  });
}

/**
 * The SQL that would take a database built by the migrations to what the schema says: '' when they agree.
 * What Prisma's schema has no words for (checks, triggers, functions, indexes on expressions) is not compared.
 */
export async function schemaDrift(options: SchemaDriftOptions): Promise<string> {
  const { databaseUrl, directory = prismaDirectory } = options;
  const migrations = await readMigrations(directory);
  const schema = await asPostgresSaysIt(databaseUrl, directory, await readSchema(directory));
  return await withSchemaEngine(databaseUrl, (engine) =>
    sqlBetween(engine, {
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', ...schema },
    }),
  );
}
