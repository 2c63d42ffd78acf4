import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@parley/db';
import { applyMigrations } from '@parley/db/migrations';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import { insertApiKey, newId } from '@parley/operations';
import { connectStripe, type Provider } from '@parley/provider';
import { reservePort, type SpawnedApp, spawnApp } from '@parley/testing';

/** Seconds between two polls of the provider's event list. */
const POLL_SECONDS = '5';
const SETTLE_SECONDS = '2';
/** On a busy machine a restart takes long, which must not end the run. */
const READY_WITHIN_MS = 300_000;

/** The processes of the product and the simulator, and what the benchmark reads from them. */
export interface Environment {
  readonly database: Database;
  readonly merchantId: string;
  readonly secretKey: string;
  readonly apiUrl: string;
  readonly account: { readonly apiUrl: string; readonly secretKey: string };
  /** The provider adapter. */
  readonly provider: Provider;
  /** Kills a random process of the product and restarts it. */
  crashOne(): Promise<void>;
  /** The end of the log of each process. */
  outputs(): string;
  stop(): Promise<void>;
}

export async function startEnvironment(): Promise<Environment> {
  const postgres = await throwawayPostgres({ durable: true });
  await applyMigrations({ databaseUrl: postgres.adminUrl });
  const ledgerUrl = new URL(postgres.adminUrl);
  ledgerUrl.pathname = '/sandbox';
  const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;
  const database = openDatabase({ url: postgres.adminUrl, encryptionKeys, poolSize: 4 });

  const [apiPort, sandboxPort] = [await reservePort(), await reservePort()];
  const random = randomBytes(12).toString('hex');
  const account = {
    apiUrl: `http://127.0.0.1:${sandboxPort}`,
    secretKey: `sk_test_${random}`,
    publishableKey: `pk_test_${random}`,
    webhookSecret: `whsec_${random}`,
  };
  const scope = { merchantId: newId('merch'), mode: 'test' } as const;
  const providerConfigId = newId('pspcfg');
  const { merchants, providerConfigs } = database.forScope(scope);
  await merchants.insert({ id: scope.merchantId, name: 'Soak' });
  await providerConfigs.insert({
    id: providerConfigId,
    psp: 'provider',
    status: 'active',
    scriptUrl: `${account.apiUrl}/v3/stripe.js`,
    ...account,
  });
  const deps = { database, connectProvider: connectStripe, newId, checkoutUrl: '' };
  const secretKey = await insertApiKey(deps, scope, { kind: 'secret', name: 'soak' });

  const sandbox = await spawnApp({
    app: 'sandbox',
    portVariable: 'SANDBOX_PORT',
    port: sandboxPort,
    readyWithinMs: READY_WITHIN_MS,
    env: {
      LOG_LEVEL: 'warn',
      SANDBOX_DATABASE_URL: ledgerUrl.href,
      SANDBOX_PUBLIC_URL: account.apiUrl,
      SANDBOX_SECRET_KEY: account.secretKey,
      SANDBOX_PUBLISHABLE_KEY: account.publishableKey,
      SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${apiPort}/provider_events/${providerConfigId}`,
      SANDBOX_WEBHOOK_SECRET: account.webhookSecret,
    },
  });
  const env = {
    // Its URLs are those of one machine.
    NODE_ENV: 'development',
    DATABASE_URL: postgres.adminUrl,
    PARLEY_ENCRYPTION_KEYS: encryptionKeys,
    LOG_LEVEL: 'warn',
    API_RATE_LIMIT_PER_KEY: '2000',
    API_RATE_LIMIT_PER_KEY_BURST: '4000',
    API_PROVIDER_EVENTS_PER_SECOND: '2000',
    API_PROVIDER_EVENTS_BURST: '10000',
    API_PROVIDER_EVENT_KIB_PER_SECOND: '20480',
    API_PROVIDER_EVENT_KIB_BURST: '40960',
    PROVIDER_POLL_SECONDS: POLL_SECONDS,
    PROVIDER_SETTLE_SECONDS: SETTLE_SECONDS,
  };
  const options = { env, readyWithinMs: READY_WITHIN_MS };
  const starters = [
    () => spawnApp({ app: 'api', portVariable: 'API_PORT', port: apiPort, ...options }),
    () => spawnApp({ app: 'worker', portVariable: 'WORKER_PORT', ...options }),
    () => spawnApp({ app: 'worker', portVariable: 'WORKER_PORT', ...options }),
  ];
  const running: SpawnedApp[] = [];
  for (const start of starters) running.push(await start());

  return {
    database,
    merchantId: scope.merchantId,
    secretKey,
    apiUrl: `http://127.0.0.1:${apiPort}/v1`,
    account,
    provider: connectStripe(account),
    async crashOne() {
      // The API is killed as often as both workers together.
      const at = Math.random() < 0.5 ? 0 : 1 + Math.floor(Math.random() * 2);
      const start = starters[at];
      if (!start) return;
      await running[at]?.crash();
      running[at] = await start();
    },
    outputs: () => [...running, sandbox].map((app) => app.output().slice(-4_000)).join('\n'),
    async stop() {
      for (const app of [...running, sandbox]) await app.stop();
      await database.close();
      await postgres.stop();
    },
  };
}
