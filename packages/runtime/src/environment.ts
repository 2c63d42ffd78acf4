import { parseEncryptionKeys } from '@parley/db/encryption-keys';
import { type LimitName, type LimitSettings, limits } from '@parley/domain';
import { z } from 'zod';
import { parseTrustedProxies } from './client-address.ts';

type EnvironmentSource = Readonly<Record<string, string | undefined>>;

/**
 * Parses environment variables. An empty variable counts as not set.
 * @throws Error that names each invalid variable and what it accepts, never its value
 */
export function readEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  source: EnvironmentSource,
): z.output<Schema> {
  const nonEmpty = Object.entries(source).filter(([, value]) => value !== '');
  const result = schema.safeParse(Object.fromEntries(nonEmpty));
  if (result.success) return result.data;
  const issues = result.error.issues.map(
    ({ path, message }) => `${path.map(String).join('.')}: ${message}`,
  );
  throw new Error(`Invalid environment variables. ${issues.join('; ')}.`);
}

/** Parses the environment of this process. If it is invalid, prints one line and exits with 1. */
export function requireEnvironment<Schema extends z.ZodType>(
  process: string,
  schema: Schema,
): z.output<Schema> {
  try {
    return readEnvironment(schema, globalThis.process.env);
  } catch (error) {
    globalThis.process.stderr.write(
      `${process}: ${error instanceof Error ? error.message : error}\n`,
    );
    globalThis.process.exit(1);
  }
}

function addIssue({ value, issues }: z.core.ParsePayload, name: string, message: string): void {
  issues.push({ code: 'custom', path: [name], message, input: value });
}

/** A check for an environment schema: in production, none of the named variables may be set. */
export function developmentOnly<Name extends string>(...names: readonly Name[]) {
  type Values = { NODE_ENV: string } & { readonly [name in Name]?: unknown };
  return (payload: z.core.ParsePayload<Values>): void => {
    if (payload.value.NODE_ENV !== 'production') return;
    for (const name of names) {
      if (payload.value[name]) addIssue(payload, name, 'must not be set in production');
    }
  };
}

/** A check for an environment schema: in production, the named origins must be https. */
export function httpsInProduction<Name extends string>(...names: readonly Name[]) {
  type Values = { NODE_ENV: string } & { readonly [name in Name]: string };
  return (payload: z.core.ParsePayload<Values>): void => {
    if (payload.value.NODE_ENV !== 'production') return;
    for (const name of names) {
      if (payload.value[name].startsWith('https:')) continue;
      addIssue(payload, name, 'must be the public https URL in production');
    }
  };
}

/** A check for a process that always runs as in production: http is for this machine only. */
export function httpsUnlessLoopback<Name extends string>(name: Name) {
  return (payload: z.core.ParsePayload<{ readonly [name in Name]: string | undefined }>): void => {
    const url = payload.value[name];
    if (url === undefined || url.startsWith('https:') || isLoopback(url)) return;
    addIssue(payload, name, 'must be https unless it is on this machine');
  };
}

/** Whether only this machine can reach a URL. */
export const isLoopback = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** Whether a process serves metrics: in production only behind a token. */
export const servesMetrics = (env: {
  readonly NODE_ENV: string;
  readonly METRICS_TOKEN?: string | undefined;
}): boolean => env.NODE_ENV !== 'production' || env.METRICS_TOKEN !== undefined;

export const integer = (
  standard: number,
  { min = 1, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
) => z.coerce.number().int().min(min).max(max).default(standard);

/** A TCP port; 0 lets the operating system choose one. */
export const port = (standard: number) => integer(standard, { min: 0, max: 65_535 });

/** An http or https URL. */
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL with http or https',
  // Checks of the whole environment parse it again.
  abort: true,
});

/** An http or https URL, of which only the origin is used. */
export const origin = (standard: string) =>
  httpUrl.default(standard).transform((url) => new URL(url).origin);

