import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { until } from '../until.ts';

const run = promisify(execFile);

async function startTimeFromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The command in parentheses may contain spaces and parentheses, so fields count from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? undefined : fields[19];
}

/** When a process started, in the system's own format. Undefined when it does not run. */
export async function processStartTime(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') return await startTimeFromProc(pid);
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Identifies one process: a pid alone may be reused. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
}

export async function isAlive({ pid, startTime }: ProcessIdentity): Promise<boolean> {
  return (await processStartTime(pid)) === startTime;
}

/** Sends a signal to a process and its descendants. Ignores a group that has ended. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export interface StopOptions {
  readonly signal: NodeJS.Signals;
  /** Milliseconds until the group gets SIGKILL. */
  readonly graceMs: number;
}

/** Stops a process group, by force after the grace period. Returns true if force was not necessary. */
export async function stopGroup(
  leader: ProcessIdentity,
  { signal, graceMs }: StopOptions,
): Promise<boolean> {
  if (await isAlive(leader)) {
    signalGroup(leader.pid, signal);
    await until(async () => !(await isAlive(leader)), { timeoutMs: graceMs, intervalMs: 25 });
  }
  const stoppedItself = !(await isAlive(leader));
  // Children of the leader may still run in its group.
  signalGroup(leader.pid, 'SIGKILL');
  await until(async () => !(await isAlive(leader)), { timeoutMs: 5_000, intervalMs: 25 });
  return stoppedItself;
}
