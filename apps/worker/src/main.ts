import { requireEnvironment } from '@parley/environment';
import { requirePort } from '@parley/environment/port';
import { isLoopback } from '@parley/environment/schemas';
import { version } from '@parley/environment/version';
import { createMailer } from '@parley/mail/mailer';
import { newId } from '@parley/operations';
import { servesMetrics } from '@parley/runtime/environment';
import { onStopSignal, startRuntime } from '@parley/runtime/process';
import { requireUnwrappedKeys } from '@parley/runtime/unwrap-keys';
import { environment } from './env.ts';
import { createHealthServer } from './health.ts';
import { runWorker } from './worker.ts';
import { createWorkerReport } from './worker-report.ts';

await requireUnwrappedKeys('worker');
const env = requireEnvironment('worker', environment);
await requirePort('worker', { prefix: 'WORKER', host: env.WORKER_HOST, port: env.WORKER_PORT });
const runtime = await startRuntime({ name: 'worker', env, servesMetrics: servesMetrics(env) });
const { logger, database, connectProvider, metrics } = runtime;
const mailer =
  env.SMTP_URL === undefined && env.MAIL_DIR === undefined
    ? undefined
    : createMailer({
        smtpUrl: env.SMTP_URL,
        from: env.MAIL_FROM,
        folder: env.MAIL_DIR,
        onFailure: (err) => logger.error({ err }, 'an email could not be sent'),
      });
const stopping = new AbortController();
const health = createHealthServer(
  database,
  stopping.signal,
  metrics && servesMetrics(env) ? { metrics, token: env.METRICS_TOKEN ?? null } : null,
);

onStopSignal({ logger, drain: () => stopping.abort() });

health.listen(env.WORKER_PORT, env.WORKER_HOST, () =>
  logger.info({ msg: 'listening', port: env.WORKER_PORT, version }),
);
await runWorker(
  {
    database,
    connectProvider,
    newId,
    checkoutUrl: env.CHECKOUT_URL,
    allowLoopbackWebhooks: env.WEBHOOK_ALLOW_LOOPBACK_HTTP,
  },
  createWorkerReport(logger, metrics?.registry),
  stopping.signal,
  {
    missedEvents: {
      everySeconds: env.PROVIDER_POLL_SECONDS,
      settleSeconds: env.PROVIDER_SETTLE_SECONDS,
    },
    subscriptionUnreadSeconds: env.SUBSCRIPTION_SYNC_SECONDS,
    subscriptionSweepSeconds: env.SUBSCRIPTION_SWEEP_SECONDS,
    retention: {
      contacts: env.CONTACT_RETENTION_DAYS,
      carts: env.CART_RETENTION_DAYS,
      auditEntries: env.AUDIT_RETENTION_DAYS,
      apiRequests: env.REQUEST_LOG_RETENTION_DAYS,
    },
    mailer,
    emailsTestReceipts: env.SMTP_URL === undefined,
    // The default is for development: in an email of an SMTP server it would lead nowhere.
    dashboardUrl:
      env.SMTP_URL !== undefined && isLoopback(env.DASHBOARD_URL) ? undefined : env.DASHBOARD_URL,
  },
);
health.close();
health.closeAllConnections();
await runtime.close();
