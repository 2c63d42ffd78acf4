import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { createSecretFilter } from '@parley/environment/processes';
import type { Databases } from '../postgres/databases.ts';
import { repository } from '../repository.ts';
import type { Secrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import type { ProcessSpec } from '../supervise/supervise.ts';
import { providerWebhookUrl } from './demo-file.ts';
import { type AppName, appNames, type DevOptions, inspectorPort } from './dev-options.ts';

export interface AppProcess {
  readonly name: AppName;
  /**
   * `npm start` runs `dist/main.js` of a bundle, and `src/main.ts` of the others. `npm run dev` runs `src/main.ts`, or
   * the development server of a Next app.
   */
  readonly runtime: 'bundle' | 'node' | 'next';
  readonly env: Readonly<Record<string, string>>;
  /** Variables that the user's environment may override. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Responds 200 when the process can serve requests. */
  readonly readyPath: '/readyz' | '/healthz';
  readonly port: number;
}

/** The apps that these settings start: the sandbox and the documentation without a URL are not part of production. */
export const startedApps = ({ production, urls }: Settings): readonly AppName[] =>
  appNames.filter(
    (name) => !(production && name === 'sandbox') && !(name === 'docs' && urls.docs === ''),
  );

/** Every app with its environment. To add a process, add an entry here. */
export function appProcesses(
  settings: Settings,
  secrets: Secrets,
  databases: Databases,
  isDev: boolean,
): AppProcess[] {
  const { host, ports, urls, production, smtpUrl, folders } = settings;
  const publicUrls = {
    API_URL: urls.api,
    CHECKOUT_URL: urls.checkout,
    DASHBOARD_URL: urls.dashboard,
    ...(urls.docs ? { DOCS_URL: urls.docs } : {}),
  };
  const shared = {
    DATABASE_URL: databases.parley,
    PARLEY_ENCRYPTION_KEYS: secrets.encryptionKeys,
    ...publicUrls,
  };
  const nodeEnv = { NODE_ENV: production ? 'production' : 'development' };
  // `next start` runs production builds only.
  const nextEnv = { NODE_ENV: isDev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' };
  // No load balancer has to notice that a process stops.
  const stopsAtOnce = production ? {} : { SHUTDOWN_GRACE_MS: '0' };
  // High enough for benchmarks and generated requests on one machine.
  const highLimits = production
    ? {}
    : {
        API_RATE_LIMIT_PER_KEY: '2000',
        API_RATE_LIMIT_PER_KEY_BURST: '4000',
        API_RATE_LIMIT_PER_ADDRESS: '2000',
        API_RATE_LIMIT_PER_ADDRESS_BURST: '4000',
        API_PROVIDER_EVENTS_PER_SECOND: '2000',
        API_PROVIDER_EVENTS_BURST: '4000',
        API_PROVIDER_EVENT_KIB_PER_SECOND: '20480',
        API_PROVIDER_EVENT_KIB_BURST: '40960',
        API_MAX_CONNECTIONS_PER_ADDRESS: '5000',
        API_MAX_UNREAD_RESPONSES_PER_ADDRESS: '500',
        API_MAX_UPLOADS_PER_ADDRESS: '1000',
        API_MAX_UNAUTHENTICATED_UPLOADS_PER_ADDRESS: '200',
        DASHBOARD_ANONYMOUS_RATE_LIMIT_PER_ADDRESS: '2000',
        DASHBOARD_ANONYMOUS_RATE_LIMIT_PER_ADDRESS_BURST: '4000',
        DASHBOARD_MAX_ANONYMOUS_REQUESTS: '200',
        DASHBOARD_MAX_REQUESTS: '200',
        WEB_MAX_UPLOADS_PER_ADDRESS: '500',
        CHECKOUT_RATE_LIMIT_PER_ADDRESS: '2000',
        CHECKOUT_RATE_LIMIT_PER_ADDRESS_BURST: '4000',
      };
  // In development the merchant's server runs on this machine.
  const webhooks = production ? {} : { WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' };
  const sandbox = production ? {} : { PROVIDER_SANDBOX_URL: urls.sandbox };
  const mail: Record<string, string> = smtpUrl || production ? {} : { MAIL_DIR: folders.mail };
  // Development works without a network.
  const openSignUp = production ? {} : { SIGN_UP: 'open', CHECK_BREACHED_PASSWORDS: 'false' };
  const all: AppProcess[] = [
    {
      name: 'sandbox',
      runtime: 'node',
      env: {
        ...nodeEnv,
        SANDBOX_DATABASE_URL: databases.sandbox,
        SANDBOX_PORT: String(ports.sandbox),
        SANDBOX_HOST: host,
        SANDBOX_PUBLIC_URL: urls.sandbox,
        SANDBOX_SECRET_KEY: secrets.sandboxSecretKey,
        SANDBOX_PUBLISHABLE_KEY: secrets.sandboxPublishableKey,
        SANDBOX_LIVE_SECRET_KEY: secrets.sandboxLiveSecretKey,
        SANDBOX_LIVE_PUBLISHABLE_KEY: secrets.sandboxLivePublishableKey,
        SANDBOX_WEBHOOK_URL: providerWebhookUrl(urls, secrets),
        SANDBOX_WEBHOOK_SECRET: secrets.sandboxWebhookSecret,
      },
      readyPath: '/readyz',
      port: ports.sandbox,
    },
    {
      name: 'api',
      runtime: 'bundle',
      defaults: { ...highLimits, ...stopsAtOnce },
      env: {
        ...shared,
        ...nodeEnv,
        ...webhooks,
        ...sandbox,
        API_PORT: String(ports.api),
        API_HOST: host,
      },
      readyPath: '/readyz',
      port: ports.api,
    },
    {
      name: 'worker',
      runtime: 'bundle',
      env: {
        ...shared,
        ...nodeEnv,
        ...webhooks,
        ...mail,
        WORKER_PORT: String(ports.worker),
        WORKER_HOST: host,
      },
      readyPath: '/readyz',
      port: ports.worker,
    },
    {
      name: 'dashboard',
      runtime: 'next',
      defaults: { ...highLimits, ...stopsAtOnce, ...openSignUp },
      env: {
        ...shared,
        ...nextEnv,
        ...webhooks,
        ...sandbox,
        ...mail,
        BETTER_AUTH_SECRET: secrets.authSecret,
        DASHBOARD_PORT: String(ports.dashboard),
        DASHBOARD_HOST: host,
      },
      readyPath: '/healthz',
      port: ports.dashboard,
    },
    {
      name: 'checkout',
      runtime: 'next',
      env: {
        ...shared,
        ...nextEnv,
        CHECKOUT_PORT: String(ports.checkout),
        CHECKOUT_HOST: host,
      },
      defaults: { ...highLimits, ...stopsAtOnce },
      readyPath: '/healthz',
      port: ports.checkout,
    },
    {
      name: 'docs',
      runtime: 'node',
      env: {
        ...nodeEnv,
        ...publicUrls,
        DOCS_PORT: String(ports.docs),
        DOCS_HOST: host,
        // Readers of a local installation may send requests from a page.
        ...(production ? {} : { DOCS_TRY_API_URL: urls.api }),
        ...(isDev ? { DOCS_BUILD: 'true' } : {}),
      },
      readyPath: '/healthz',
      port: ports.docs,
    },
  ];
  const started = startedApps(settings);
  return all.filter(({ name }) => started.includes(name));
}

const docsFolder = join('apps', 'docs');
/** What the documentation is built from, besides its code. */
const docsSources = [join(repository, 'docs'), join(repository, docsFolder, 'site')];

/** The source folders of a workspace package and of those that it depends on. */
function sourceFolders(folder: string, found = new Set<string>()): Set<string> {
  const manifest = readFileSync(join(repository, folder, 'package.json'), 'utf8');
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(manifest);
  found.add(join(repository, folder, 'src'));
  if (folder === docsFolder) for (const source of docsSources) found.add(source);
  for (const name of Object.keys(dependencies)) {
    const dependency = name.replace('@parley/', 'packages/');
    if (dependency === name || found.has(join(repository, dependency, 'src'))) continue;
    sourceFolders(dependency, found);
  }
  return found;
}

const restartCommand = join(repository, 'packages/launch/src/supervise/restart-on-change.ts');

/** The arguments of Node that run a program again on every change in folders. */
function restartOnChange(folders: Iterable<string>, ...program: string[]): string[] {
  return [restartCommand, ...[...folders].map((folder) => `--watch=${folder}`), '--', ...program];
}

const nextCommand = join('node_modules', 'next', 'dist', 'bin', 'next');

function nodeArguments(
  { name, runtime, port }: AppProcess,
  host: string,
  dev: DevOptions | undefined,
): string[] {
  const program = join('src', 'main.ts');
  if (dev === undefined) return [runtime === 'bundle' ? join('dist', 'main.js') : program];
  const inspector = inspectorPort(name, dev);
  if (runtime === 'next') {
    const inspect = inspector === undefined ? [] : ['--inspect', String(inspector)];
    return [nextCommand, 'dev', '--hostname', host, '--port', String(port), ...inspect];
  }
  const inspect = inspector === undefined ? [] : [`--inspect=127.0.0.1:${inspector}`];
  return restartOnChange(sourceFolders(join('apps', name)), ...inspect, program);
}

// Saves Node from stripping types and compiling again: a start takes about 40 % less processor time.
const compileCache = join(repository, 'node_modules', '.cache', 'node-compile');

/** The environment of the launcher for an app: neither what npm sets nor secrets of other apps. */
function inheritedBy(app: string, { env, removeForeignSecrets }: InheritedEnvironment) {
  const entries = Object.entries(removeForeignSecrets(app, env));
  return Object.fromEntries(entries.filter(([name]) => !/^(npm_|PORT$)/.test(name)));
}

async function respondsOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'manual' });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

interface InheritedEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly removeForeignSecrets: Awaited<ReturnType<typeof createSecretFilter>>;
}

