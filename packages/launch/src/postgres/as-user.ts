import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RunAs } from './run-as.ts';

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly runAs: RunAs | undefined;
}

export type AsUser = (command: string, args: readonly string[]) => CommandLine;

const setpriv = '/usr/bin/setpriv';

async function mayPass(folder: string, { uid, gid }: RunAs): Promise<boolean> {
  const status = await stat(folder);
  const bit = status.uid === uid ? 0o100 : status.gid === gid ? 0o010 : 0o001;
  return (status.mode & bit) !== 0;
}

/** The first folder on the way to `path` that the user may not pass. */
async function obstacle(path: string, user: RunAs): Promise<string | undefined> {
  const folder = dirname(path);
  if (folder !== path) {
    const above = await obstacle(folder, user);
    if (above !== undefined) return above;
  }
  return (await mayPass(folder, user)) ? undefined : folder;
}

/**
 * How root runs something as the user Postgres was lent. Where the repository lies in a folder that
 * is root's alone, such as /root, that user gets the one right it takes to reach its files there.
 */
export async function asUser(user: RunAs | undefined, paths: readonly string[]): Promise<AsUser> {
  const plain: AsUser = (command, args) => ({ command, args, runAs: user });
  if (user === undefined) return plain;
  const obstacles = await Promise.all(paths.map((path) => obstacle(path, user)));
  const folder = obstacles.find((one) => one !== undefined);
  if (folder === undefined) return plain;
  await access(setpriv, constants.X_OK).catch(() => {
    throw new Error(
      `Postgres does not run as root, and its own user may not pass ${folder}: move the repository elsewhere, set DATA_DIR to a folder elsewhere, or run this as an ordinary user.`,
    );
  });
  // Without the last, access(2), by which Postgres finds its own files, would not heed that right.
  const rights = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  const change = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...rights, '--'];
  return (command, args) => ({
    command: setpriv,
    args: [...change, command, ...args],
    runAs: undefined,
  });
}
