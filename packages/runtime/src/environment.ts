import { checkEncryptionKeys } from '@parley/db/encryption-keys';
import { type LimitName, type LimitSettings, limits } from '@parley/domain';
import {
  apiUrl,
  checkoutUrl,
  dashboardUrl,
  docsUrl,
  integer,
  logLevel,
  nodeEnvironment,
  postgresUrl,
  rule,
  secret,
} from '@parley/environment/schemas';
import { z } from 'zod';
import { parseTrustedProxies } from './client-address.ts';

/** Whether a process serves metrics: in production only behind a token. */
export const servesMetrics = (env: {
  readonly NODE_ENV: string;
  readonly METRICS_TOKEN?: string | undefined;
}): boolean => env.NODE_ENV !== 'production' || env.METRICS_TOKEN !== undefined;

/** Variables that every process with a database reads: input of `openRuntime`. */
export const runtimeVariables = {
  DATABASE_URL: postgresUrl.meta(
    secret(
      'Connection URL of the PostgreSQL database: postgresql://user:password@host:5432/parley.',
    ),
  ),
  DATABASE_POOL_SIZE: integer(10, { max: 200 }).describe(
    'Maximum number of database connections of one process for requests and jobs. It opens a few more for frequent statements (docs/operation.md).',
  ),
  DATABASE_PREPARED_STATEMENTS: z
    .stringbool()
    .prefault('true')
    .describe(
      'Whether PostgreSQL prepares statements. Set it to false behind PgBouncer 1.20 or older in transaction mode.',
    ),
  PARLEY_ENCRYPTION_KEYS: z
    .string()
    .check(({ value, issues }) => {
      try {
        checkEncryptionKeys(value);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        issues.push({ code: 'custom', message, input: value });
      }
    })
    .meta(
      secret(
        'Keys that encrypt provider keys and signing secrets at rest: id:key, separated by commas, such as k2:…,k1:…. The first one encrypts; the others only decrypt older values (docs/operation.md). A key is 32 random bytes in base64, `openssl rand -base64 32`, or kms: and a key that AWS KMS wrapped: `npm run admin -- encryption-key create --kms`.',
      ),
    ),
  PROVIDER_REQUESTS_PER_SECOND: z.coerce
    .number()
    .min(1)
    .max(10_000)
    .default(25)
    .describe(
      'Requests per second that one process sends to one account of the provider, so that payers, the API, the dashboard and the worker share what the provider allows: 100 for a live account of Stripe. Divide it if several processes of a kind run.',
    ),
  LOG_LEVEL: logLevel,
};

