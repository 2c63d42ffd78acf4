import { z } from 'zod';

const url = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be a URL with ${protocols.join(' or ')}`,
  });

const key = (prefix: string) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}\\w{8,}$`),
      `must start with ${prefix}, followed by at least 8 characters`,
    );

/** The environment variables of this process. */
export const environment = z
  .object({
    SANDBOX_DATABASE_URL: url(['postgres:', 'postgresql:']).describe(
      'Connection URL of the simulator’s own PostgreSQL database.',
    ),
    SANDBOX_PORT: z.coerce
      .number()
      .int()
      .min(0)
      .max(65535)
      .default(4010)
      .describe('Port that the simulator listens on.'),
    SANDBOX_HOST: z
      .string()
      .default('127.0.0.1')
      .describe('Address that the simulator listens on.'),
    SANDBOX_PUBLIC_URL: url(['http:', 'https:'])
      .default('http://localhost:4010')
      .describe('Public URL of the simulator.'),
    SANDBOX_SECRET_KEY: key('sk_test_').describe(
      'Secret key that the simulator accepts, sk_test_….',
    ),
    SANDBOX_PUBLISHABLE_KEY: key('pk_test_').describe(
      'Publishable key that the simulator accepts, pk_test_….',
    ),
    SANDBOX_LIVE_SECRET_KEY: key('sk_live_')
      .optional()
      .describe(
        'Secret key of the simulated live mode, sk_live_…. Requires SANDBOX_LIVE_PUBLISHABLE_KEY.',
      ),
    SANDBOX_LIVE_PUBLISHABLE_KEY: key('pk_live_')
      .optional()
      .describe(
        'Publishable key of the simulated live mode, pk_live_…. Requires SANDBOX_LIVE_SECRET_KEY.',
      ),
    SANDBOX_WEBHOOK_URL: url(['http:', 'https:'])
      .optional()
      .describe('URL that receives the test mode’s events. Requires SANDBOX_WEBHOOK_SECRET.'),
    SANDBOX_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_.{8,}$/, 'must start with whsec_, followed by at least 8 characters')
      .optional()
      .describe('Signs the events for SANDBOX_WEBHOOK_URL. Requires SANDBOX_WEBHOOK_URL.'),
    SANDBOX_SETTLE_DELAY_MS: z.coerce
      .number()
      .int()
      .min(0)
      .default(5_000)
      .describe('Milliseconds that a payment that settles later stays in processing.'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
      .default('info')
      .describe('Lowest level that is logged: fatal, error, warn, info, debug or silent.'),
  })
  .refine((env) => !env.SANDBOX_WEBHOOK_URL === !env.SANDBOX_WEBHOOK_SECRET, {
    message: 'SANDBOX_WEBHOOK_URL and SANDBOX_WEBHOOK_SECRET must be set together',
  })
  .refine((env) => !env.SANDBOX_LIVE_SECRET_KEY === !env.SANDBOX_LIVE_PUBLISHABLE_KEY, {
    message: 'SANDBOX_LIVE_SECRET_KEY and SANDBOX_LIVE_PUBLISHABLE_KEY must be set together',
  });

export type Env = z.infer<typeof environment>;

/**
 * Parses environment variables. An empty variable counts as not set.
 * @throws Error that names each invalid variable and what it accepts, never its value
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  if (source.NODE_ENV === 'production') {
    throw new Error(
      'Invalid environment: NODE_ENV is production, where the simulator does not run',
    );
  }
  const nonEmpty = Object.entries(source).filter(([, value]) => value !== '');
  const parsed = environment.safeParse(Object.fromEntries(nonEmpty));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) =>
    issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message,
  );
  throw new Error(`Invalid environment: ${issues.join('; ')}`);
}
