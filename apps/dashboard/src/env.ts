import { readEnvironment } from '@parley/config/environment';
import { z } from 'zod';

const schema = z
  .object({
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
    /** Milliseconds a call to the provider may take, its repeats included, while somebody waits. */
    PROVIDER_BUDGET_MS: z.coerce.number().int().min(100).max(60_000).default(10_000),
    /** 32 bytes in base64: opens provider keys and signing secrets. */
    PARLEY_ENCRYPTION_KEY: z.base64().length(44),
    /** Signs the cookie of whoever is signed in. */
    BETTER_AUTH_SECRET: z.string().min(32, 'must have at least 32 characters'),
    /** How browsers reach this process. */
    DASHBOARD_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
    CHECKOUT_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3001'),
    /** Whether endpoints may be on this machine, over http too: for development. */
    WEBHOOK_ALLOW_LOOPBACK_HTTP: z.stringbool().default(false),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  })
  .transform((env) => ({
    ...env,
    DASHBOARD_URL: new URL(env.DASHBOARD_URL).origin,
    CHECKOUT_URL: new URL(env.CHECKOUT_URL).origin,
  }))
  .refine((env) => env.DASHBOARD_URL.startsWith('https:') || isThisMachine(env.DASHBOARD_URL), {
    path: ['DASHBOARD_URL'],
    message: 'must be https: browsers keep the sign-in cookie over http on one machine only',
  })
  // A page that Next has built runs in production mode everywhere, so that is no sign.
  .refine((env) => !env.WEBHOOK_ALLOW_LOOPBACK_HTTP || isThisMachine(env.DASHBOARD_URL), {
    path: ['WEBHOOK_ALLOW_LOOPBACK_HTTP'],
    message: 'must not be set where DASHBOARD_URL is not on this machine',
  });

export type Env = z.infer<typeof schema>;

function isThisMachine(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/**
 * The environment, checked once.
 * @throws Error that names each variable and what would be right, never its value
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  return readEnvironment(schema, source);
}
