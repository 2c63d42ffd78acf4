import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

async function fromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The command in brackets may hold spaces and brackets itself, so fields count from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? undefined : fields[19];
}

/**
 * When a process began, in the system's own words, or undefined when it runs no more. Together with
 * the pid it names one process for good: pids are used again.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') return await fromProc(pid);
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}

export interface ProcessIdentity {
  readonly pid: number;
  readonly began: string;
}

export async function isAlive({ pid, began }: ProcessIdentity): Promise<boolean> {
  return (await processStart(pid)) === began;
}
