import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@parley/testing';
import { sendSignal } from './postgres-server.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const compileCache = join(repository, 'node_modules/.cache/node-compile');
const READY_WITHIN_MS = 120_000;
const PRINTED_CHARACTERS = 4_000;

interface ProcessOptions {
  readonly name: string;
  /** Relative to the repository. */
  readonly script: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  /** The folder of its log. */
  readonly logFolder: string;
  /** Modules that are loaded before the script. */
  readonly preloads: readonly string[];
}

/** A process of the product or the simulator, which can be killed, paused and started again. */
export interface ManagedProcess {
  readonly name: string;
  readonly url: string;
  /** Starts it and waits until /readyz responds 200. @param env changes of its environment */
  start(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. Returns the exit code, or null if a signal ended it. */
  stop(): Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  hasEnded(): boolean;
}

/** Creates a process, which `start` starts. */
export function createProcess(options: ProcessOptions): ManagedProcess {
  const { name, script, port, logFolder, preloads } = options;
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const hasEnded = () =>
    child === undefined || child.exitCode !== null || child.signalCode !== null;

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (!child || hasEnded()) return child?.exitCode ?? null;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  }

  return {
    name,
    url,
    async start(env = {}) {
      const log = await open(join(logFolder, `${name}.log`), 'a', 0o600);
      const started = spawn(
        process.execPath,
        [...preloads.flatMap((file) => ['--import', file]), script],
        {
          cwd: repository,
          env: {
            PATH: process.env.PATH,
            NODE_COMPILE_CACHE: compileCache,
            ...options.env,
            ...env,
          },
          stdio: ['ignore', log.fd, log.fd],
        },
      );
      child = started;
      await log.close();
      await waitFor(
        async () => {
          if (started.exitCode !== null || started.signalCode !== null)
            throw new Error(`${name} ended:\n${await readEnd(join(logFolder, `${name}.log`))}`);
          const signal = AbortSignal.timeout(2_000);
          return (await fetch(`${url}/readyz`, { signal }).catch(() => null))?.ok;
        },
        { what: `${name} to be ready`, timeoutMs: READY_WITHIN_MS, everyMs: 100 },
      );
    },
    async kill() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    signal(signal) {
      if (child?.pid !== undefined && !hasEnded()) sendSignal(child.pid, signal);
    },
    hasEnded,
  };
}

const readEnd = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8')).slice(-PRINTED_CHARACTERS);
