import { type ServerProcess, spawnApp } from '@parley/testing';
import type { MerchantDatabase } from './merchant-database.ts';

interface SimulatorOptions {
  /** The database of the simulator, which it creates. */
  readonly databaseUrl: string;
  readonly port: number;
  /** The port of the API, which receives the provider events. */
  readonly apiPort: number;
  /** Milliseconds within which it must be ready; 2 minutes by default. */
  readonly readyWithinMs?: number;
}

/** Starts the provider simulator with the account of a merchant. */
export const startSimulator = (
  { account, providerConfigId }: Pick<MerchantDatabase, 'account' | 'providerConfigId'>,
  { databaseUrl, apiPort, ...options }: SimulatorOptions,
): Promise<ServerProcess> =>
  spawnApp({
    app: 'sandbox',
    ...options,
    env: {
      LOG_LEVEL: 'warn',
      SANDBOX_DATABASE_URL: databaseUrl,
      SANDBOX_PUBLIC_URL: account.apiUrl,
      SANDBOX_SECRET_KEY: account.secretKey,
      SANDBOX_PUBLISHABLE_KEY: account.publishableKey,
      SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${apiPort}/provider_events/${providerConfigId}`,
      SANDBOX_WEBHOOK_SECRET: account.webhookSecret,
    },
  });
