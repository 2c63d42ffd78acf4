import {
  httpsUnlessLoopback,
  isLoopback,
  origin,
  runtimeVariables,
  variables,
} from '@parley/runtime/environment';
import { z } from 'zod';

/** The environment variables of this process. They are read at run time, never during the build. */
export const environment = z
  .object({
    ...runtimeVariables,
    CHECKOUT_URL: variables.CHECKOUT_URL,
    PROVIDER_BUDGET_MS: variables.PROVIDER_BUDGET_MS,
    REQUEST_QUEUE_MS: variables.REQUEST_QUEUE_MS,
    SHUTDOWN_GRACE_MS: variables.SHUTDOWN_GRACE_MS,
    WEBHOOK_ALLOW_LOOPBACK_HTTP: variables.WEBHOOK_ALLOW_LOOPBACK_HTTP,
    BETTER_AUTH_SECRET: z
      .string()
      .min(32, 'must have at least 32 characters')
      .describe(
        'Signs the session cookies of the dashboard: at least 32 random characters. Create one with `openssl rand -base64 32`.',
      ),
    DASHBOARD_URL: origin('http://localhost:3000').describe(
      'Public origin of the dashboard. It must be https unless it is on this machine.',
    ),
  })
  // Browsers store the session cookie over http on localhost only.
  .check(httpsUnlessLoopback('DASHBOARD_URL'))
  .check(httpsUnlessLoopback('CHECKOUT_URL'))
  // Next.js always runs in production mode, so NODE_ENV cannot decide this.
  .refine((env) => !env.WEBHOOK_ALLOW_LOOPBACK_HTTP || isLoopback(env.DASHBOARD_URL), {
    path: ['WEBHOOK_ALLOW_LOOPBACK_HTTP'],
    message: 'must not be set unless DASHBOARD_URL is on this machine',
  });

export type Env = z.infer<typeof environment>;
