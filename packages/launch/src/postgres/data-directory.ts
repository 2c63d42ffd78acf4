import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { AsUser } from './as-user.ts';
import type { PostgresBinaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

const run = promisify(execFile);

export const superuser = 'postgres';
const major = '18';

// The same collation on every machine, whatever locales it has.
const initdbFlags = [
  '--auth=scram-sha-256',
  `--username=${superuser}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
];

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}

async function give(path: string, owner: RunAs | undefined): Promise<void> {
  if (owner !== undefined) await chown(path, owner.uid, owner.gid);
}

async function checkVersion(directory: string): Promise<void> {
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim();
  if (version === major) return;
  throw new Error(
    `${directory} was made by Postgres ${version}, this is ${major}: move it away, or start over with npm start -- --reset.`,
  );
}

export interface DataDirectoryOptions {
  readonly binaries: PostgresBinaries;
  readonly directory: string;
  readonly owner: RunAs | undefined;
  readonly password: string;
  readonly runner: AsUser;
}

/** Makes the cluster unless it is there. Built beside its place and renamed, so a kill half-way leaves nothing to trip over. */
export async function ensureDataDirectory(options: DataDirectoryOptions): Promise<void> {
  const { directory, owner } = options;
  if (await exists(join(directory, 'PG_VERSION'))) return await checkVersion(directory);
  const parent = dirname(directory);
  const draft = join(parent, `postgres-new-${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await give(draft, owner);
  const passwordFile = join(tmpdir(), `parley-${randomUUID()}`);
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600, flag: 'wx' });
  await give(passwordFile, owner);
  try {
    const flags = [...initdbFlags, `--pwfile=${passwordFile}`, '--pgdata', draft];
    const { command, args, runAs } = options.runner(options.binaries.initdb, flags);
    await run(command, [...args], { ...runAs, env: { PATH: process.env.PATH } });
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const reason = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`Postgres could not make its data directory ${directory}. ${reason}`, {
      cause: error,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
}
