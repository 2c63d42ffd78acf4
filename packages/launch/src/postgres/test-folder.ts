import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availableMemory } from 'node:process';

/** Where Linux keeps files in memory. */
const MEMORY_FOLDER = '/dev/shm';

/** What the databases of a test run and its servers take at most, with a margin. */
const NEEDED_BYTES = 4 * 1024 ** 3;

const prefix = 'parley-test-';

async function hasMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY_FOLDER).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= NEEDED_BYTES && availableMemory() >= 2 * NEEDED_BYTES;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process exists too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Deletes what killed processes left in a folder, which would take memory until the machine restarts. */
export async function deleteLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = name.startsWith(prefix)
      ? Number.parseInt(name.slice(prefix.length), 10)
      : Number.NaN;
    if (pid > 0 && !isRunning(pid)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Creates a folder for the databases of a test: in memory if the machine has enough of it, where a copy of the
 * template database takes a tenth of the time. TMPDIR names another folder if memory is to stay free.
 */
export async function createTestFolder(): Promise<string> {
  const name = `${prefix}${process.pid}-`;
  if (process.env.TMPDIR === undefined && (await hasMemory())) {
    await deleteLeftovers(MEMORY_FOLDER).catch(() => {});
    const folder = await mkdtemp(join(MEMORY_FOLDER, name)).catch(() => null);
    if (folder !== null) return folder;
  }
  return await mkdtemp(join(tmpdir(), name));
}
