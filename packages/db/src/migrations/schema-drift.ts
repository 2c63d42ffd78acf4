import type { SchemasContainer } from '@prisma/schema-engine-wasm';
import {
  createMigrationList,
  prismaDirectory,
  readMigrations,
  readSchema,
} from './prisma-files.ts';
import { type SchemaEngine, withSchemaEngine } from './schema-engine.ts';
import { withShadowDatabase } from './shadow-database.ts';

const EMPTY_MIGRATION = '-- This is an empty migration.';

export interface SchemaDriftOptions {
  /** A server where shadow databases may be created and dropped. */
  readonly databaseUrl: string;
  /** Overrides the `prisma/` folder in tests. */
  readonly directory?: string;
}

type DiffEnds = Pick<Parameters<SchemaEngine['diff']>[0], 'from' | 'to'>;

async function diffSql(engine: SchemaEngine, ends: DiffEnds): Promise<string> {
  const filters = { externalTables: [], externalEnums: [] };
  const { stdout } = await engine.diff({ ...ends, script: true, exitCode: null, filters });
  const sql = (stdout ?? '').trim();
  return sql === EMPTY_MIGRATION ? '' : sql;
}

/** The schema as PostgreSQL stores it, so that `IN ('a')` and `= ANY (ARRAY['a'])` compare as equal. */
async function normalizeSchema(
  databaseUrl: string,
  directory: string,
  schema: SchemasContainer,
): Promise<SchemasContainer> {
  const script = await withSchemaEngine(databaseUrl, (engine) =>
    diffSql(engine, { from: { tag: 'empty' }, to: { tag: 'schemaDatamodel', ...schema } }),
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
 * Returns the SQL that would change a database built by the migrations to match the schema; '' when
 * they match. Objects that a Prisma schema cannot express (checks, triggers, functions, expression
 * indexes) are not compared.
 */
export async function schemaDrift(options: SchemaDriftOptions): Promise<string> {
  const { databaseUrl, directory = prismaDirectory } = options;
  const migrations = await createMigrationList(directory, await readMigrations(directory));
  const schema = await normalizeSchema(databaseUrl, directory, await readSchema(directory));
  return await withSchemaEngine(databaseUrl, (engine) =>
    diffSql(engine, {
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', ...schema },
    }),
  );
}
