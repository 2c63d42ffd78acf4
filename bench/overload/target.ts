import { createMerchantDatabase, randomAccount } from '@parley/bench-shared/merchant-database';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import { type SpawnedApp, spawnApp } from '@parley/testing';

/** A PostgreSQL server with fsync, a merchant, and API processes that are started one at a time. */
export interface Target {
  readonly secretKey: string;
  /** @param queueMs how long a request may wait for its turn */
  startApi(queueMs: number): Promise<SpawnedApp>;
  stop(): Promise<void>;
}

/** The limits that a load from one address and with one key would reach first. */
const withoutClientLimits = {
  API_RATE_LIMIT_PER_KEY: '100000',
  API_RATE_LIMIT_PER_KEY_BURST: '100000',
  API_MAX_CONNECTIONS_PER_ADDRESS: '5000',
  API_MAX_UPLOADS_PER_ADDRESS: '1000',
};

export async function startTarget(): Promise<Target> {
  const postgres = await throwawayPostgres({ durable: true });
  const account = randomAccount('http://127.0.0.1:9');
  const merchant = await createMerchantDatabase(postgres.adminUrl, account);
  await merchant.database.close();
  return {
    secretKey: merchant.secretKey,
    startApi: (queueMs) =>
      spawnApp({
        app: 'api',
        portVariable: 'API_PORT',
        env: {
          ...withoutClientLimits,
          DATABASE_URL: merchant.url,
          PARLEY_ENCRYPTION_KEY: merchant.encryptionKey,
          REQUEST_QUEUE_MS: String(queueMs),
          API_MAX_EVENT_LOOP_DELAY_MS: '1000',
        },
      }),
    stop: () => postgres.stop(),
  };
}
