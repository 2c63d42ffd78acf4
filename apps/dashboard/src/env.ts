import {
  frontVariables,
  httpsUnlessLoopback,
  integer,
  isLoopback,
  limitVariables,
  requireSender,
  runtimeVariables,
  variables,
} from '@parley/runtime/environment';
import { z } from 'zod';

/** The environment variables of this process. They are read at run time, never during the build. */
export const environment = z
  .object({
    ...runtimeVariables,
    ...frontVariables,
    ...limitVariables,
    API_URL: variables.API_URL,
    CHECKOUT_URL: variables.CHECKOUT_URL,
    DASHBOARD_URL: variables.DASHBOARD_URL,
    DOCS_URL: variables.DOCS_URL,
    SMTP_URL: variables.SMTP_URL,
    MAIL_FROM: variables.MAIL_FROM,
    MAIL_DIR: variables.MAIL_DIR,
    PROVIDER_SANDBOX_URL: variables.PROVIDER_SANDBOX_URL,
    PROVIDER_BUDGET_MS: variables.PROVIDER_BUDGET_MS,
    REQUEST_QUEUE_MS: variables.REQUEST_QUEUE_MS,
    SHUTDOWN_GRACE_MS: variables.SHUTDOWN_GRACE_MS,
    METRICS_TOKEN: variables.METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    TRUST_PROXY: variables.TRUST_PROXY,
    WEBHOOK_ALLOW_LOOPBACK_HTTP: variables.WEBHOOK_ALLOW_LOOPBACK_HTTP,
    DASHBOARD_ANONYMOUS_RATE_LIMIT_PER_ADDRESS: integer(20).describe(
      'Sustained requests per second of one client address (IPv4) or network (IPv6 /64) without a session that this process knows.',
    ),
    DASHBOARD_ANONYMOUS_RATE_LIMIT_PER_ADDRESS_BURST: integer(60).describe(
      'Such requests that it accepts from one client address or network at once after a pause.',
    ),
    DASHBOARD_MAX_ANONYMOUS_REQUESTS: integer(4).describe(
      'Such requests that a process serves at once, at most half of them for one client address or network. The others wait for up to 2 seconds, then they are rejected with 503 and Retry-After.',
    ),
    DASHBOARD_MAX_REQUESTS: integer(8).describe(
      'Requests of sessions that it knows that a process serves at once, at most half of them for one merchant. The others wait for up to 10 seconds, then they are rejected with 503 and Retry-After.',
    ),
    BETTER_AUTH_SECRET: z
      .string()
      .min(32, 'must have at least 32 characters')
      .describe(
        'Signs the session cookies of the dashboard: at least 32 random characters. Create one with `openssl rand -base64 32`.',
      ),
    SIGN_UP: z
      .enum(['open', 'invitation'])
      .default('invitation')
      .describe(
        'Whether anyone may create an account with a merchant of their own (open), or only invited people may join (invitation).',
      ),
    CHECK_BREACHED_PASSWORDS: z
      .stringbool()
      .prefault('true')
      .describe(
        'Whether new passwords are looked up at api.pwnedpasswords.com, which receives five digits of their hash.',
      ),
  })
  // Browsers store the session cookie over http on localhost only.
  .check(httpsUnlessLoopback('DASHBOARD_URL'))
  .check(httpsUnlessLoopback('CHECKOUT_URL'))
  .check(httpsUnlessLoopback('API_URL'))
  .check(httpsUnlessLoopback('DOCS_URL'))
  // Next.js always runs in production mode, so NODE_ENV cannot decide this.
  .refine((env) => !env.WEBHOOK_ALLOW_LOOPBACK_HTTP || isLoopback(env.DASHBOARD_URL), {
    path: ['WEBHOOK_ALLOW_LOOPBACK_HTTP'],
    message: 'must not be set unless DASHBOARD_URL is on this machine',
  })
  .refine((env) => !env.PROVIDER_SANDBOX_URL || isLoopback(env.DASHBOARD_URL), {
    path: ['PROVIDER_SANDBOX_URL'],
    message: 'must not be set unless DASHBOARD_URL is on this machine',
  })
  .refine((env) => env.MAIL_DIR === undefined || isLoopback(env.DASHBOARD_URL), {
    path: ['MAIL_DIR'],
    message: 'must not be set unless DASHBOARD_URL is on this machine',
  })
  .refine((env) => env.SMTP_URL !== undefined || env.MAIL_DIR !== undefined, {
    path: ['SMTP_URL'],
    message: 'must be set: people are invited and reset their passwords by email',
  })
  .check(requireSender);

export type Env = z.infer<typeof environment>;
