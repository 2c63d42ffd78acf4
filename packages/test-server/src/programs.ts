import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { createTestMerchant } from '@parley/demo/test-merchant';
import type { Databases } from '@parley/launch/databases';
import type { ProcessSpec } from '@parley/launch/supervise';
import { reservePort } from '@parley/testing/ports';

/** What the programs of one test server share. */
export interface Setting {
  readonly databases: Databases;
  readonly encryptionKeys: string;
  readonly ports: Ports;
}

type Name = 'api' | 'worker' | 'sandbox' | 'checkout';
export type Ports = Readonly<Record<Name, number>>;

/** Ports that no other process has. */
export const reservePorts = async (): Promise<Ports> => ({
  api: await reservePort(),
  worker: await reservePort(),
  sandbox: await reservePort(),
  checkout: await reservePort(),
});

/** A value of PARLEY_ENCRYPTION_KEYS. */
export const newEncryptionKeys = () => `k1:${randomBytes(32).toString('base64')}`;

/** The origin of a program. */
export const getUrl = (ports: Ports, name: Name) => `http://localhost:${ports[name]}`;

/** The environment of each program. It inherits no variable of the integrator's tests. */
function getEnvironments(
  { databases, encryptionKeys, ports }: Setting,
  { provider }: Awaited<ReturnType<typeof createTestMerchant>>,
): Readonly<Record<Name, Readonly<Record<string, string>>>> {
  const shared = {
    NODE_ENV: 'development',
    DATABASE_URL: databases.parley,
    PARLEY_ENCRYPTION_KEYS: encryptionKeys,
    API_URL: getUrl(ports, 'api'),
    CHECKOUT_URL: getUrl(ports, 'checkout'),
    PROVIDER_SANDBOX_URL: getUrl(ports, 'sandbox'),
    WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
    SHUTDOWN_GRACE_MS: '0',
  };
  return {
    api: { ...shared, API_PORT: String(ports.api) },
    worker: { ...shared, WORKER_PORT: String(ports.worker) },
    checkout: { ...shared, CHECKOUT_PORT: String(ports.checkout) },
    sandbox: {
      SANDBOX_DATABASE_URL: databases.sandbox,
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_PUBLIC_URL: getUrl(ports, 'sandbox'),
      SANDBOX_SECRET_KEY: provider.secretKey,
      SANDBOX_PUBLISHABLE_KEY: provider.publishableKey,
      SANDBOX_WEBHOOK_URL: `${getUrl(ports, 'api')}/provider_events/${provider.configId}`,
      SANDBOX_WEBHOOK_SECRET: provider.webhookSecret,
    },
  };
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** How the supervisor runs each program, with a log in a folder. */
export function createProgramSpecs(
  setting: Setting,
  merchant: Awaited<ReturnType<typeof createTestMerchant>>,
  logs: string,
): ProcessSpec[] {
  const environments = Object.entries(getEnvironments(setting, merchant));
  return environments.map(([name, env]) => ({
    name,
    command: process.execPath,
    args: [fileURLToPath(new URL(`programs/${name}/main.js`, import.meta.url))],
    env: { PATH: process.env.PATH, ...env },
    cwd: logs,
    isReady: () => isReady(setting.ports[name as Name]),
    stopSignal: 'SIGTERM',
    output: `${logs}/${name}.log`,
  }));
}
