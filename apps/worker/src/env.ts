import { readEnvironment } from '@parley/config/environment';
import { z } from 'zod';

const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  /** 32 bytes in base64: opens provider keys. */
  PARLEY_ENCRYPTION_KEY: z.base64().length(44),
  WORKER_HOST: z.string().default('127.0.0.1'),
  /** Where health is asked for. */
  WORKER_PORT: z.coerce.number().int().min(0).max(65_535).default(4020),
  CHECKOUT_URL: z.url().default('http://localhost:3001'),
  /** Seconds between two readings of a provider account's list of events. */
  PROVIDER_POLL_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
  /** Seconds an event may be late before it counts as missed. */
  PROVIDER_SETTLE_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
  /** Seconds after which a subscription nothing was heard of is read from the provider again. */
  SUBSCRIPTION_SYNC_SECONDS: z.coerce.number().int().min(1).max(2_592_000).default(86_400),
  /** Bearer token that opens /metrics; open without one, for this port is nobody's but ours. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Where traces are sent; none are made without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Lets webhooks go to this machine, over http too. For development alone. */
  WEBHOOK_ALLOW_LOOPBACK_HTTP: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

const schema = variables.refine(
  (env) => !(env.WEBHOOK_ALLOW_LOOPBACK_HTTP && env.NODE_ENV === 'production'),
  { path: ['WEBHOOK_ALLOW_LOOPBACK_HTTP'], message: 'must not be set in production' },
);

export type Env = z.infer<typeof schema>;

/**
 * The environment, checked once.
 * @throws Error that names each variable and what would be right, never its value
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  return readEnvironment(schema, source);
}