/** A URL to which paths are appended. */
const removeTrailingSlash = ({ origin, pathname }: URL): string =>
  origin + pathname.replace(/\/+$/, '');

/** Variables that every process with a database reads: input of `openRuntime`. */
export const runtimeVariables = {
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a URL that begins with postgresql://' })
    .describe('Connection URL of the PostgreSQL database.'),
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
        parseEncryptionKeys(value);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        issues.push({ code: 'custom', message, input: value });
      }
    })
    .describe(
      'Keys that encrypt provider keys and signing secrets at rest: id:key, separated by commas, such as k2:…,k1:…. The first one encrypts; the others only decrypt older values (docs/operation.md). A key is 32 random bytes in base64: `openssl rand -base64 32`.',
    ),
  PROVIDER_REQUESTS_PER_SECOND: z.coerce
    .number()
    .min(1)
    .max(10_000)
    .default(25)
    .describe(
      'Requests per second that one process sends to one account of the provider, so that payers, the API, the dashboard and the worker share what the provider allows: 100 for a live account of Stripe. Divide it if several processes of a kind run.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Lowest level that is logged: fatal, error, warn, info, debug or silent.'),
};

/** Variables that several processes share. Each app picks the ones it reads. */
export const variables = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('production')
    .describe('Set it to development to allow settings that are unsafe in production.'),
  API_URL: origin('http://localhost:4000').describe(
    'Public origin of the API, without /v1. The provider sends its events there.',
  ),
  CHECKOUT_URL: origin('http://localhost:3001').describe(
    'Public origin of the payer page, the beginning of every handoff_url.',
  ),
  DASHBOARD_URL: origin('http://localhost:3000').describe(
    'Public origin of the dashboard. It must be https unless it is on this machine.',
  ),
  DOCS_URL: httpUrl
    .optional()
    .transform((url) => url && removeTrailingSlash(new URL(url)))
    .describe(
      'Public URL of the documentation. Error responses and the dashboard link to its page of an error code. It must be https unless it is on this machine.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be a URL that begins with smtp:// or smtps://' })
    .optional()
    .describe(
      'SMTP server that sends invitations, links for sign-up and passwords, and notifications: smtps://user:password@host. Required unless MAIL_DIR is set.',
    ),
  MAIL_FROM: z
    .string()
    .optional()
    .describe('Sender of all messages: an address, or a name with an address in angle brackets.'),
  MAIL_DIR: z
    .string()
    .optional()
    .describe('Stores messages in this folder instead of sending them. Development only.'),
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
    .describe(
      'Bearer token for /metrics. If it is not set, the API and the worker serve metrics in development only, and the dashboard and the payer page never.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url()
    .optional()
    .describe(
      'URL of an OpenTelemetry collector that receives traces, metrics and logs by OTLP. If it is not set, nothing is exported. The other OTEL_… variables of the OpenTelemetry specification apply too (docs/telemetry.md).',
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

/** Variables of the processes behind `guardServer`. */
export const frontVariables = {
  WEB_MAX_UPLOADS: integer(500).describe(
    'Requests of a process of the dashboard or the payer page whose body, of at most 384 KiB, is still arriving. A further one ends the oldest with 408.',
  ),
  WEB_MAX_UPLOADS_PER_ADDRESS: integer(100).describe(
    'The same for the requests of one client address (IPv4) or network (IPv6 /64).',
  ),
};

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
export function requireSender(
  payload: z.core.ParsePayload<{
    readonly SMTP_URL?: string | undefined;
    readonly MAIL_FROM?: string | undefined;
  }>,
): void {
  const { SMTP_URL, MAIL_FROM } = payload.value;
  if (SMTP_URL === undefined || MAIL_FROM !== undefined) return;
  const message = 'must be set with SMTP_URL, such as Parley <no-reply@parley.example>';
  addIssue(payload, 'MAIL_FROM', message);
}
