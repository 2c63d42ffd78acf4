import {
  httpsUnlessLoopback,
  integer,
  isLoopback,
  port,
  requiredOrigin,
  rule,
  secret,
} from '@parley/environment/schemas';
import {
  frontVariables,
  limitVariables,
  mailVariables,
  requireSender,
  runtimeVariables,
  variables,
} from '@parley/runtime/environment';
import { z } from 'zod';

/** A rule: a variable is for a dashboard on this machine. Next.js always runs in production mode. */
const onThisMachineOnly = (name: string) =>
  rule<{ readonly [name: string]: unknown; readonly DASHBOARD_URL: string }>(
    [name, 'DASHBOARD_URL'],
    'must not be set unless DASHBOARD_URL is on this machine',
    (env) => !env[name] || isLoopback(env.DASHBOARD_URL),
  );

/** The environment variables of this process. They are read at run time, never during the build. */
export const environment = z
  .object({
    ...runtimeVariables,
    ...frontVariables,
    ...limitVariables,
    API_URL: requiredOrigin(variables.API_URL),
    CHECKOUT_URL: requiredOrigin(variables.CHECKOUT_URL),
    ...mailVariables,
    DASHBOARD_URL: requiredOrigin(mailVariables.DASHBOARD_URL),
    DASHBOARD_HOST: z
      .string()
      .default('127.0.0.1')
      .describe('Address that the dashboard listens on.'),
    DASHBOARD_PORT: port(3000).describe('Port that the dashboard listens on.'),
    DOCS_URL: variables.DOCS_URL,
    PROVIDER_SANDBOX_URL: variables.PROVIDER_SANDBOX_URL,
    PROVIDER_BUDGET_MS: variables.PROVIDER_BUDGET_MS,
    REQUEST_QUEUE_MS: variables.REQUEST_QUEUE_MS,
    SHUTDOWN_GRACE_MS: variables.SHUTDOWN_GRACE_MS,
    METRICS_TOKEN: variables.METRICS_TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: variables.OTEL_EXPORTER_OTLP_HEADERS,
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
      .meta(
        secret(
          'Signs the session cookies of the dashboard: at least 32 random characters. Create one with `openssl rand -base64 32`.',
        ),
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
  .check(
    // Browsers store the session cookie over http on localhost only.
    ...httpsUnlessLoopback('DASHBOARD_URL', 'CHECKOUT_URL', 'API_URL', 'DOCS_URL'),
    ...['WEBHOOK_ALLOW_LOOPBACK_HTTP', 'PROVIDER_SANDBOX_URL', 'MAIL_DIR'].map(onThisMachineOnly),
    rule<{ SMTP_URL?: string | undefined; MAIL_DIR?: string | undefined }>(
      ['SMTP_URL', 'MAIL_DIR'],
      'must be set, and MAIL_FROM with it: people are invited and reset their passwords by email',
      (env) => env.SMTP_URL !== undefined || env.MAIL_DIR !== undefined,
    ),
    requireSender,
  );

export type Env = z.infer<typeof environment>;
