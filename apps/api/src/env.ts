import { readEnvironment } from '@parley/config/environment';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  /** 32 bytes in base64: seals provider keys and signing secrets. */
  PARLEY_ENCRYPTION_KEY: z.base64().length(44),
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(4000),
  /** How others reach this process, without /v1. */
  API_URL: z.url().default('http://localhost:4000'),
  CHECKOUT_URL: z.url().default('http://localhost:3001'),
  /** Requests per second, steadily and at once after a pause, of a secret key. */
  API_RATE_LIMIT_PER_KEY: count(100),
  API_RATE_LIMIT_PER_KEY_BURST: count(200),
  /** The same of a publishable key from one address. */
  API_RATE_LIMIT_PER_ADDRESS: count(20),
  API_RATE_LIMIT_PER_ADDRESS_BURST: count(40),
  API_MAX_IN_FLIGHT: count(1_000),
  API_MAX_CONNECTIONS: count(5_000),
  API_MAX_EVENT_LOOP_DELAY_MS: count(1_000),
  /** Proxies in front whose X-Forwarded-For is believed: how many, or their addresses. */
  TRUST_PROXY: z
    .string()
    .regex(/^(\d+|[\da-fA-F.:/]+(,[\da-fA-F.:/]+)*)$/, 'must be a number of proxies, or addresses')
    .transform((given) => (/^\d+$/.test(given) ? Number(given) : given.split(',')))
    .optional(),
  /** Bearer token that opens /metrics. Without one it is open in development, closed in production. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Milliseconds a call to the provider may take, its repeats included, while somebody waits. */
  PROVIDER_BUDGET_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  /** Where traces are sent; none are made without it. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Origin of a simulator of the provider that merchants may use beside the real one. */
  PROVIDER_SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Lets webhooks go to this machine, over http too. For development alone. */
  WEBHOOK_ALLOW_LOOPBACK_HTTP: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

const schema = variables
  .refine((env) => !(env.WEBHOOK_ALLOW_LOOPBACK_HTTP && env.NODE_ENV === 'production'), {
    path: ['WEBHOOK_ALLOW_LOOPBACK_HTTP'],
    message: 'must not be set in production',
  })
  .refine((env) => env.PROVIDER_SANDBOX_URL === undefined || env.NODE_ENV !== 'production', {
    path: ['PROVIDER_SANDBOX_URL'],
    message: 'must not be set in production',
  });

export type Env = z.infer<typeof schema>;

/**
 * The environment, checked once.
 * @throws Error that names each variable and what would be right, never its value
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  return readEnvironment(schema, source);
}
