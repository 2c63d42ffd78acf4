import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { reservePort } from './reserve-ports.ts';
import { waitFor } from './wait-for.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
/** Saves processor time: tests start the same apps many times. */
const compileCache = fileURLToPath(
  new URL('../../../node_modules/.cache/node-compile', import.meta.url),
);

export interface SpawnedApp {
  readonly url: string;
  /** Sends SIGKILL and waits for the exit. */
  crash(): Promise<void>;
  /** Sends SIGTERM and waits for the exit. Returns the exit code, or null if a signal ended it. */
  stop(): Promise<number | null>;
  /** Its output so far. */
  output(): string;
}

export interface SpawnOptions {
  /** Folder under apps/. */
  readonly app: 'api' | 'worker' | 'sandbox';
  /** The variable that names its port. */
  readonly portVariable: string;
  readonly env: Readonly<Record<string, string>>;
  /** A reserved port by default. */
  readonly port?: number;
  /** Milliseconds within which it must be ready; 2 minutes by default, because a busy machine is not a failure. */
  readonly readyWithinMs?: number;
}

/** Starts an app as a separate process and waits until it is ready. */
export async function spawnApp(options: SpawnOptions): Promise<SpawnedApp> {
  const port = options.port ?? (await reservePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [`apps/${options.app}/src/main.ts`], {
    cwd: repository,
    env: {
      ...process.env,
      LOG_LEVEL: 'info',
      NODE_COMPILE_CACHE: compileCache,
      // A busy machine is not an overload.
      REQUEST_QUEUE_MS: '60000',
      // The simulator has no limit.
      PROVIDER_REQUESTS_PER_SECOND: '1000',
      SHUTDOWN_GRACE_MS: '0',
      ...options.env,
      [options.portVariable]: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  await waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${options.app} ended:\n${printed}`);
      return (await fetch(`${url}/readyz`).catch(() => null))?.ok;
    },
    { what: `${options.app} to be ready`, timeoutMs: options.readyWithinMs ?? 120_000 },
  ).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`${options.app} is not ready:\n${printed}`, { cause: error });
  });
  return {
    url,
    crash: async () => {
      await end(child, 'SIGKILL');
    },
    stop: () => end(child, 'SIGTERM'),
    output: () => printed,
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  return child.exitCode;
}