export interface AppSpecOptions extends InheritedEnvironment {
  readonly host: string;
  readonly output: ProcessSpec['output'];
  readonly dev: DevOptions | undefined;
}

/** How the supervisor runs an app. */
export function appSpec(app: AppProcess, options: AppSpecOptions): ProcessSpec {
  const { host, output, dev } = options;
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    name: app.name,
    command: process.execPath,
    args: nodeArguments(app, host, dev),
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...app.defaults,
      ...inheritedBy(app.name, options),
      ...app.env,
    },
    cwd: join(repository, 'apps', app.name),
    isReady: () => respondsOk(`http://${address}:${app.port}${app.readyPath}`),
    stopSignal: 'SIGTERM',
    output,
  };
}

/** How the supervisor rebuilds the payer page's browser bundle on change of what it contains. */
export function checkoutBundleSpec(
  inherited: InheritedEnvironment,
  output: ProcessSpec['output'],
): ProcessSpec {
  const folders = ['browser', 'bundle', 'documents', 'view'].map((name) => join('src', name));
  const packages = ['domain', 'embed', 'payer-view', 'ui'];
  folders.push(...packages.map((name) => join(repository, 'packages', name, 'src')));
  return {
    name: 'checkout-bundle',
    command: process.execPath,
    args: restartOnChange(folders, join('src', 'bundle', 'write-bundle.ts')),
    env: inheritedBy('checkout-bundle', inherited),
    cwd: join(repository, 'apps', 'checkout'),
    // The task `generate` has built the bundle already.
    isReady: async () => true,
    stopSignal: 'SIGTERM',
    output,
  };
}
