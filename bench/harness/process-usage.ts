import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { sum } from './statistics.ts';

/** Microseconds of one clock tick of /proc/<pid>/stat: Linux reports hundredths of a second. */
const TICK_MICROSECONDS = 10_000;

/** Returns the fields of /proc/<pid>/stat after the name; an empty list if the process has ended. */
async function readStat(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name is in parentheses and may contain spaces.
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/** Returns the processor time of a process, user and system, in microseconds; 0 if it has ended. */
export async function readCpuMicroseconds(pid: number): Promise<number> {
  return sum((await readStat(pid)).slice(11, 13)) * TICK_MICROSECONDS;
}

export interface PostgresUsage {
  /** Returns the processor time of all processes of the servers so far, in microseconds. */
  read(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Connects at the first read.
 * @param urls of the servers, which run on this machine and whose usage is added up
 */
export function createPostgresUsage(urls: readonly string[]): PostgresUsage {
  let servers: ReturnType<typeof openServer>[] | undefined;
  return {
    read: async () => {
      servers ??= urls.map(openServer);
      return sum(await Promise.all(servers.map(async (server) => (await server).read())));
    },
    close: async () => {
      for (const server of servers ?? []) await (await server).close();
    },
  };
}

async function openServer(url: string): Promise<PostgresUsage> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const [, server = 0] = await readStat(rows[0]?.pid ?? 0);
  return {
    async read() {
      // Background processes, such as the one that writes the log, are part of the list.
      const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
      const running = await Promise.all(rows.map(({ pid }) => readCpuMicroseconds(pid)));
      const ofEndedChildren = sum((await readStat(server)).slice(13, 15)) * TICK_MICROSECONDS;
      return sum(running) + ofEndedChildren;
    },
    close: () => client.end(),
  };
}
