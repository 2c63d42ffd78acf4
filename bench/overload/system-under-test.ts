import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMerchantDatabase, randomAccount } from '@parley/bench-shared/merchant-database';
import {
  productionSettings,
  type ServerProcess,
  startProcess,
} from '@parley/bench-shared/start-process';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import { reservePort } from '@parley/testing';

/** A PostgreSQL server with fsync, a merchant, and API processes that are started one at a time. */
export interface SystemUnderTest {
  readonly secretKey: string;
  startApi(): Promise<ServerProcess>;
  stop(): Promise<void>;
}

/** The limits that a load from one address and with one key would reach first. */
const withoutClientLimits = {
  API_RATE_LIMIT_PER_KEY: '1000000',
  API_RATE_LIMIT_PER_KEY_BURST: '1000000',
  API_PROVIDER_EVENTS_PER_SECOND: '1000000',
  API_PROVIDER_EVENTS_BURST: '1000000',
  API_PROVIDER_EVENT_KIB_PER_SECOND: '1000000',
  API_PROVIDER_EVENT_KIB_BURST: '1000000',
  API_MAX_CONNECTIONS_PER_ADDRESS: '5000',
  API_MAX_UPLOADS_PER_ADDRESS: '1000',
  API_MAX_UNAUTHENTICATED_UPLOADS_PER_ADDRESS: '200',
};

export async function startSystemUnderTest(): Promise<SystemUnderTest> {
  const postgres = await throwawayPostgres({ durable: true });
  const folder = await mkdtemp(join(tmpdir(), 'parley-overload-'));
  const account = randomAccount('http://127.0.0.1:9');
  const merchant = await createMerchantDatabase(postgres.adminUrl, account);
  await merchant.database.close();
  return {
    secretKey: merchant.secretKey,
    startApi: async () => {
      const port = await reservePort();
      return startProcess({
        script: 'apps/api/src/main.ts',
        port,
        env: {
          ...withoutClientLimits,
          ...productionSettings,
          DATABASE_URL: merchant.url,
          PARLEY_ENCRYPTION_KEYS: merchant.encryptionKeys,
          API_PORT: String(port),
        },
        // Through a pipe, the API would wait for the process that reads it.
        logFile: join(folder, 'api.log'),
      });
    },
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}
