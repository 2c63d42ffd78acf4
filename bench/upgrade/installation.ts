import {
  reservePort,
  type ServerProcess,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@parley/testing';
import { databaseUrl, runSql } from '../harness/database.ts';
import type { Environment } from '../harness/environment.ts';
import type { MerchantDatabase } from '../harness/merchant-database.ts';
import { callModule } from '../harness/previous-version.ts';
import { localSettings, startProcess } from '../harness/start-process.ts';
import { startSimulator } from '../harness/start-simulator.ts';
import { type LoadBalancer, startLoadBalancer } from './load-balancer.ts';

/** Longer than the load balancer takes to notice a stopping process. */
const SHUTDOWN_GRACE_MS = 2_000;

type Merchant = Omit<MerchantDatabase, 'database'>;

/** A merchant with its provider, a receiver of its webhooks, and an address of the API. */
export interface Installation {
  readonly merchant: Merchant;
  readonly receiver: WebhookReceiver;
  readonly balancer: LoadBalancer;
  /**
   * Starts a process of a version. An API gets requests once it is ready.
   * @param encryptionKeys those of the merchant's database by default
   */
  start(app: 'api' | 'worker', directory: string, encryptionKeys?: string): Promise<ServerProcess>;
  /** Stops a process. An API gets no requests from the moment it reports that it stops. */
  stop(app: 'api' | 'worker', running: ServerProcess): Promise<void>;
}

/**
 * Migrates a new database with a version and starts what an installation needs apart from its own processes.
 * @param directory the folder of that version
 */
export async function createInstallation(
  { adminUrl, folder, use }: Environment,
  directory: string,
): Promise<Installation> {
  const url = databaseUrl(adminUrl, 'upgrade');
  for (const name of ['upgrade', 'upgrade_sandbox'])
    await runSql(adminUrl, `CREATE DATABASE ${name}`);
  const balancer = use(await startLoadBalancer());
  const sandboxPort = await reservePort();
  const merchant = await callModule<Merchant>(
    directory,
    'bench/harness/merchant-database.ts',
    'createMerchantDatabase',
    [url, `http://127.0.0.1:${sandboxPort}`],
  );
  use(
    await startSimulator(merchant, {
      databaseUrl: databaseUrl(adminUrl, 'upgrade_sandbox'),
      port: sandboxPort,
      apiPort: balancer.port,
    }),
  );
  const receiver = use(await startWebhookReceiver());
  const env = {
    ...localSettings,
    DATABASE_URL: url,
    LOG_LEVEL: 'info',
    SHUTDOWN_GRACE_MS: String(SHUTDOWN_GRACE_MS),
    // A busy machine is not an overload.
    REQUEST_QUEUE_MS: '60000',
  };
  return {
    merchant,
    receiver,
    balancer,
    async start(app, from, encryptionKeys = merchant.encryptionKeys) {
      const started = await startProcess({
        script: `apps/${app}/dist/main.js`,
        directory: from,
        portVariable: app === 'api' ? 'API_PORT' : 'WORKER_PORT',
        env: { ...env, PARLEY_ENCRYPTION_KEYS: encryptionKeys },
        folder,
      });
      if (app === 'api') await balancer.add(started.url);
      return use(started);
    },
    async stop(app, running) {
      await running.stop();
      if (app === 'api') balancer.remove(running.url);
    },
  };
}
