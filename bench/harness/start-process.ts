import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reservePort, waitFor } from '@parley/testing';
import type { MerchantDatabase } from './merchant-database.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const compileCache = join(repository, 'node_modules/.cache/node-compile');
/** On a busy machine a start takes long, which must not end a benchmark. */
const READY_WITHIN_MS = 120_000;

/** Settings of production for a process that is measured on this machine. */
const productionSettings = {
  NODE_ENV: 'production',
  API_URL: 'https://api.example.com',
  CHECKOUT_URL: 'https://pay.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@example.com',
  SHUTDOWN_GRACE_MS: '0',
};

/** The limits that a load from one address, with one key and of one provider account would reach first. */
const withoutClientLimits = {
  API_RATE_LIMIT_PER_KEY: '1000000',
  API_RATE_LIMIT_PER_KEY_BURST: '1000000',
  API_PROVIDER_EVENTS_PER_SECOND: '1000000',
  API_PROVIDER_EVENTS_BURST: '1000000',
  API_PROVIDER_EVENT_KIB_PER_SECOND: '1000000',
  API_PROVIDER_EVENT_KIB_BURST: '1000000',
  API_RATE_LIMIT_PER_ADDRESS: '1000000',
  API_RATE_LIMIT_PER_ADDRESS_BURST: '1000000',
  PROVIDER_REQUESTS_PER_SECOND: '10000',
  API_MAX_CONNECTIONS_PER_ADDRESS: '5000',
  API_MAX_UPLOADS_PER_ADDRESS: '1000',
  API_MAX_UNAUTHENTICATED_UPLOADS_PER_ADDRESS: '200',
};

/** A server process. */
export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<void>;
}

interface ServerOptions {
  /** The script, relative to the repository. */
  readonly script: string;
  /** Another copy of the repository. */
  readonly directory?: string;
  /** The variable that names its port. */
  readonly portVariable: string;
  /** The rest of the environment, apart from PATH: nothing else is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder of its log: through a pipe, a server would wait for the process that reads it. */
  readonly folder: string;
  /** Options of Node.js. */
  readonly nodeOptions?: readonly string[];
}

/** Starts a server on a free port and waits until /readyz responds 200. */
export async function startProcess(options: ServerOptions): Promise<ServerProcess> {
  const { script, directory = repository, portVariable, env, folder, nodeOptions = [] } = options;
  const port = await reservePort();
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(folder, `${basename(dirname(dirname(script)))}-${port}.log`);
  const log = await open(logFile, 'a', 0o600);
  const child = spawn(process.execPath, [...nodeOptions, script], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      ...env,
      [portVariable]: String(port),
    },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  await waitFor(
    async () => {
      if (hasEnded()) throw new Error(`${script} ended:\n${await readFile(logFile, 'utf8')}`);
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
      if (hasEnded()) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** Starts the API with the settings of production, apart from the limits per client. */
export const startApi = (
  { url, encryptionKeys }: Pick<MerchantDatabase, 'url' | 'encryptionKeys'>,
  { env, ...options }: Pick<ServerOptions, 'folder' | 'nodeOptions'> & Partial<ServerOptions>,
): Promise<ServerProcess> =>
  startProcess({
    script: 'apps/api/src/main.ts',
    portVariable: 'API_PORT',
    env: {
      ...productionSettings,
      ...withoutClientLimits,
      DATABASE_URL: url,
      PARLEY_ENCRYPTION_KEYS: encryptionKeys,
      ...env,
    },
    ...options,
  });
