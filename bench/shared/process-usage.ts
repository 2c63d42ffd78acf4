import { readFile } from 'node:fs/promises';

/** Microseconds of one clock tick of /proc/<pid>/stat: Linux reports hundredths of a second. */
const TICK_MICROSECONDS = 10_000;

/** Returns the processor time of a process, user and system, in microseconds; 0 if it has ended. */
export async function cpuMicrosecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The fields follow the name, which is in parentheses and may contain spaces.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')'))
    .split(' ')
    .slice(12, 14)
    .map(Number);
  return (user + system) * TICK_MICROSECONDS;
}

/** Returns the resident memory of a process in bytes; 0 if it has ended. */
export async function residentBytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
