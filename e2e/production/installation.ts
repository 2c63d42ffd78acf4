import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readSettings } from '@parley/launch/settings';
import { startProduct } from '@parley/launch/start-product';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import {
  type Collector,
  hasPgBouncer,
  type ServerProcess,
  spawnApp,
  startCollector,
  startPgBouncer,
} from '@parley/testing';
import { reservePorts } from '@parley/testing/ports';
import { hosts } from './hosts.ts';
import { type Inbox, startInbox } from './inbox.ts';
import { startTlsProxy } from './tls-proxy.ts';

const repository = join(import.meta.dirname, '..', '..');
/** The secret key of the simulated CAPTCHA provider. */
const captchaSecret = 'sandbox_captcha_secret';
const letters = () => randomBytes(12).toString('hex');

export interface Installation {
  readonly urls: { readonly api: string; readonly dashboard: string };
  /** Local URLs of all API processes. */
  readonly apiProcesses: readonly string[];
  readonly providerKeys: { readonly secret: string; readonly publishable: string };
  /** Advances the time of the simulated provider. */
  advanceProviderClock(seconds: number): Promise<void>;
  readonly inbox: Inbox;
  /** Receives the telemetry of every process. */
  readonly collector: Collector;
  readonly databaseUrl: string;
  readonly captchaSecret: string;
  /** Arguments with which Chromium resolves the public host names. */
  readonly chromiumArguments: readonly string[];
  /** Runs an admin command and returns its result. */
  admin(...args: readonly string[]): Promise<unknown>;
  /** Everything that the processes logged. */
  logs(): string;
  stop(): Promise<void>;
}

/**
 * Starts Parley as an operator does: in production mode, with an empty database, behind a proxy that
 * terminates TLS, with a second API process and a second worker. The second API process connects through
 * PgBouncer if that is installed. The provider is simulated under its real host names.
 */
export async function startInstallation(): Promise<Installation> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    return await start(stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  stops: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-production-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o711);
  const postgres = await throwawayPostgres({ inMemory: true });
  stops.push(postgres.stop);
  const inbox = await startInbox();
  stops.push(inbox.stop);
  const collector = await startCollector();
  stops.push(async () => collector.stop());
  const [api = 0, dashboard = 0, checkout = 0, worker = 0, provider = 0] = await reservePorts(5);
  const script = (path: string) => path.replace(/^\/\w+\/stripe\.js/, '/v3/stripe.js');
  const proxy = await startTlsProxy({
    [hosts.api]: { port: api },
    [hosts.dashboard]: { port: dashboard },
    [hosts.checkout]: { port: checkout },
    [hosts.providerApi]: { port: provider },
    [hosts.providerScript]: { port: provider, rewrite: script },
  });
  stops.push(proxy.stop);
  const certificateFile = join(folder, 'certificate.pem');
  await writeFile(certificateFile, proxy.certificate);

  const database = (name: string) => {
    const url = new URL(postgres.adminUrl);
    url.pathname = `/${name}`;
    return url.href;
  };
  const network = {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'redirect-connections.mjs')}`,
    NODE_EXTRA_CA_CERTS: certificateFile,
    PARLEY_TEST_HOSTS: Object.values(hosts).join(','),
    PARLEY_TEST_TLS_PORT: String(proxy.port),
  };
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: database('parley'),
    PARLEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    BETTER_AUTH_SECRET: randomBytes(32).toString('base64url'),
    API_URL: `https://${hosts.api}`,
    DASHBOARD_URL: `https://${hosts.dashboard}`,
    CHECKOUT_URL: `https://${hosts.checkout}`,
    SMTP_URL: inbox.smtpUrl,
    MAIL_FROM: 'Parley <no-reply@parley.example>',
    TRUST_PROXY: '1',
    SHUTDOWN_GRACE_MS: '0',
    ...collector.env,
    ...network,
  };
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...settings,
    CAPTCHA_SITE_KEY: 'site',
    CAPTCHA_SECRET: captchaSecret,
    CAPTCHA_SCRIPT_URL: `https://${hosts.providerScript}/captcha/api.js`,
    CAPTCHA_VERIFY_URL: `http://127.0.0.1:${provider}/captcha/siteverify`,
    DATA_DIR: join(folder, 'data'),
    API_PORT: String(api),
    DASHBOARD_PORT: String(dashboard),
    CHECKOUT_PORT: String(checkout),
    WORKER_PORT: String(worker),
  };
  const printed: string[] = [];
  const product = await startProduct({
    settings: readSettings(env),
    env,
    reset: false,
    log: (line) => printed.push(line),
    print: (line) => printed.push(line),
    signal: new AbortController().signal,
  });
  stops.push(product.stop);
  const pooled: Record<string, string> = {};
  // A Debian package, which an installation with npm lacks. Workers connect to PostgreSQL directly.
  if (hasPgBouncer()) {
    const bouncer = await startPgBouncer(settings.DATABASE_URL);
    stops.push(bouncer.stop);
    pooled.DATABASE_URL = bouncer.url;
    pooled.DATABASE_PREPARED_STATEMENTS = 'false';
  }
  const second = await spawnApp({
    app: 'api',
    env: { ...settings, ...pooled },
  });
  stops.push(second.stop);
  const secondWorker = await spawnApp({
    app: 'worker',
    env: settings,
  });
  stops.push(secondWorker.stop);

  const providerKeys = { secret: `sk_live_${letters()}`, publishable: `pk_live_${letters()}` };
  const simulator = await startSimulator(provider, database('provider'), providerKeys, network);
  stops.push(simulator.stop);

  const run = promisify(execFile);
  return {
    urls: { api: settings.API_URL, dashboard: settings.DASHBOARD_URL },
    apiProcesses: [`http://127.0.0.1:${api}`, second.url],
    providerKeys,
    advanceProviderClock: async (seconds) => {
      const response = await fetch(`${simulator.url}/_sandbox/clock/advance`, {
        method: 'POST',
        headers: { authorization: `Bearer ${providerKeys.secret}` },
        body: new URLSearchParams({ seconds: String(seconds) }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    inbox,
    collector,
    databaseUrl: settings.DATABASE_URL,
    captchaSecret,
    chromiumArguments: [
      `--host-resolver-rules=${Object.values(hosts)
        .map((host) => `MAP ${host}:443 127.0.0.1:${proxy.port}`)
        .join(',')}`,
    ],
    admin: async (...args) => {
      const command = [join('apps', 'admin', 'src', 'main.ts'), ...args, '--json'];
      const env = { PATH: process.env.PATH, ...settings };
      const { stdout } = await run(process.execPath, command, { cwd: repository, env });
      return JSON.parse(stdout);
    },
    logs: () => [...printed, second.output(), secondWorker.output()].join('\n'),
    stop,
  };
}

/** The payment provider, simulated; its script and frames come from the provider's script host. */
function startSimulator(
  port: number,
  databaseUrl: string,
  keys: Installation['providerKeys'],
  network: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  return spawnApp({
    app: 'sandbox',
    port,
    env: {
      SANDBOX_DATABASE_URL: databaseUrl,
      SANDBOX_PUBLIC_URL: `https://${hosts.providerScript}`,
      SANDBOX_SECRET_KEY: `sk_test_${letters()}`,
      SANDBOX_PUBLISHABLE_KEY: `pk_test_${letters()}`,
      SANDBOX_LIVE_SECRET_KEY: keys.secret,
      SANDBOX_LIVE_PUBLISHABLE_KEY: keys.publishable,
      ...network,
    },
  });
}
