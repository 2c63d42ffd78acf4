import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { preparePostgres } from '@parley/launch/prepare-postgres';
import { waitFor } from '@parley/testing';
import { runSql } from '../harness/database.ts';

const PASSWORD = 'chaos';
const READY_WITHIN_MS = 60_000;

interface PostgresOptions {
  /** The folder of the data and the log. */
  readonly folder: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
}

/** A PostgreSQL server with fsync that can be killed, paused and started again with its data. */
export interface PostgresServer {
  readonly adminUrl: string;
  readonly port: number;
  start(): Promise<void>;
  /** Sends SIGKILL to the first process and waits until all its processes have ended. */
  kill(): Promise<void>;
  /** Sends a signal to the first process and all its children. */
  signal(signal: NodeJS.Signals): Promise<void>;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

/** Creates the data directory and starts the server. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { folder, port } = options;
  await chmod(folder, 0o711);
  const prepare = () =>
    preparePostgres({
      directory: join(folder, 'data'),
      port,
      password: PASSWORD,
      durable: true,
      settings: { shared_buffers: '128MB', max_wal_size: '256MB', ...options.settings },
    });
  const { adminUrl } = await prepare();
  let child: ChildProcess | undefined;

  const hasEnded = () =>
    child === undefined || child.exitCode !== null || child.signalCode !== null;

  async function start(): Promise<void> {
    const { command, args, runAs } = await prepare();
    const output = await open(join(folder, 'postgres.log'), 'a', 0o600);
    child = spawn(command, args, {
      ...runAs,
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    await output.close();
    await waitFor(
      () => {
        if (hasEnded()) throw new Error(`PostgreSQL ended; see ${folder}/postgres.log`);
        return runSql(adminUrl, 'SELECT 1').then(
          () => true,
          () => false,
        );
      },
      { what: 'PostgreSQL to accept connections', timeoutMs: READY_WITHIN_MS, everyMs: 50 },
    );
  }

  async function kill(): Promise<void> {
    const pid = child?.pid;
    if (!child || pid === undefined || hasEnded()) return;
    const children = await findChildren(pid);
    const exit = once(child, 'exit');
    process.kill(pid, 'SIGKILL');
    await exit;
    // The others notice it and end. Until then they use the data directory.
    while ((await Promise.all(children.map(isRunning))).some(Boolean)) await delay(20);
  }

  return {
    adminUrl,
    port,
    start,
    kill,
    hasEnded,
    async signal(signal) {
      const pid = child?.pid;
      if (pid === undefined || hasEnded()) return;
      for (const one of [pid, ...(await findChildren(pid))]) sendSignal(one, signal);
    },
    async stop() {
      if (!child || hasEnded()) return;
      const exit = once(child, 'exit');
      child.kill('SIGINT');
      const late = setTimeout(() => child?.kill('SIGKILL'), 20_000);
      await exit;
      clearTimeout(late);
    },
  };
}

/** Sends a signal to a process, unless it has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The state and the parent of a process, from /proc; null if there is none. */
async function readProcess(pid: number): Promise<{ state: string; parent: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  const [state, parent] = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
  return state === undefined ? null : { state, parent: Number(parent) };
}

const isRunning = async (pid: number): Promise<boolean> => {
  const found = await readProcess(pid);
  return found !== null && found.state !== 'Z';
};

async function findChildren(pid: number): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    names.map(async (name) => ((await readProcess(name))?.parent === pid ? name : null)),
  );
  return found.filter((one) => one !== null);
}
