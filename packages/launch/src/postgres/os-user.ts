import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A user of the operating system. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly runAs: OsUser | undefined;
}

/** Turns a command into one that runs as another user. */
export type AsUser = (command: string, args: readonly string[]) => CommandLine;

const userName = 'postgres';
const setpriv = '/usr/bin/setpriv';

async function findUser(): Promise<OsUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([
      run('id', ['-u', userName]),
      run('id', ['-g', userName]),
    ]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createUser(): Promise<void> {
  await run('groupadd', ['--force', '--system', userName]);
  const options = ['--system', '--gid', userName, '--no-create-home', '--shell', '/bin/false'];
  await run('useradd', [...options, userName]);
}

/**
 * The user that Postgres runs as: Postgres refuses to run as root. Creates it if necessary.
 * Undefined when this process is not root.
 */
export async function postgresUser(): Promise<OsUser | undefined> {
  if (platform() === 'win32' || process.getuid?.() !== 0) return undefined;
  const existing = await findUser();
  if (existing !== undefined) return existing;
  await createUser().catch((error: unknown) => {
    throw new Error(
      'Postgres does not run as root, and the user "postgres" could not be created. Run this command as another user.',
      { cause: error },
    );
  });
  return await findUser();
}

async function canTraverse(folder: string, { uid, gid }: OsUser): Promise<boolean> {
  const status = await stat(folder);
  const bit = status.uid === uid ? 0o100 : status.gid === gid ? 0o010 : 0o001;
  return (status.mode & bit) !== 0;
}

/** The first parent folder of `path` that the user may not traverse. */
async function findBlockedFolder(path: string, user: OsUser): Promise<string | undefined> {
  const folder = dirname(path);
  if (folder !== path) {
    const above = await findBlockedFolder(folder, user);
    if (above !== undefined) return above;
  }
  return (await canTraverse(folder, user)) ? undefined : folder;
}

/**
 * How to run a command as the user of Postgres. If `paths` are in a folder that only root can
 * traverse, such as /root, the command gets the capability CAP_DAC_OVERRIDE.
 */
export async function asUser(user: OsUser | undefined, paths: readonly string[]): Promise<AsUser> {
  const plain: AsUser = (command, args) => ({ command, args, runAs: user });
  if (user === undefined) return plain;
  const blocked = await Promise.all(paths.map((path) => findBlockedFolder(path, user)));
  const folder = blocked.find((one) => one !== undefined);
  if (folder === undefined) return plain;
  await access(setpriv, constants.X_OK).catch(() => {
    throw new Error(
      `Postgres does not run as root, and the user "${userName}" has no access to ${folder}. Move the repository, set DATA_DIR to another folder, or run this command as another user.`,
    );
  });
  // no_setuid_fixup makes access(2), with which Postgres finds its files, respect the capability.
  const capabilities = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  const prefix = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...capabilities];
  return (command, args) => ({
    command: setpriv,
    args: [...prefix, '--', command, ...args],
    runAs: undefined,
  });
}
