import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@parley/testing';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const compileCache = fileURLToPath(
  new URL('../../node_modules/.cache/node-compile', import.meta.url),
);
/** On a busy machine a start takes long, which must not end a benchmark. */
const READY_WITHIN_MS = 120_000;

/** Settings of production for a process that is measured on this machine. */
export const productionSettings = {
  NODE_ENV: 'production',
  API_URL: 'https://api.example.com',
  CHECKOUT_URL: 'https://pay.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@example.com',
  SHUTDOWN_GRACE_MS: '0',
};

/** A server process. */
export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** The script, relative to the repository. */
  readonly script: string;
  readonly port: number;
  /** The complete environment, apart from PATH: nothing else is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Receives the output, so that no other process spends time on reading it. */
  readonly logFile: string;
  /** Options of Node.js. */
  readonly nodeOptions?: readonly string[];
}

/** Starts a server as a separate process and waits until /readyz responds 200. */
export async function startProcess(options: ServerOptions): Promise<ServerProcess> {
  const { script, port, env, logFile, nodeOptions = [] } = options;
  const url = `http://127.0.0.1:${port}`;
  const log = await open(logFile, 'a', 0o600);
  const child = spawn(process.execPath, [...nodeOptions, script], {
    cwd: repository,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  await waitFor(
    async () => {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`${script} ended:\n${await readFile(logFile, 'utf8')}`);
      }
      return (await fetch(`${url}/readyz`).catch(() => null))?.ok;
    },
    { what: `${script} to be ready`, timeoutMs: READY_WITHIN_MS },
  ).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    pid: child.pid ?? 0,
    url,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}
