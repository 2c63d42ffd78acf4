import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { until } from '../until.ts';

const run = promisify(execFile);

/** The fields of a process in /proc from its state on. */
async function readStat(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The command in parentheses may contain spaces and parentheses, so fields count from its end.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function startTimeFromProc(pid: number): Promise<string | undefined> {
  const fields = await readStat(pid);
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

/** The parent of each process of the system. */
async function listParents(): Promise<ReadonlyMap<number, number>> {
  if (process.platform === 'linux') {
    const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
    const read = (pid: number) =>
      readStat(pid).then(
        ([, parent]) => Number(parent),
        () => 0,
      );
    return new Map(await Promise.all(pids.map(async (pid) => [pid, await read(pid)] as const)));
  }
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  return new Map(rows.map(([pid = 0, parent = 0]) => [pid, parent]));
}

/** The processes that a process and its descendants have started, also those in groups of their own. */
async function listDescendants(pid: number): Promise<readonly ProcessIdentity[]> {
  const parents = await listParents().catch(() => new Map<number, number>());
  const found = [pid];
  for (const one of found) {
    for (const [child, parent] of parents) if (parent === one) found.push(child);
  }
  const identities = await Promise.all(
    found.slice(1).map(async (child) => ({ pid: child, startTime: await processStartTime(child) })),
  );
  return identities.filter((one): one is ProcessIdentity => one.startTime !== undefined);
}

/** Sends a signal to a process and the other processes of its group. Ignores a group that has ended. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

export interface StopOptions {
  readonly signal: NodeJS.Signals;
  /** Milliseconds until the group gets SIGKILL. */
  readonly graceMs: number;
}

/**
 * Stops a process group, by force after the grace period, and then whatever its leader has started and that still
 * runs. Returns true if the leader needed no force.
 */
export async function stopGroup(
  leader: ProcessIdentity,
  { signal, graceMs }: StopOptions,
): Promise<boolean> {
  const descendants = await listDescendants(leader.pid);
  if (await isAlive(leader)) {
    signalGroup(leader.pid, signal);
    await until(async () => !(await isAlive(leader)), { timeoutMs: graceMs, intervalMs: 25 });
  }
  const stoppedItself = !(await isAlive(leader));
  // Children of the leader may still run in its group.
  signalGroup(leader.pid, 'SIGKILL');
  for (const one of descendants) if (await isAlive(one)) killProcess(one.pid);
  await until(async () => !(await isAlive(leader)), { timeoutMs: 5_000, intervalMs: 25 });
  return stoppedItself;
}
