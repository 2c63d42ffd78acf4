import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function commandOf(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
  } catch {
    // No /proc on macOS, and no such process ends here too.
    return await run('ps', ['-o', 'command=', '-p', String(pid)]).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
  }
}

async function lockFile(directory: string): Promise<string | undefined> {
  return await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => undefined);
}

/** The pid of the Postgres that works in this data directory now, if one does. */
export async function postgresIn(directory: string): Promise<number | undefined> {
  const pid = Number((await lockFile(directory))?.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const command = await commandOf(pid);
  return command.includes('postgres') && command.includes(directory) ? pid : undefined;
}

/**
 * Takes away the lock file of a Postgres that was killed. Postgres does so itself, unless another
 * process of the same user has got the dead one's number meanwhile, as happens in containers.
 */
export async function removeStaleLock(directory: string): Promise<boolean> {
  if ((await lockFile(directory)) === undefined) return false;
  if ((await postgresIn(directory)) !== undefined) return false;
  await rm(join(directory, 'postmaster.pid'), { force: true });
  return true;
}
