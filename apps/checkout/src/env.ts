import { readEnvironment } from '@parley/config/environment';
import { z } from 'zod';

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  /** 32 bytes in base64: opens the provider's keys. */
  PARLEY_ENCRYPTION_KEY: z.base64().length(44),
  /** Origin under which payers reach this app. */
  CHECKOUT_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3001'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  /** Requests per second for one payment link, and how many at once on top of it. */
  CHECKOUT_RATE_LIMIT_PER_LINK: z.coerce.number().int().min(1).default(20),
  CHECKOUT_RATE_LIMIT_PER_LINK_BURST: z.coerce.number().int().min(1).default(40),
  /** Milliseconds a call to the provider may take, its repeats included, while somebody waits. */
  PROVIDER_BUDGET_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export type Env = z.infer<typeof schema>;

/**
 * The environment, checked. Read when the app runs, never while it is built.
 * @throws Error that names each variable and what would be right, never its value
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  return readEnvironment(schema, source);
}
