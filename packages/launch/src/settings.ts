import { join, resolve } from 'node:path';
import { type Ports, readPorts } from './ports.ts';
import { repository } from './repository.ts';

export interface Urls {
  /** Origins, without a trailing slash. */
  readonly api: string;
  readonly dashboard: string;
  readonly checkout: string;
  readonly sandbox: string;
  /** Empty in production without `DOCS_URL`: the documentation is not served then. */
  readonly docs: string;
  readonly shop: string;
}

export interface Settings {
  readonly production: boolean;
  /** The address every process listens on. */
  readonly host: string;
  readonly ports: Ports;
  readonly urls: Urls;
  /** An existing server. Undefined: the embedded Postgres. */
  readonly databaseUrl: string | undefined;
  /** The server that sends email. Undefined: messages are stored in a folder, except in production. */
  readonly smtpUrl: string | undefined;
  readonly folders: Folders;
  /** Milliseconds that a process has to end after a stop signal, before it is killed. */
  readonly stopTimeoutMs: number;
}

interface Folders {
  readonly data: string;
  readonly postgres: string;
  readonly logs: string;
  readonly mail: string;
  readonly secretsFile: string;
  readonly demoFile: string;
  readonly runFile: string;
}

function foldersIn(data: string): Folders {
  return {
    data,
    postgres: join(data, 'postgres'),
    logs: join(data, 'logs'),
    mail: join(data, 'mail'),
    secretsFile: join(data, 'secrets.json'),
    demoFile: join(data, 'demo.json'),
    runFile: join(data, 'run.json'),
  };
}

function origin(env: NodeJS.ProcessEnv, variable: string, port: number): string {
  const text = env[variable];
  if (text === undefined || text === '') return `http://localhost:${port}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new Error(
      `${variable} must be an http or https URL such as http://localhost:${port}, not "${text}".`,
    );
  }
  return url.origin;
}

/** The apps drain for up to 20 s after their grace period, and then exit by themselves. */
const DRAIN_MS = 20_000;
const STOP_MARGIN_MS = 5_000;
/** The default of SHUTDOWN_GRACE_MS. In development the launcher sets 0. */
const PRODUCTION_GRACE_MS = 5_000;

function readStopTimeout({ SHUTDOWN_GRACE_MS: text }: NodeJS.ProcessEnv, production: boolean) {
  const graceMs = text ? Number(text) : production ? PRODUCTION_GRACE_MS : 0;
  if (!Number.isInteger(graceMs) || graceMs < 0) {
    throw new Error(`SHUTDOWN_GRACE_MS must be a number of milliseconds, not "${text}".`);
  }
  return graceMs + DRAIN_MS + STOP_MARGIN_MS;
}

/**
 * Reads every setting of the launcher from the environment.
 * @throws Error that names the variable
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const ports = readPorts(env);
  const production = env.NODE_ENV === 'production';
  if (env.DOCS_URL && URL.canParse(env.DOCS_URL) && new URL(env.DOCS_URL).pathname !== '/') {
    throw new Error(
      'DOCS_URL must be an origin without a path, where the links of the site begin.',
    );
  }
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new Error(
      'DATABASE_URL must begin with postgresql://. Remove it to use the embedded Postgres.',
    );
  }
  return {
    production,
    host: env.HOST || '127.0.0.1',
    ports,
    urls: {
      api: origin(env, 'API_URL', ports.api),
      dashboard: origin(env, 'DASHBOARD_URL', ports.dashboard),
      checkout: origin(env, 'CHECKOUT_URL', ports.checkout),
      docs: production && !env.DOCS_URL ? '' : origin(env, 'DOCS_URL', ports.docs),
      // The sandbox does not run in production.
      sandbox: production ? '' : origin(env, 'SANDBOX_PUBLIC_URL', ports.sandbox),
      // Another site than the payer page, as shops are for browsers. Nor does it run in production.
      shop: production ? '' : `http://127.0.0.1:${ports.shop}`,
    },
    databaseUrl,
    smtpUrl: env.SMTP_URL || undefined,
    stopTimeoutMs: readStopTimeout(env, production),
    folders: foldersIn(resolve(repository, env.DATA_DIR || '.data')),
  };
}
