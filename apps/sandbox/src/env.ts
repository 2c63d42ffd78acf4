import {
  httpUrl,
  integer,
  logLevel,
  nodeEnvironment,
  port,
  postgresUrl,
  rule,
  secret,
} from '@parley/environment/schemas';
import { z } from 'zod';

const key = (prefix: string) =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}\\w{8,}$`),
      `must start with ${prefix}, followed by at least 8 characters`,
    );

/** A rule: two variables belong together. */
const together = <A extends string, B extends string>(a: A, b: B) =>
  rule<{ readonly [name in A | B]?: string | undefined }>(
    [a, b],
    `must be set together with ${b}`,
    (env) => !env[a] === !env[b],
  );

/** The environment variables of this process. */
export const environment = z
  .object({
    SANDBOX_DATABASE_URL: postgresUrl.meta(
      secret('Connection URL of the simulator’s own PostgreSQL database.'),
    ),
    SANDBOX_PORT: port(4010).describe('Port that the simulator listens on.'),
    SANDBOX_HOST: z
      .string()
      .default('127.0.0.1')
      .describe('Address that the simulator listens on.'),
    SANDBOX_PUBLIC_URL: httpUrl
      .default('http://localhost:4010')
      .describe('Public URL of the simulator.'),
    SANDBOX_SECRET_KEY: key('sk_test_').meta(
      secret('Secret key that the simulator accepts, sk_test_….'),
    ),
    SANDBOX_PUBLISHABLE_KEY: key('pk_test_').describe(
      'Publishable key that the simulator accepts, pk_test_….',
    ),
    SANDBOX_LIVE_SECRET_KEY: key('sk_live_')
      .optional()
      .meta(
        secret(
          'Secret key of the simulated live mode, sk_live_…. Requires SANDBOX_LIVE_PUBLISHABLE_KEY.',
        ),
      ),
    SANDBOX_LIVE_PUBLISHABLE_KEY: key('pk_live_')
      .optional()
      .describe(
        'Publishable key of the simulated live mode, pk_live_…. Requires SANDBOX_LIVE_SECRET_KEY.',
      ),
    SANDBOX_WEBHOOK_URL: httpUrl
      .optional()
      .describe('URL that receives the test mode’s events. Requires SANDBOX_WEBHOOK_SECRET.'),
    SANDBOX_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_.{8,}$/, 'must start with whsec_, followed by at least 8 characters')
      .optional()
      .meta(secret('Signs the events for SANDBOX_WEBHOOK_URL. Requires SANDBOX_WEBHOOK_URL.')),
    SANDBOX_SETTLE_DELAY_MS: integer(5_000, { min: 0 }).describe(
      'Milliseconds that a payment that settles later stays in processing.',
    ),
    LOG_LEVEL: logLevel,
    NODE_ENV: nodeEnvironment
      .removeDefault()
      .optional()
      .describe(nodeEnvironment.description ?? ''),
  })
  .check(
    together('SANDBOX_WEBHOOK_SECRET', 'SANDBOX_WEBHOOK_URL'),
    together('SANDBOX_LIVE_PUBLISHABLE_KEY', 'SANDBOX_LIVE_SECRET_KEY'),
    rule<{ NODE_ENV?: string | undefined }>(
      ['NODE_ENV'],
      'is production, where the simulator does not run',
      ({ NODE_ENV }) => NODE_ENV !== 'production',
    ),
  );
