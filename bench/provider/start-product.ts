import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@parley/db';
import { connectStripe, type Provider } from '@parley/provider';
import { reservePort, type ServerProcess, spawnApp } from '@parley/testing';
import { databaseUrl } from '../harness/database.ts';
import type { Environment } from '../harness/environment.ts';
import { createMerchantDatabase, type ProviderAccount } from '../harness/merchant-database.ts';
import { localSettings } from '../harness/start-process.ts';
import { startSimulator } from '../harness/start-simulator.ts';

/** On a busy machine a restart takes long, which must not end the run. */
const READY_WITHIN_MS = 300_000;
/** Milliseconds between two kills, on average. */
const KILL_EVERY_MS = 8_000;

/** The processes of the product and the simulator, and what the benchmark reads from them. */
export interface Product {
  readonly database: Database;
  readonly merchantId: string;
  readonly secretKey: string;
  readonly apiUrl: string;
  readonly account: ProviderAccount;
  /** The provider adapter. */
  readonly provider: Provider;
  /**
   * Kills random processes of the product and restarts them.
   * @returns a function that stops it and returns the number of killed processes
   */
  killProcesses(): () => Promise<number>;
  /** The end of the log of each process. */
  outputs(): string;
}

export async function startProduct({ adminUrl, use }: Environment): Promise<Product> {
  const [apiPort, sandboxPort] = [await reservePort(), await reservePort()];
  const merchant = await createMerchantDatabase(adminUrl, `http://127.0.0.1:${sandboxPort}`);
  const { account, database } = merchant;
  use({ stop: () => database.close() });
  const sandbox = use(
    await startSimulator(merchant, {
      databaseUrl: databaseUrl(adminUrl, 'sandbox'),
      port: sandboxPort,
      apiPort,
      readyWithinMs: READY_WITHIN_MS,
    }),
  );
  const env = {
    ...localSettings,
    DATABASE_URL: adminUrl,
    PARLEY_ENCRYPTION_KEYS: merchant.encryptionKeys,
    LOG_LEVEL: 'warn',
  };
  const options = { env, readyWithinMs: READY_WITHIN_MS };
  const startWorker = () => spawnApp({ app: 'worker', ...options });
  const starters = [
    () => spawnApp({ app: 'api', port: apiPort, ...options }),
    startWorker,
    startWorker,
  ];
  const running: ServerProcess[] = [];
  use({ stop: () => Promise.all(running.map((app) => app.stop())) });
  for (const start of starters) running.push(await start());

  async function killOne(): Promise<void> {
    // The API is killed as often as both workers together.
    const at = Math.random() < 0.5 ? 0 : 1 + Math.floor(Math.random() * 2);
    await running[at]?.kill();
    const started = await starters[at]?.();
    if (started) running[at] = started;
  }

  return {
    database,
    merchantId: merchant.merchantId,
    secretKey: merchant.secretKey,
    apiUrl: `http://127.0.0.1:${apiPort}/v1`,
    account,
    provider: connectStripe(account),
    killProcesses() {
      const stopping = new AbortController();
      const { signal } = stopping;
      let killed = 0;
      const kill = async () => {
        for (;;) {
          const waitMs = KILL_EVERY_MS * (0.5 + Math.random());
          await delay(waitMs, undefined, { signal }).catch(() => {});
          if (signal.aborted) return;
          killed += 1;
          await killOne();
        }
      };
      const killing = kill();
      return async () => {
        stopping.abort();
        await killing;
        return killed;
      };
    },
    outputs: () => [...running, sandbox].map((app) => app.output().slice(-4_000)).join('\n'),
  };
}
