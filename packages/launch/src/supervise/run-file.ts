import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { ProcessIdentity } from './process-identity.ts';

export interface RunningProcess extends ProcessIdentity {
  readonly name: string;
  /** What it is asked to end with. */
  readonly signal: NodeJS.Signals;
}

export interface Run {
  readonly launcher: ProcessIdentity;
  /** In the order they were started: they end in the opposite one. */
  readonly processes: readonly RunningProcess[];
}

function isRun(value: unknown): value is Run {
  return (
    typeof value === 'object' &&
    value !== null &&
    'launcher' in value &&
    'processes' in value &&
    Array.isArray(value.processes)
  );
}

/** Who runs here now, or ran here until something ended it without warning. */
export function readRun(file: string): Run | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRun(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

// Synchronous and by renaming: at any moment the file tells the whole truth.
export function writeRun(file: string, run: Run): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(run), { mode: 0o600 });
  renameSync(draft, file);
}

/** Writes the first record; false when somebody else has done so meanwhile. */
export function claimRun(file: string, run: Run): boolean {
  try {
    writeFileSync(file, JSON.stringify(run), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

export function removeRun(file: string): void {
  rmSync(file, { force: true });
}
