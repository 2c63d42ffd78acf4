import { isAlive } from './process-identity.ts';
import { readRun, removeRun } from './run-file.ts';
import { stopGroup } from './stop-group.ts';

const graceMs = 5_000;

/** Ends what a launcher that was killed left running, and says what that was. A live launcher's things stay. */
export async function stopLeftovers(file: string): Promise<string[]> {
  const run = readRun(file);
  if (run !== undefined && (await isAlive(run.launcher))) return [];
  const left: string[] = [];
  for (const leftover of [...(run?.processes ?? [])].reverse()) {
    if (!(await isAlive(leftover))) continue;
    left.push(leftover.name);
    await stopGroup(leftover, { signal: leftover.signal, graceMs });
  }
  removeRun(file);
  return left;
}
