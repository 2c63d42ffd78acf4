import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationList, SchemasContainer } from '@prisma/schema-engine-wasm';

/** The repository's `prisma/` folder: `schema/*.prisma` and `migrations/<timestamp>_<name>/migration.sql`. */
export const prismaDirectory = fileURLToPath(new URL('../../../../prisma', import.meta.url));

export const lockFile = 'migration_lock.toml';
export const lockText =
  '# The database of these migrations, for the migration engine.\nprovider = "postgresql"\n';

async function readIfExists(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

export async function readSchema(directory: string): Promise<SchemasContainer> {
  const folder = join(directory, 'schema');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.prisma')).sort();
  if (names.length === 0) throw new Error(`No .prisma file in ${folder}.`);
  const files = names.map(async (name) => ({
    path: join(folder, name),
    content: await readFile(join(folder, name), 'utf8'),
  }));
  return { files: await Promise.all(files) };
}

/** The migrations that a baseline replaces, and the last version that has them. */
interface ReplacedMigrations {
  readonly version: string;
  readonly migrations: readonly string[];
}

/** A folder with the script of a migration. That of a baseline also contains `replaces.json`. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly replaces?: ReplacedMigrations;
}

/** Reads all migrations, oldest first. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const folder = join(directory, 'migrations');
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const migrations = names.sort().map(async (name) => {
    const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
    const replaces = await readIfExists(join(folder, name, 'replaces.json'));
    return replaces === null ? { name, sql } : { name, sql, replaces: JSON.parse(replaces) };
  });
  return await Promise.all(migrations);
}

/** The migrations as the engine expects them. */
export async function createMigrationList(
  directory: string,
  migrations: readonly Migration[],
): Promise<MigrationList> {
  const baseDir = join(directory, 'migrations');
  return {
    baseDir,
    lockfile: {
      path: lockFile,
      content: (await readIfExists(join(baseDir, lockFile))) ?? lockText,
    },
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
    shadowDbInitScript: '',
  };
}
