import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Databases, emptyDatabases } from '../databases/databases.ts';
import type { Settings } from '../settings/settings.ts';

/** A folder that holds anything but a Postgres cluster is not ours to delete. */
async function removeCluster(folder: string): Promise<void> {
  const files = await readdir(folder).catch((): string[] => []);
  if (files.length > 0 && !files.includes('PG_VERSION')) {
    throw new Error(`${folder} holds something that is no Postgres: move it away yourself.`);
  }
  await rm(folder, { recursive: true, force: true });
}

/** Takes back what earlier starts made, and nothing else. */
export async function reset(
  { databaseUrl, production, folders }: Settings,
  databases: Databases | undefined,
  say: (line: string) => void,
): Promise<void> {
  if (databaseUrl !== undefined && databases !== undefined) {
    say('Starting over: emptying the databases that DATABASE_URL leads to.');
    await emptyDatabases(databases, !production);
  } else {
    say(`Starting over: removing the database in ${folders.postgres}.`);
    await removeCluster(folders.postgres);
  }
  for (const file of [folders.demoFile, folders.secretsFile]) await rm(file, { force: true });
  for (const name of await readdir(folders.logs).catch(() => [])) {
    if (/\.log(\.\d)?$/.test(name)) await rm(join(folders.logs, name), { force: true });
  }
}
