import { randomBytes } from 'node:crypto';
import { openDatabase } from '@parley/db';
import { applyMigrations } from '@parley/db/migrations';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import { createApiKey, newId } from '@parley/operations';
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
  await applyMigrations({ databaseUrl: postgres.adminUrl });
  const encryptionKey = randomBytes(32).toString('base64');
  const database = openDatabase({ url: postgres.adminUrl, encryptionKey, poolSize: 1 });
  const scope = { merchantId: newId('merch'), mode: 'test' } as const;
  await database.forScope(scope).merchants.insert({ id: scope.merchantId, name: 'Overload' });
  const deps = {
    database,
    newId,
    checkoutUrl: '',
    connectProvider: () => {
      throw new Error('this benchmark has no provider');
    },
  };
  const secretKey = await createApiKey(deps, scope, { kind: 'secret', name: 'overload' });
  await database.close();
  return {
    secretKey,
    startApi: (queueMs) =>
      spawnApp({
        app: 'api',
        portVariable: 'API_PORT',
        env: {
          ...withoutClientLimits,
          DATABASE_URL: postgres.adminUrl,
          PARLEY_ENCRYPTION_KEY: encryptionKey,
          REQUEST_QUEUE_MS: String(queueMs),
          API_MAX_EVENT_LOOP_DELAY_MS: '1000',
        },
      }),
    stop: () => postgres.stop(),
  };
}
