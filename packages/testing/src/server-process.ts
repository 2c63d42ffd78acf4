import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reservePort } from './reserve-ports.ts';
import { waitFor } from './wait-for.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
/** Saves processor time: the same scripts are started many times. */
const compileCache = `${repository}node_modules/.cache/node-compile`;
/** A busy machine is not a failure. */
const READY_WITHIN_MS = 120_000;
const PRINTED_CHARACTERS = 10_000;

/** A server of its own process, which can be killed, paused and started again. */
export interface ServerProcess {
  readonly name: string;
  readonly url: string;
  /** 0 before the first start. */
  readonly pid: number;
  /**
   * Starts it and waits until /readyz responds 200.
   * @param env changes of its environment
   * @param directory another copy of the repository, for this start
   */
  start(env?: Readonly<Record<string, string>>, directory?: string): Promise<void>;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. Returns the exit code, or null if a signal ended it. */
  stop(): Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  hasEnded(): boolean;
  /** What it has printed so far. */
  output(): string;
}

export interface ServerProcessOptions {
  readonly name: string;
  /** The script, relative to the repository. */
  readonly script: string;
  /** Another copy of the repository. */
  readonly directory?: string;
  readonly port: number;
  /** The environment, apart from PATH. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Options of Node.js. */
  readonly nodeOptions?: readonly string[];
  /** Receives its output. Through the pipe that is used otherwise, it would wait for a busy parent. */
  readonly logFile?: string;
  /** Milliseconds within which it must be ready; 2 minutes by default. */
  readonly readyWithinMs?: number;
}

/** Creates a process, which `start` starts. */
export function createServerProcess(options: ServerProcessOptions): ServerProcess {
  const { name, script, directory = repository, port, nodeOptions = [], logFile } = options;
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let printed = '';
  const output = () => (logFile === undefined ? printed : readFileSync(logFile, 'utf8'));
  const hasEnded = () => !child || child.exitCode !== null || child.signalCode !== null;

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child && !hasEnded()) {
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    }
    return child?.exitCode ?? null;
  }

  return {
    name,
    url,
    get pid() {
      return child?.pid ?? 0;
    },
    async start(env = {}, cwd = directory) {
      const log = logFile === undefined ? 'pipe' : openSync(logFile, 'a', 0o600);
      const started: ChildProcess = spawn(process.execPath, [...nodeOptions, script], {
        cwd,
        // Next.js adds a required NODE_ENV to this type.
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: compileCache,
          ...options.env,
          ...env,
        } as unknown as NodeJS.ProcessEnv,
        stdio: ['ignore', log, log],
      });
      child = started;
      if (log !== 'pipe') closeSync(log);
      for (const stream of [started.stdout, started.stderr])
        stream?.on('data', (chunk: Buffer) => {
          printed += chunk.toString();
        });
      await waitFor(
        async () => {
          if (hasEnded()) throw new Error(`${name} ended`);
          const signal = AbortSignal.timeout(5_000);
          return (await fetch(`${url}/readyz`, { signal }).catch(() => null))?.ok;
        },
        { what: `${name} to be ready`, timeoutMs: options.readyWithinMs ?? READY_WITHIN_MS },
      ).catch(async (cause: unknown) => {
        await end('SIGKILL');
        throw new Error(`${name} is not ready:\n${output().slice(-PRINTED_CHARACTERS)}`, { cause });
      });
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    signal: (signal) => void child?.kill(signal),
    hasEnded,
    output,
  };
}

interface SpawnOptions {
  /** Folder under apps/. */
  readonly app: 'api' | 'worker' | 'sandbox';
  readonly env: Readonly<Record<string, string>>;
  /** A reserved port by default. */
  readonly port?: number;
  /** Milliseconds within which it must be ready; 2 minutes by default. */
  readonly readyWithinMs?: number;
}

/**
 * Starts an app as a separate process and waits until it is ready. Of the API and the worker it runs the bundle, which
 * must be built.
 */
export async function spawnApp({
  app,
  env,
  port,
  ...options
}: SpawnOptions): Promise<ServerProcess> {
  const reserved = port ?? (await reservePort());
  const server = createServerProcess({
    ...options,
    name: app,
    script: app === 'sandbox' ? 'apps/sandbox/src/main.ts' : `apps/${app}/dist/main.js`,
    port: reserved,
    env: {
      ...process.env,
      LOG_LEVEL: 'info',
      // A busy machine is not an overload.
      REQUEST_QUEUE_MS: '60000',
      // The simulator has no limit.
      PROVIDER_REQUESTS_PER_SECOND: '1000',
      SHUTDOWN_GRACE_MS: '0',
      ...env,
      [`${app.toUpperCase()}_PORT`]: String(reserved),
    },
  });
  await server.start();
  return server;
}
