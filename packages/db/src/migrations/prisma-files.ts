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

export async function readMigrations(directory: string): Promise<MigrationList> {
  const baseDir = join(directory, 'migrations');
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const migrationDirectories = names.sort().map(async (name) => ({
    path: name,
    migrationFile: {
      path: 'migration.sql',
      content: {
        tag: 'ok' as const,
        value: await readFile(join(baseDir, name, 'migration.sql'), 'utf8'),
      },
    },
  }));
  return {
    baseDir,
    lockfile: {
      path: lockFile,
      content: (await readIfExists(join(baseDir, lockFile))) ?? lockText,
    },
    migrationDirectories: await Promise.all(migrationDirectories),
    shadowDbInitScript: '',
  };
}
