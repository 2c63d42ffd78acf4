import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from './errors.ts';

/**
 * Writes a file that appears when it is complete, also after a crash, and replaces one with this name. It contains
 * personal data, so only this user may read it.
 * @throws UsageError if another process writes the file, or was killed while it did
 */
export async function writeNewFile(
  file: string,
  work: (partial: FileHandle) => Promise<void>,
): Promise<void> {
  const name = `${file}.partial`;
  const partial = await openPartial(name);
  try {
    try {
      await work(partial);
      await partial.sync();
    } finally {
      await partial.close();
    }
    await rename(name, file);
  } catch (error) {
    await rm(name, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** Makes the creation, renaming and removal of files in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openPartial(name: string): Promise<FileHandle> {
  try {
    return await open(name, 'wx', 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new UsageError(
      `${name} exists: another command writes it, or one was interrupted. If none is running, remove it and run the command again.`,
    );
  }
}
