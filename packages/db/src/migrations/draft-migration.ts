import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile, lockText, prismaDirectory } from './prisma-files.ts';
import { schemaDrift } from './schema-drift.ts';

export interface DraftMigrationOptions {
  /** Lowercase words joined by underscores, as in the folder name: `add_refunds`. */
  readonly name: string;
  /** A server where shadow databases may be created and dropped. */
  readonly databaseUrl: string;
  readonly now: Date;
  /** Overrides the `prisma/` folder in tests. */
  readonly directory?: string;
}

/** Writes a migration for the schema changes that no migration contains; null when there are none. */
export async function draftMigration(options: DraftMigrationOptions): Promise<string | null> {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(options.name)) {
    throw new Error(`Name the migration in lower-case words joined by _, not "${options.name}".`);
  }
  const directory = options.directory ?? prismaDirectory;
  const sql = await schemaDrift({ databaseUrl: options.databaseUrl, directory });
  if (sql === '') return null;
  const stamp = options.now.toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(directory, 'migrations', `${stamp}_${options.name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), `${sql}\n`);
  await writeFile(join(directory, 'migrations', lockFile), lockText);
  return join(folder, 'migration.sql');
}
