import { basename, dirname, join } from 'node:path';
import {
  createServerProcess,
  reservePort,
  type ServerProcess,
  type ServerProcessOptions,
} from '@parley/testing';
import type { MerchantDatabase } from './merchant-database.ts';

/** Settings of production for a process that is measured on this machine. */
const productionSettings = {
  NODE_ENV: 'production',
  API_URL: 'https://api.example.com',
  CHECKOUT_URL: 'https://pay.example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@example.com',
  SHUTDOWN_GRACE_MS: '0',
};

/** Settings of an installation on this machine with the simulator, which has no limit. */
export const localSettings = {
  NODE_ENV: 'development',
  API_RATE_LIMIT_PER_KEY: '2000',
  API_RATE_LIMIT_PER_KEY_BURST: '4000',
  API_PROVIDER_EVENTS_PER_SECOND: '2000',
  API_PROVIDER_EVENTS_BURST: '10000',
  API_PROVIDER_EVENT_KIB_PER_SECOND: '20480',
  API_PROVIDER_EVENT_KIB_BURST: '40960',
  PROVIDER_REQUESTS_PER_SECOND: '1000',
  PROVIDER_POLL_SECONDS: '5',
  PROVIDER_SETTLE_SECONDS: '2',
  WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
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
  API_MAX_UNREAD_RESPONSES_PER_ADDRESS: '500',
  API_MAX_UPLOADS_PER_ADDRESS: '1000',
  API_MAX_UNAUTHENTICATED_UPLOADS_PER_ADDRESS: '200',
};

interface ServerOptions
  extends Pick<ServerProcessOptions, 'script' | 'directory' | 'env' | 'nodeOptions'> {
  /** The variable that names its port. */
  readonly portVariable: string;
  /** The folder of its log. */
  readonly folder: string;
}

/** Starts a server on a free port and waits until it is ready. It inherits PATH only. */
export async function startProcess(options: ServerOptions): Promise<ServerProcess> {
  const { folder, portVariable, env, ...server } = options;
  const port = await reservePort();
  const name = `${basename(dirname(dirname(server.script)))}-${port}`;
  const started = createServerProcess({
    ...server,
    name,
    port,
    env: { ...env, [portVariable]: String(port) },
    logFile: join(folder, `${name}.log`),
  });
  await started.start();
  return started;
}

/** Starts the API with the settings of production, apart from the limits per client. */
export const startApi = (
  { url, encryptionKeys }: Pick<MerchantDatabase, 'url' | 'encryptionKeys'>,
  {
    env,
    nodeOptions,
    ...options
  }: Pick<ServerOptions, 'folder' | 'nodeOptions'> & { env?: ServerOptions['env'] },
): Promise<ServerProcess> =>
  startProcess({
    // A profile names the modules.
    script: nodeOptions ? 'apps/api/src/main.ts' : 'apps/api/dist/main.js',
    ...(nodeOptions && { nodeOptions }),
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
