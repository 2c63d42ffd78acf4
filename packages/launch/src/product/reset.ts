import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Databases, emptyDatabases } from '../postgres/databases.ts';
import type { Settings } from '../settings.ts';

async function removeCluster(folder: string): Promise<void> {
  const files = await readdir(folder).catch((): string[] => []);
  if (files.length > 0 && !files.includes('PG_VERSION')) {
    throw new Error(`${folder} is not a Postgres data directory. Move it to another place.`);
  }
  await rm(folder, { recursive: true, force: true });
}

/** Deletes the database, secrets, demo account, messages and logs of earlier starts, and nothing else. */
export async function reset(
  { databaseUrl, production, folders }: Settings,
  databases: Databases | undefined,
  log: (line: string) => void,
): Promise<void> {
  if (databaseUrl !== undefined && databases !== undefined) {
    log('Reset: emptying the databases of DATABASE_URL.');
    await emptyDatabases(databases, !production);
  } else {
    log(`Reset: deleting the database in ${folders.postgres}.`);
    await removeCluster(folders.postgres);
  }
  for (const file of [folders.demoFile, folders.secretsFile]) await rm(file, { force: true });
  for (const name of await readdir(folders.logs).catch(() => [])) {
    if (/\.log(\.\d)?$/.test(name)) await rm(join(folders.logs, name), { force: true });
  }
  for (const name of await readdir(folders.mail).catch(() => [])) {
    if (name.endsWith('.json')) await rm(join(folders.mail, name), { force: true });
  }
}
