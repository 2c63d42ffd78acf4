import { until } from '../until.ts';
import { isAlive, type ProcessIdentity } from './process-identity.ts';

/** Signals a whole process group, so that what a process started goes with it. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    // Gone already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export interface StopOptions {
  readonly signal: NodeJS.Signals;
  /** Milliseconds before the group is killed. */
  readonly graceMs: number;
}

/** Asks a group to end, waits, and kills what is left. True when it ended by itself. */
export async function stopGroup(
  leader: ProcessIdentity,
  { signal, graceMs }: StopOptions,
): Promise<boolean> {
  if (await isAlive(leader)) {
    signalGroup(leader.pid, signal);
    await until(async () => !(await isAlive(leader)), { timeoutMs: graceMs, everyMs: 25 });
  }
  const gentle = !(await isAlive(leader));
  // A child that outlived its leader still carries the group's number.
  signalGroup(leader.pid, 'SIGKILL');
  await until(async () => !(await isAlive(leader)), { timeoutMs: 5_000, everyMs: 25 });
  return gentle;
}
