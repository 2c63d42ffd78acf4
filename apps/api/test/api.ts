import { randomBytes } from 'node:crypto';
import type { Database, DatabaseOptions } from '@parley/db';
import { openTestDatabase } from '@parley/db/testing';
import { apiScopes, type LimitSettings, type MerchantId, type Mode } from '@parley/domain';
import { insertApiKey, newId } from '@parley/operations';
import { connectStripe, sandboxOrigin, verifyNotification } from '@parley/provider';
import pino from 'pino';
import { createServer, type ServerOptions } from '../src/server.ts';
import { expectDeclared } from './expect-declared.ts';
import { startProviderStub } from './provider-stub.ts';

/** A merchant with its keys and provider config. */
export interface TestMerchant {
  readonly id: MerchantId;
  /** It has every scope. */
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly providerConfigId: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the parts they read
  readonly body: any;
}

export interface CallOptions {
  /** The secret key; that of the first merchant by default. Null sends none. */
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
}

/** The provider account of a test merchant. */
export interface TestAccount {
  readonly apiUrl: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
}

/** An account at an address where no server listens. Calls of the same key share a circuit breaker, in every file. */
const unreachable = (): TestAccount => ({
  apiUrl: 'http://127.0.0.1:9',
  publishableKey: 'pk_test_provider',
  secretKey: `sk_test_${randomBytes(12).toString('hex')}`,
  webhookSecret: 'whsec_provider',
});

export interface ApiOptions {
  /** The provider account of the first merchant; one without any object by default. */
  readonly account?: TestAccount;
  /** Changes options of the server, given its dependencies. */
  readonly serve?: (deps: ServerOptions['deps']) => Partial<ServerOptions>;
  /** The limits of what a merchant may own that differ from the standard ones. */
  readonly limits?: LimitSettings;
  /** Changes how the server connects to its database. */
  readonly connect?: (
    databaseUrl: string,
  ) => Partial<DatabaseOptions> | Promise<Partial<DatabaseOptions>>;
}

/** A real server on a real database, with two merchants in test mode. */
export async function startApi({
  account: given,
  serve = () => ({}),
  limits = {},
  connect = () => ({}),
}: ApiOptions = {}) {
  const stub = given ? null : await startProviderStub();
  const account = given ?? { ...unreachable(), apiUrl: stub?.url ?? '' };
  const providerUrl = account.apiUrl;
  const { database, env, close } = await openTestDatabase(connect);
  const deps = {
    database,
    connectProvider: connectStripe,
    verifyNotification,
    newId,
    checkoutUrl: 'https://pay.test',
    apiUrl: 'http://api.test',
    providerOrigins: [sandboxOrigin(providerUrl)],
    limits,
  };
  const app = createServer({
    deps,
    logger: pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    apiUrl: 'http://api.test',
    docsUrl: 'https://docs.test',
    lifecycle: { phase: 'serving' },
    // Longer than any test.
    responseTimeoutMs: 3_600_000,
    ...serve(deps),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const merchant = await addMerchant(database, 'Nordlicht Coffee', 'test', account);
  const other = await addMerchant(database, 'Another Merchant', 'test');

  return {
    url,
    /** The HTTP server under the API. */
    server: app.server,
    /** The environment of a separate process on the same database. */
    env: { ...env, PROVIDER_SANDBOX_URL: providerUrl },
    /** The requests that the stub of the provider received so far. */
    providerRequests: stub?.requests ?? [],
    /** API URL of the provider, for a second account. */
    providerUrl,
    deps,
    database,
    merchant,
    other,
    ...createCalls(createCall(() => url, merchant.secretKey)),
    stop: async () => {
      await app.close();
      await close();
      await stub?.stop();
    },
  };
}

export type TestApi = Awaited<ReturnType<typeof startApi>>;

/** The same API, called with the secret key of another merchant unless a call names a key. */
export const asMerchant = (api: TestApi, merchant: TestMerchant): TestApi => ({
  ...api,
  merchant,
  ...createCalls((method, path, body, options) =>
    api.call(method, path, body, { key: merchant.secretKey, ...options }),
  ),
});

type Call = (
  method: string,
  path: string,
  body?: unknown,
  options?: CallOptions,
) => Promise<ApiResponse>;

/** Adds the usual methods to a way to call the API. */
export const createCalls = (call: Call) => ({
  call,
  get: (path: string, options?: CallOptions) => call('GET', path, undefined, options),
  post: (path: string, body?: unknown, options?: CallOptions) => call('POST', path, body, options),
});

/**
 * Calls the REST API of any process. Every response in every test must match the OpenAPI document.
 * @param getUrl returns the origin of the process to call
 */
export const createCall =
  (getUrl: () => string, secretKey: string): Call =>
  async (method, path, body, options = {}) => {
    const key = options.key === undefined ? secretKey : options.key;
    const response = await fetch(`${getUrl()}/v1${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { status, headers } = response;
    const text = await response.text();
    const parsed = text === '' ? null : JSON.parse(text);
    if (path !== '/openapi.json') expectDeclared(method, path, status, parsed, headers);
    return { status, headers, body: parsed };
  };

/** A merchant with a key of each kind and a provider account. */
export async function addMerchant(
  database: Database,
  name: string,
  mode: Mode,
  account: TestAccount = unreachable(),
): Promise<TestMerchant> {
  const id = newId('merch');
  const scope = { merchantId: id, mode };
  const deps = { database, connectProvider: connectStripe, newId, checkoutUrl: '' };
  await database.forScope(scope).merchants.insert({ id, name });
  const providerConfigId = newId('pspcfg');
  await database.forScope(scope).providerConfigs.insert({
    id: providerConfigId,
    psp: 'provider',
    status: 'active',
    ...sandboxOrigin(account.apiUrl),
    ...account,
  });
  return {
    id,
    providerConfigId,
    secretKey: await insertApiKey(deps, scope, { kind: 'secret', name: 'test', scopes: apiScopes }),
    publishableKey: await insertApiKey(deps, scope, { kind: 'publishable', name: 'test' }),
  };
}

/** The minimal body of a new session. */
export const order = {
  amount_minor: 4200,
  currency: 'EUR',
  buyer_reference: 'customer_8412',
  cart_snapshot: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 4200 }] },
};

/** A fingerprint or evidence: 64 lowercase hex characters. */
export const hex = (digit: string): string => digit.repeat(64);

/** The options of a reservation. */
export const attemptOptions = {
  commercial_mode: 'one_time',
  integration_path: 'payment_intent',
  pricing_mode: 'fixed',
  provider_options_fingerprint: hex('a'),
};

/** The confirmation of the first cart of `order`. */
export const confirmation = {
  amount_minor: 4200,
  currency: 'eur',
  cart_version: 1,
  evidence_sha256: hex('e'),
};
