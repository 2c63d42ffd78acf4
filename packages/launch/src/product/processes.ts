import { join } from 'node:path';
import type { Databases } from '../databases/databases.ts';
import type { Secrets } from '../settings/secrets.ts';
import type { Settings } from '../settings/settings.ts';
import { providerWebhookUrl } from './demo-file.ts';

type AppName = 'sandbox' | 'api' | 'worker' | 'dashboard' | 'checkout';

export interface AppProcess {
  readonly name: AppName;
  /** Arguments for Node, from the app's own folder. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What holds unless the user's own environment says otherwise. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Answers 200 there once it can be used. */
  readonly readyPath: '/readyz' | '/healthz';
  readonly port: number;
  /** A stand-in for the outside world, which production has. */
  readonly developmentOnly?: true;
}

const main = ['src/main.ts'];
const next = (host: string) => [
  join('node_modules', 'next', 'dist', 'bin', 'next'),
  'start',
  '--hostname',
  host,
];

/** Everything that runs beside Postgres. A new process is one more entry. */
export function appProcesses(
  { host, ports, urls, production }: Settings,
  secrets: Secrets,
  databases: Databases,
): AppProcess[] {
  const shared = {
    DATABASE_URL: databases.parley,
    PARLEY_ENCRYPTION_KEY: secrets.encryptionKey,
    API_URL: urls.api,
    CHECKOUT_URL: urls.checkout,
    DASHBOARD_URL: urls.dashboard,
  };
  const plain = { NODE_ENV: production ? 'production' : 'development' };
  // High enough that a fuzzer or a benchmark on this machine is not in the way of itself.
  const generous = production
    ? {}
    : {
        API_RATE_LIMIT_PER_KEY: '2000',
        API_RATE_LIMIT_PER_KEY_BURST: '4000',
        API_RATE_LIMIT_PER_ADDRESS: '2000',
        API_RATE_LIMIT_PER_ADDRESS_BURST: '4000',
      };
  // A merchant's own server runs on this machine too.
  const webhooks = production ? {} : { WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' };
  const sandbox = production ? {} : { PROVIDER_SANDBOX_URL: urls.sandbox };
  // What Next has built runs in production mode or not at all.
  const built = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const all: AppProcess[] = [
    {
      name: 'sandbox',
      args: main,
      env: {
        ...plain,
        SANDBOX_DATABASE_URL: databases.sandbox,
        SANDBOX_PORT: String(ports.sandbox),
        SANDBOX_HOST: host,
        SANDBOX_PUBLIC_URL: urls.sandbox,
        SANDBOX_SECRET_KEY: secrets.sandboxSecretKey,
        SANDBOX_PUBLISHABLE_KEY: secrets.sandboxPublishableKey,
        SANDBOX_WEBHOOK_URL: providerWebhookUrl(urls, secrets),
        SANDBOX_WEBHOOK_SECRET: secrets.sandboxWebhookSecret,
      },
      readyPath: '/readyz',
      port: ports.sandbox,
      developmentOnly: true,
    },
    {
      name: 'api',
      args: main,
      defaults: generous,
      env: {
        ...shared,
        ...plain,
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
      args: main,
      env: {
        ...shared,
        ...plain,
        ...webhooks,
        WORKER_PORT: String(ports.worker),
        WORKER_HOST: host,
      },
      readyPath: '/readyz',
      port: ports.worker,
    },
    {
      name: 'dashboard',
      args: next(host),
      env: {
        ...shared,
        ...built,
        ...webhooks,
        BETTER_AUTH_SECRET: secrets.authSecret,
        PORT: String(ports.dashboard),
      },
      readyPath: '/healthz',
      port: ports.dashboard,
    },
    {
      name: 'checkout',
      args: next(host),
      env: { ...shared, ...built, PORT: String(ports.checkout) },
      readyPath: '/healthz',
      port: ports.checkout,
    },
  ];
  return all.filter((one) => !(production && one.developmentOnly));
}
