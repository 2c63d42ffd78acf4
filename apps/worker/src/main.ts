import { openDatabase } from '@parley/db';
import { newId } from '@parley/operations';
import { connectStripe } from '@parley/provider';
import { createLogger, createMetrics } from '@parley/telemetry';
import { readEnv } from './env.ts';
import { createHealthServer } from './health.ts';
import { createSweepReport } from './sweep-report.ts';
import { runWorker } from './worker.ts';

const DRAIN_MS = 20_000;

const env = readEnv(process.env);
const logger = createLogger({ name: 'worker', level: env.LOG_LEVEL });
// Loaded only where traces are wanted.
const tracing = env.OTEL_EXPORTER_OTLP_ENDPOINT
  ? (await import('@parley/telemetry/tracing')).startTracing('worker')
  : undefined;
const plain = openDatabase({
  url: env.DATABASE_URL,
  poolSize: env.DATABASE_POOL_SIZE,
  encryptionKey: env.PARLEY_ENCRYPTION_KEY,
});
const database = tracing?.database(plain) ?? plain;
const stopping = new AbortController();
const metrics = createMetrics(database, 'worker');
const health = createHealthServer(database, stopping.signal, {
  metrics,
  token: env.METRICS_TOKEN ?? null,
});

function stop(signal: string): void {
  if (stopping.signal.aborted) return;
  logger.info({ msg: 'draining', signal });
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  stopping.abort();
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

health.listen(env.WORKER_PORT, env.WORKER_HOST, () =>
  logger.info({ msg: 'listening', port: env.WORKER_PORT }),
);
await runWorker(
  {
    database,
    connectProvider: tracing?.provider(connectStripe) ?? connectStripe,
    newId,
    checkoutUrl: new URL(env.CHECKOUT_URL).origin,
    allowLoopbackWebhooks: env.WEBHOOK_ALLOW_LOOPBACK_HTTP,
  },
  createSweepReport(logger, metrics.registry),
  stopping.signal,
  {
    missedEvents: {
      everySeconds: env.PROVIDER_POLL_SECONDS,
      settleSeconds: env.PROVIDER_SETTLE_SECONDS,
    },
    subscriptionUnreadSeconds: env.SUBSCRIPTION_SYNC_SECONDS,
  },
);
health.close();
health.closeAllConnections();
await tracing?.close();
await database.close();
logger.info({ msg: 'stopped' });
