import { mkdir } from 'node:fs/promises';
import type { Settings } from '../settings/settings.ts';
import { isAlive } from '../supervise/process-identity.ts';
import { readRun } from '../supervise/run-file.ts';
import { stopLeftovers } from '../supervise/stop-leftovers.ts';

/** Makes sure that nobody else works in this data folder, and clears away what a killed start left running. */
export async function claimFolder(
  { folders, urls }: Settings,
  say: (line: string) => void,
): Promise<void> {
  // Others may pass through, as Postgres's user must when this is root, but not look around.
  await mkdir(folders.data, { recursive: true, mode: 0o711 });
  const run = readRun(folders.runFile);
  if (run !== undefined && (await isAlive(run.launcher))) {
    throw new Error(
      `Parley runs already (pid ${run.launcher.pid}): ${urls.dashboard}. Stop it there with Ctrl-C, or give this one its own DATA_DIR and ports.`,
    );
  }
  const left = await stopLeftovers(folders.runFile);
  if (left.length > 0) say(`Stopped what an earlier start had left running: ${left.join(', ')}.`);
}
