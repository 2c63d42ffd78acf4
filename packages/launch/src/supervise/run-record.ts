import { spawn } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive, type ProcessIdentity, processStartTime, stopGroup } from './process-group.ts';

// Source, or a bundle with the watchdog in the same folder.
const watchdogFile = fileURLToPath(new URL(`watchdog${extname(import.meta.url)}`, import.meta.url));
/** Longer than an app needs to leave and to drain by default. */
const graceMs = 30_000;

export interface RunningProcess extends ProcessIdentity {
  readonly name: string;
  readonly stopSignal: NodeJS.Signals;
}

/** The contents of run.json. */
export interface Run {
  readonly launcher: ProcessIdentity;
  /** In start order. They are stopped in reverse order. */
  readonly processes: readonly RunningProcess[];
}

export interface RunRecord {
  readonly add: (started: RunningProcess) => void;
  readonly remove: (pid: number) => void;
  /** Deletes the file and ends the watchdog. Call it when every process has ended. */
  readonly close: () => void;
}

/** Reads the record of a running launcher, or of one that was killed. */
export function readRun(file: string): Run | undefined {
  try {
    const run: Partial<Run> | null = JSON.parse(readFileSync(file, 'utf8'));
    return run?.launcher && Array.isArray(run.processes) ? (run as Run) : undefined;
  } catch {
    return undefined;
  }
}

// Renaming is atomic: a reader never sees a partial file.
function writeRun(file: string, run: Run): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(run), { mode: 0o600 });
  renameSync(draft, file);
}

/** Creates the file. Returns false if another process has created it. */
function createRun(file: string, run: Run): boolean {
  try {
    writeFileSync(file, JSON.stringify(run), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Records the running processes in a file and starts the watchdog, which stops them if this process
 * is killed.
 * @throws Error when another launcher uses the file
 */
export async function openRunRecord(file: string): Promise<RunRecord> {
  const startTime = await processStartTime(process.pid);
  if (startTime === undefined) throw new Error('The start time of this process is not available.');
  const launcher = { pid: process.pid, startTime };
  let processes: RunningProcess[] = [];
  const write = () => writeRun(file, { launcher, processes });
  if (!createRun(file, { launcher, processes })) {
    throw new Error(`Another launcher starts in the same folder: ${file} exists.`);
  }
  const watchdog = spawn(process.execPath, [watchdogFile, file], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  // The product also works without the watchdog.
  watchdog.on('error', () => {});
  watchdog.stdin?.on('error', () => {});
  return {
    add: (started) => {
      processes = [...processes, started];
      write();
    },
    remove: (pid) => {
      processes = processes.filter((one) => one.pid !== pid);
      write();
    },
    close: () => {
      rmSync(file, { force: true });
      watchdog.stdin?.end();
    },
  };
}

/** Stops the processes of a launcher that was killed, and returns their names. Does nothing while the launcher runs. */
export async function stopOrphans(file: string): Promise<string[]> {
  const run = readRun(file);
  if (run !== undefined && (await isAlive(run.launcher))) return [];
  const stopped: string[] = [];
  for (const orphan of [...(run?.processes ?? [])].reverse()) {
    if (!(await isAlive(orphan))) continue;
    stopped.push(orphan.name);
    await stopGroup(orphan, { signal: orphan.stopSignal, graceMs });
  }
  rmSync(file, { force: true });
  return stopped;
}
