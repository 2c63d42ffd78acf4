import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prismaDirectory } from '../src/migrations/prisma-files.ts';

export interface MigrationsFolder {
  readonly path: string;
  /** Writes the script of a migration. */
  add(name: string, sql: string): Promise<void>;
  remove(): Promise<void>;
}

/** A copy of the `prisma/` folder with further migrations, by name. */
export async function createMigrationsFolder(
  scripts: Readonly<Record<string, string>>,
): Promise<MigrationsFolder> {
  const path = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
  await cp(prismaDirectory, path, { recursive: true });
  const add = async (name: string, sql: string) => {
    await mkdir(join(path, 'migrations', name));
    await writeFile(join(path, 'migrations', name, 'migration.sql'), sql);
  };
  for (const [name, sql] of Object.entries(scripts)) await add(name, sql);
  return { path, add, remove: () => rm(path, { recursive: true, force: true }) };
}
