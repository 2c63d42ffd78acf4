import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { buildApp } from './app.ts';
import { RETRY_DELAYS_MS } from './background/deliver-webhooks.ts';
import { startBackground } from './background/start-background.ts';
import { loadClock } from './clock.ts';
import type { Config } from './config.ts';
import { type DatabaseTimeouts, openDatabase, type Schema } from './store/database.ts';
import type { Store } from './store/tx.ts';

export interface SandboxOptions {
  databaseUrl: string;
  /** The keys of test mode. */
  secretKey: string;
  publishableKey: string;
  /** The keys of the simulated live mode; it does not exist without them. */
  live?: { readonly secretKey: string; readonly publishableKey: string } | undefined;
  /** The events of test mode are sent here if both the URL and the secret are set. */
  webhookUrl?: string | undefined;
  webhookSecret?: string | undefined;
  /** Default: 0, any free port. */
  port?: number;
  host?: string;
  /** The URL for browsers. Default: the address on which it listens. */
  publicUrl?: string | undefined;
  /** Milliseconds that an asynchronous payment stays in `processing`. Default: 5000. */
  settleDelayMs?: number;
  /** Milliseconds to wait after each failed delivery attempt. */
  retryDelaysMs?: readonly number[];
  databaseTimeouts?: DatabaseTimeouts;
  logger?: Logger;
  /** Adds hooks to the server before its routes are mounted; tests observe its responses. */
  addHooks?: (app: FastifyInstance) => void;
}

export interface RunningSandbox {
  url: string;
  /** Stops listening, drains and closes the database; repeated calls do nothing. */
  stop(): Promise<void>;
}

const SETTLE_DELAY_MS = 5_000;

/** Starts the simulator in this process. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const logger = options.logger ?? pino({ level: 'silent' });
  const common = {
    publicUrl: options.publicUrl ?? '',
    settleDelayMs: options.settleDelayMs ?? SETTLE_DELAY_MS,
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    logger,
    addHooks: options.addHooks ?? (() => {}),
  };
  const stores = await openStores(options, common);
  const closeStores = () => Promise.all(stores.map(({ pool }) => pool.end()));
  await loadClock(stores.map(({ pool }) => pool));
  const lifecycle = { ready: false };
  let wake = () => {};
  const app = buildApp(stores, lifecycle, () => wake());
  const host = options.host ?? '127.0.0.1';
  try {
    await app.listen({ port: options.port ?? 0, host });
  } catch (error) {
    await closeStores();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const publicUrl = (options.publicUrl || url).replace(/\/+$/, '');
  for (const { config } of stores) config.publicUrl = publicUrl;
  const background = stores.map(startBackground);
  wake = () => {
    for (const loops of background) loops.wake();
  };
  lifecycle.ready = true;
  logger.info(
    { url, public_url: publicUrl, live: options.live !== undefined },
    'sandbox listening',
  );

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    lifecycle.ready = false;
    await Promise.all([app.close(), ...background.map((loops) => loops.stop())]);
    await closeStores();
  };
  return {
    url,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

type CommonConfig = Omit<Config, 'livemode' | 'secretKey' | 'publishableKey' | 'webhook'>;

/** Opens one store per mode: test mode always, live mode if it has keys. */
async function openStores(
  { databaseUrl, databaseTimeouts, ...options }: SandboxOptions,
  common: CommonConfig,
): Promise<[Store, ...Store[]]> {
  const open = (schema: Schema) =>
    openDatabase(databaseUrl, schema, common.logger, databaseTimeouts);
  const { secretKey, publishableKey, webhookUrl: url, webhookSecret: secret } = options;
  const webhook = url && secret ? { url, secret } : null;
  const test: Store = {
    config: { ...common, livemode: false, secretKey, publishableKey, webhook },
    pool: await open('public'),
  };
  if (!options.live) return [test];
  const config = { ...common, ...options.live, livemode: true, webhook: null };
  try {
    return [test, { config, pool: await open('live') }];
  } catch (error) {
    await test.pool.end();
    throw error;
  }
}
