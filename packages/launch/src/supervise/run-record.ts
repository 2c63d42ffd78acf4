import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { processStart } from './process-identity.ts';
import { claimRun, type RunningProcess, removeRun, writeRun } from './run-file.ts';

const guardFile = fileURLToPath(new URL('guard.ts', import.meta.url));

export interface RunRecord {
  readonly add: (started: RunningProcess) => void;
  readonly remove: (pid: number) => void;
  /** Nothing runs any more: the file goes, and the guard with it. */
  readonly close: () => void;
}

/** Writes down what runs, for the guard and for the next start to find if this process is killed. */
export async function keepRunRecord(file: string): Promise<RunRecord> {
  const began = await processStart(process.pid);
  if (began === undefined) throw new Error('The system does not say when this process began.');
  const launcher = { pid: process.pid, began };
  let processes: RunningProcess[] = [];
  const write = () => writeRun(file, { launcher, processes });
  if (!claimRun(file, { launcher, processes })) {
    throw new Error(`Another start is at work in the same folder: ${file} is there already.`);
  }
  const guard: ChildProcess = spawn(process.execPath, [guardFile, file], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  // Without its guard the product runs just as well.
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
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
      removeRun(file);
      guard.stdin?.end();
    },
  };
}
