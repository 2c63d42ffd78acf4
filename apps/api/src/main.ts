import { openDatabase } from '@parley/db';
import { newId } from '@parley/operations';
import { readNotice, realOrigin, sandboxOrigin, stripeConnector } from '@parley/provider';
import { createLogger, createMetrics } from '@parley/telemetry';
import { readEnv } from './env.ts';
import { createRateLimits } from './rate-limits.ts';
import { createServer, type TrustProxy } from './server.ts';

const DRAIN_MS = 20_000;

const env = readEnv(process.env);
const logger = createLogger({ name: 'api', level: env.LOG_LEVEL });
// Loaded only where traces are wanted.
const tracing = env.OTEL_EXPORTER_OTLP_ENDPOINT
  ? (await import('@parley/telemetry/tracing')).startTracing('api')
  : undefined;
const plain = openDatabase({
  url: env.DATABASE_URL,
  poolSize: env.DATABASE_POOL_SIZE,
  encryptionKey: env.PARLEY_ENCRYPTION_KEY,
});
const database = tracing?.database(plain) ?? plain;
const connectProvider = stripeConnector({ budgetMs: env.PROVIDER_BUDGET_MS });
const deps = {
  database,
  connectProvider: tracing?.provider(connectProvider) ?? connectProvider,
  readNotice,
  newId,
  checkoutUrl: new URL(env.CHECKOUT_URL).origin,
  apiUrl: new URL(env.API_URL).origin,
  providerOrigins: [
    realOrigin,
    ...(env.PROVIDER_SANDBOX_URL ? [sandboxOrigin(env.PROVIDER_SANDBOX_URL)] : []),
  ],
  allowLoopbackWebhooks: env.WEBHOOK_ALLOW_LOOPBACK_HTTP,
};
const rateLimits = createRateLimits(deps, {
  perKey: {
    perSecond: env.API_RATE_LIMIT_PER_KEY,
    burst: env.API_RATE_LIMIT_PER_KEY_BURST,
  },
  perAddress: {
    perSecond: env.API_RATE_LIMIT_PER_ADDRESS,
    burst: env.API_RATE_LIMIT_PER_ADDRESS_BURST,
  },
});
/** A number trusts that many of the nearest. */
const trusted = (given: number | string[]): TrustProxy =>
  typeof given === 'number' ? (_address, hop) => hop < given : given;

const state = { draining: false };
const openMetrics = env.NODE_ENV !== 'production';
const app = createServer({
  deps,
  database,
  logger,
  apiUrl: new URL(env.API_URL).origin,
  state,
  rateLimits,
  overload: {
    maxInFlight: env.API_MAX_IN_FLIGHT,
    maxConnections: env.API_MAX_CONNECTIONS,
    maxEventLoopDelayMs: env.API_MAX_EVENT_LOOP_DELAY_MS,
  },
  ...(openMetrics || env.METRICS_TOKEN
    ? { metrics: { metrics: createMetrics(database, 'api'), token: env.METRICS_TOKEN ?? null } }
    : {}),
  ...(tracing ? { tracing } : {}),
  ...(env.TRUST_PROXY === undefined ? {} : { trustProxy: trusted(env.TRUST_PROXY) }),
});

async function stop(signal: string): Promise<void> {
  if (state.draining) return;
  state.draining = true;
  logger.info({ msg: 'draining', signal });
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  await app.close();
  await rateLimits.close();
  await tracing?.close();
  await database.close();
  logger.info({ msg: 'stopped' });
  process.exit(0);
}
process.on('SIGTERM', (signal) => void stop(signal));
process.on('SIGINT', (signal) => void stop(signal));

await app.listen({ host: env.API_HOST, port: env.API_PORT });
logger.info({ msg: 'listening', port: env.API_PORT });
