import { requireEnvironment } from '@parley/environment';
import { requirePort } from '@parley/environment/port';
import { version } from '@parley/environment/version';
import { newId } from '@parley/operations';
import { verifyNotification } from '@parley/provider';
import { providerOrigins } from '@parley/runtime';
import { getResponseTimeoutMs, readLimits, servesMetrics } from '@parley/runtime/environment';
import { onStopSignal, startRuntime } from '@parley/runtime/process';
import { requireUnwrappedKeys } from '@parley/runtime/unwrap-keys';
import { environment } from './env.ts';
import type { Lifecycle } from './health.ts';
import { providerEventLimits } from './limit-provider-events.ts';
import { createRateLimits } from './rate-limits.ts';
import { createServer } from './server.ts';

await requireUnwrappedKeys('api');
const env = requireEnvironment('api', environment);
await requirePort('api', { prefix: 'API', host: env.API_HOST, port: env.API_PORT });
const runtime = await startRuntime({ name: 'api', env, servesMetrics: servesMetrics(env) });
const { logger, database, connectProvider, metrics, tracing } = runtime;
const deps = {
  database,
  connectProvider,
  verifyNotification,
  newId,
  checkoutUrl: env.CHECKOUT_URL,
  apiUrl: env.API_URL,
  providerOrigins: providerOrigins(env.PROVIDER_SANDBOX_URL),
  allowLoopbackWebhooks: env.WEBHOOK_ALLOW_LOOPBACK_HTTP,
  limits: readLimits(env),
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
const lifecycle: Lifecycle = { phase: 'serving' };
const app = createServer({
  deps,
  logger,
  apiUrl: env.API_URL,
  docsUrl: env.DOCS_URL ?? null,
  lifecycle,
  rateLimits,
  providerEventLimits: providerEventLimits({
    perSecond: env.API_PROVIDER_EVENTS_PER_SECOND,
    burst: env.API_PROVIDER_EVENTS_BURST,
    kibPerSecond: env.API_PROVIDER_EVENT_KIB_PER_SECOND,
    kibBurst: env.API_PROVIDER_EVENT_KIB_BURST,
  }),
  admission: runtime.admission,
  responseTimeoutMs: getResponseTimeoutMs(env),
  overload: {
    maxInFlight: env.API_MAX_IN_FLIGHT,
    maxUnreadResponses: env.API_MAX_UNREAD_RESPONSES,
    maxUnreadResponsesPerAddress: env.API_MAX_UNREAD_RESPONSES_PER_ADDRESS,
    maxConnections: env.API_MAX_CONNECTIONS,
    // The connections of a proxy carry the requests of many clients.
    maxConnectionsPerAddress:
      env.TRUST_PROXY === undefined ? env.API_MAX_CONNECTIONS_PER_ADDRESS : Infinity,
    maxUploads: env.API_MAX_UPLOADS,
    maxUploadsPerAddress: env.API_MAX_UPLOADS_PER_ADDRESS,
    maxUnauthenticatedUploads: env.API_MAX_UNAUTHENTICATED_UPLOADS,
    maxUnauthenticatedUploadsPerAddress: env.API_MAX_UNAUTHENTICATED_UPLOADS_PER_ADDRESS,
  },
  ...(metrics && {
    metrics: { metrics, token: servesMetrics(env) ? (env.METRICS_TOKEN ?? null) : undefined },
  }),
  requestLog: env.REQUEST_LOG,
  ...(tracing ? { tracing } : {}),
  ...(env.TRUST_PROXY === undefined ? {} : { trustProxy: env.TRUST_PROXY }),
});

onStopSignal({
  logger,
  graceMs: env.SHUTDOWN_GRACE_MS,
  leave: () => {
    lifecycle.phase = 'leaving';
  },
  drain: async () => {
    lifecycle.phase = 'draining';
    await app.close();
    await rateLimits.close();
    await runtime.close();
    process.exit(0);
  },
});

await app.listen({ host: env.API_HOST, port: env.API_PORT });
logger.info({ msg: 'listening', port: env.API_PORT, version });
