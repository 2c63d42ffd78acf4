import { readFile } from 'node:fs/promises';

/** Microseconds of one clock tick of /proc/<pid>/stat: Linux reports hundredths of a second. */
const TICK_MICROSECONDS = 10_000;

/** Returns the fields of /proc/<pid>/stat after the name; an empty list if the process has ended. */
async function statOf(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name is in parentheses and may contain spaces.
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/** Returns the processor time of a process, user and system, in microseconds; 0 if it has ended. */
export async function cpuMicrosecondsOf(pid: number): Promise<number> {
  const [user = 0, system = 0] = (await statOf(pid)).slice(11, 13);
  return (user + system) * TICK_MICROSECONDS;
}

/** Returns the processor time of the children of a process that have ended, in microseconds. */
export async function endedChildrenMicrosecondsOf(pid: number): Promise<number> {
  const [user = 0, system = 0] = (await statOf(pid)).slice(13, 15);
  return (user + system) * TICK_MICROSECONDS;
}

/** Returns the process id of the parent of a process. */
export async function parentOf(pid: number): Promise<number> {
  return (await statOf(pid))[1] ?? 0;
}

/** Returns the resident memory of a process in bytes; 0 if it has ended. */
export async function residentBytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
