import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.ts';
import type { AsUser, OsUser } from './os-user.ts';

const run = promisify(execFile);

export const superuser = 'postgres';
const majorVersion = '18';

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

async function setOwner(path: string, owner: OsUser | undefined): Promise<void> {
  if (owner !== undefined) await chown(path, owner.uid, owner.gid);
}

async function checkVersion(directory: string): Promise<void> {
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim();
  if (version === majorVersion) return;
  throw new Error(
    `${directory} was created by Postgres ${version}, this is Postgres ${majorVersion}. Move it to another place, or run npm start -- --reset to start over.`,
  );
}

export interface DataDirectoryOptions {
  readonly binaries: PostgresBinaries;
  readonly directory: string;
  readonly owner: OsUser | undefined;
  readonly password: string;
  readonly asUser: AsUser;
}

/** Creates the database cluster unless it exists. Builds it under another name, so that an interruption leaves no partial one. */
export async function ensureDataDirectory(options: DataDirectoryOptions): Promise<void> {
  const { directory, owner } = options;
  if (await exists(join(directory, 'PG_VERSION'))) return await checkVersion(directory);
  const parent = dirname(directory);
  const draft = join(parent, `postgres-new-${process.pid}`);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await setOwner(draft, owner);
  const passwordFile = join(tmpdir(), `parley-${randomUUID()}`);
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600, flag: 'wx' });
  await setOwner(passwordFile, owner);
  try {
    const flags = [...initdbFlags, `--pwfile=${passwordFile}`, '--pgdata', draft];
    const { command, args, runAs } = options.asUser(options.binaries.initdb, flags);
    await run(command, [...args], { ...runAs, env: { PATH: process.env.PATH } });
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const reason = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`initdb could not create the data directory ${directory}. ${reason}`, {
      cause: error,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function readCommand(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
  } catch {
    // macOS has no /proc. ps also fails when the process does not exist.
    return await run('ps', ['-o', 'command=', '-p', String(pid)]).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
  }
}

/** The pid of the Postgres server that uses this data directory, from its lock file. */
async function findServer(lock: string, directory: string): Promise<number | undefined> {
  const pid = Number(lock.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const command = await readCommand(pid);
  return command.includes('postgres') && command.includes(directory) ? pid : undefined;
}

/**
 * Makes sure that no server uses the data directory, and removes the lock file of a killed one.
 * Postgres removes that file itself, unless another process has the same pid now, as often in containers.
 * @throws Error with the pid when a server uses the directory
 */
export async function claimDataDirectory(directory: string): Promise<void> {
  const lockFile = join(directory, 'postmaster.pid');
  const lock = await readFile(lockFile, 'utf8').catch(() => undefined);
  if (lock === undefined) return;
  const pid = await findServer(lock, directory);
  if (pid !== undefined) {
    throw new Error(
      `Another Postgres (pid ${pid}) uses ${directory}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  await rm(lockFile, { force: true });
}
