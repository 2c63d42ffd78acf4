import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { buildApp } from './app.ts';
import { RETRY_DELAYS_MS } from './background/deliver-webhooks.ts';
import { startBackground } from './background/start-background.ts';
import { loadClock } from './clock.ts';
import type { Config } from './config.ts';
import { type DatabaseTimeouts, openDatabase } from './store/database.ts';

export interface SandboxOptions {
  databaseUrl: string;
  secretKey: string;
  publishableKey: string;
  /** Webhooks are sent if both the URL and the secret are set. */
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
  const config: Config = {
    publicUrl: options.publicUrl ?? '',
    secretKey: options.secretKey,
    publishableKey: options.publishableKey,
    webhook:
      options.webhookUrl && options.webhookSecret
        ? { url: options.webhookUrl, secret: options.webhookSecret }
        : null,
    settleDelayMs: options.settleDelayMs ?? SETTLE_DELAY_MS,
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
    logger,
    addHooks: options.addHooks ?? (() => {}),
  };
  const pool = await openDatabase(options.databaseUrl, logger, options.databaseTimeouts);
  await loadClock(pool);
  const lifecycle = { ready: false };
  let wake = () => {};
  const app = buildApp(pool, config, lifecycle, () => wake());
  const host = options.host ?? '127.0.0.1';
  try {
    await app.listen({ port: options.port ?? 0, host });
  } catch (error) {
    await pool.end();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (config.publicUrl === '') config.publicUrl = url;
  config.publicUrl = config.publicUrl.replace(/\/+$/, '');
  const background = startBackground(pool, config);
  wake = () => background.wake();
  lifecycle.ready = true;
  logger.info(
    { url, public_url: config.publicUrl, webhooks: config.webhook !== null },
    'sandbox listening',
  );

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    lifecycle.ready = false;
    await Promise.all([app.close(), background.stop()]);
    await pool.end();
  };
  return {
    url,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}
