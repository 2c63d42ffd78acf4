import {
  days,
  developmentOnly,
  httpsInProduction,
  httpsUnlessLoopback,
  integer,
  port,
  rule,
} from '@parley/environment/schemas';
import {
  mailVariables,
  requireSender,
  runtimeVariables,
  variables,
} from '@parley/runtime/environment';
import { z } from 'zod';

/** The environment variables of this process. */
export const environment = z
  .object({
    ...runtimeVariables,
    NODE_ENV: variables.NODE_ENV,
    CHECKOUT_URL: variables.CHECKOUT_URL,
    METRICS_TOKEN: variables.METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: variables.OTEL_EXPORTER_OTLP_HEADERS,
    WEBHOOK_ALLOW_LOOPBACK_HTTP: variables.WEBHOOK_ALLOW_LOOPBACK_HTTP,
    ...mailVariables,
    WORKER_HOST: z
      .string()
      .default('127.0.0.1')
      .describe('Address that the worker’s health checks and metrics listen on.'),
    WORKER_PORT: port(4020).describe('Port that the worker’s health checks and metrics listen on.'),
    PROVIDER_POLL_SECONDS: integer(60, { max: 3_600 }).describe(
      'Seconds between two reads of a provider account’s list of events.',
    ),
    PROVIDER_SETTLE_SECONDS: integer(60, { max: 3_600 }).describe(
      'Seconds that a provider event may be late before it counts as missed.',
    ),
    SUBSCRIPTION_SYNC_SECONDS: integer(86_400, { max: 2_592_000 }).describe(
      'Seconds without an event after which a subscription is read from the provider again.',
    ),
    SUBSCRIPTION_SWEEP_SECONDS: integer(5, { max: 3_600 }).describe(
      'Seconds between two searches for subscriptions to read again.',
    ),
    CONTACT_RETENTION_DAYS: days().describe(
      'Days after which the contacts of a closed session are removed. If it is not set, they are stored without limit.',
    ),
    CART_RETENTION_DAYS: days().describe(
      'Days after which the cart snapshots of a closed session are emptied. If it is not set, they are stored without limit.',
    ),
    AUDIT_RETENTION_DAYS: days().describe(
      'Days after which audit entries are deleted. If it is not set, they are stored without limit.',
    ),
    REQUEST_LOG_RETENTION_DAYS: days()
      .default(7)
      .describe('Days after which requests are deleted from the request log.'),
  })
  .check(
    ...developmentOnly('WEBHOOK_ALLOW_LOOPBACK_HTTP', 'MAIL_DIR'),
    ...httpsInProduction('CHECKOUT_URL', 'DASHBOARD_URL'),
    ...httpsUnlessLoopback('DASHBOARD_URL'),
    requireSender,
    rule<{ NODE_ENV: string; SMTP_URL?: string | undefined }>(
      ['SMTP_URL', 'NODE_ENV'],
      'must be set, and MAIL_FROM with it: people are notified of changes of API keys and accounts by email',
      (env) => env.NODE_ENV !== 'production' || env.SMTP_URL !== undefined,
    ),
  );