/** Variables that several processes share. Each app picks the ones it reads. */
export const variables = {
  NODE_ENV: nodeEnvironment,
  API_URL: apiUrl,
  CHECKOUT_URL: checkoutUrl,
  DOCS_URL: docsUrl,
  PROVIDER_SANDBOX_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Origin of the provider simulator that merchants may connect. Development only.'),
  PROVIDER_BUDGET_MS: integer(10_000, { min: 100, max: 60_000 }).describe(
    'Milliseconds that a provider call may take within a request, including its retries.',
  ),
  REQUEST_QUEUE_MS: integer(500, { max: 60_000 }).describe(
    'Milliseconds that a request may wait until one of the calls that run, four per connection of DATABASE_POOL_SIZE, has ended. Then it is rejected with 503 and Retry-After.',
  ),
  SHUTDOWN_GRACE_MS: integer(5_000, { min: 0, max: 120_000 }).describe(
    'Milliseconds between a stop signal, after which /readyz responds 503, and the moment when no more requests are accepted. A load balancer must notice within this time. Up to 20 seconds follow for the requests in progress.',
  ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .meta(
      secret(
        'Bearer token for /metrics. If it is not set, the API and the worker serve metrics in development only, and the dashboard and the payer page never.',
      ),
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url()
    .optional()
    .describe(
      'URL of an OpenTelemetry collector that receives traces, metrics and logs by OTLP. If it is not set, nothing is exported. The other OTEL_… variables of the OpenTelemetry specification apply too (docs/telemetry.md).',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .meta(
      secret(
        'Headers of requests to the collector, such as its credentials: name=value, separated by commas.',
      ),
    ),
  TRUST_PROXY: z
    .string()
    .optional()
    .transform((value, { addIssue }) => {
      try {
        return value === undefined ? undefined : parseTrustedProxies(value);
      } catch {
        const message = 'must be a number of proxies, or their addresses separated by commas';
        addIssue({ code: 'custom', message });
        return z.NEVER;
      }
    })
    .describe(
      'Reverse proxies whose X-Forwarded-For header is trusted: their number, or their addresses and networks (10.0.0.0/8) separated by commas. Without it, the client is who opened the connection.',
    ),
  WEBHOOK_ALLOW_LOOPBACK_HTTP: z
    .stringbool()
    .prefault('false')
    .describe('Allows webhook URLs on this machine, over http too. Development only.'),
};

/** Variables of the processes that send emails. */
export const mailVariables = {
  DASHBOARD_URL: dashboardUrl,
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be a URL that begins with smtp:// or smtps://' })
    .optional()
    .meta(
      secret(
        'SMTP server that sends invitations, links for sign-up and passwords, and notifications: smtps://user:password@host.',
      ),
    ),
  MAIL_FROM: z
    .string()
    .optional()
    .describe('Sender of all messages: an address, or a name with an address in angle brackets.'),
  MAIL_DIR: z
    .string()
    .optional()
    .describe('Stores messages in this folder instead of sending them. Development only.'),
};

/** Variables of the processes behind `guardServer`. */
export const frontVariables = {
  WEB_MAX_UPLOADS: integer(500).describe(
    'Requests of a process of the dashboard or the payer page whose body, of at most 384 KiB, is still arriving. A further one ends the oldest with 408.',
  ),
  WEB_MAX_UPLOADS_PER_ADDRESS: integer(100).describe(
    'The same for the requests of one client address (IPv4) or network (IPv6 /64).',
  ),
};

/** More milliseconds than a request can wait for the database, whose timeouts bound the wait. */
const DATABASE_MS = 15_000;
/** The most calls to the provider that a request makes one after the other. */
const MAX_PROVIDER_CALLS = 5;

/** Milliseconds within which every response has been written, unless its client does not read it. */
export const getResponseTimeoutMs = (env: {
  readonly REQUEST_QUEUE_MS: number;
  readonly PROVIDER_BUDGET_MS: number;
}): number => env.REQUEST_QUEUE_MS + DATABASE_MS + MAX_PROVIDER_CALLS * env.PROVIDER_BUDGET_MS;

/** The bound of request bodies as the environment has it. */
export const readUploadBound = (
  env: {
    readonly [name in keyof typeof frontVariables]: number;
  },
) => ({ max: env.WEB_MAX_UPLOADS, maxPerAddress: env.WEB_MAX_UPLOADS_PER_ADDRESS });

/** A maximum that the operator may change. What a merchant owns is read as a whole in places. */
const maximum = (name: LimitName, highest: number) =>
  integer(limits[name].maximum, { max: highest }).describe(
    `Maximum number of ${limits[name].counted}, at most ${highest.toLocaleString('en')} (docs/limits.md).`,
  );

/** Variables of the processes in which merchants create what has a limit. */
export const limitVariables = {
  MAX_WEBHOOK_ENDPOINTS: maximum('webhook_endpoints', 1_000),
  MAX_API_KEYS: maximum('api_keys', 1_000),
  MAX_PROVIDER_CONFIGS: maximum('provider_configs', 1_000),
  MAX_TEAM_MEMBERS: maximum('team_members', 5_000),
};

/** The limits as the environment has them. */
export const readLimits = (
  env: {
    readonly [name in keyof typeof limitVariables]: number;
  },
): LimitSettings => ({
  webhook_endpoints: env.MAX_WEBHOOK_ENDPOINTS,
  api_keys: env.MAX_API_KEYS,
  provider_configs: env.MAX_PROVIDER_CONFIGS,
  team_members: env.MAX_TEAM_MEMBERS,
});

/** A check for an environment schema: an SMTP server needs a sender. */
export const requireSender = rule<{
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
}>(
  ['MAIL_FROM', 'SMTP_URL'],
  'must be set with SMTP_URL, such as Parley <no-reply@parley.example>',
  ({ SMTP_URL, MAIL_FROM }) => SMTP_URL === undefined || MAIL_FROM !== undefined,
);
