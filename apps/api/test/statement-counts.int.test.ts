import { createHmac, randomUUID } from 'node:crypto';
import { placements } from '@parley/db/placements';
import { isCluster } from '@parley/testing';
import { referenceTablesWrittenBy } from '@parley/testing/citus';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createRateLimits, type RateLimits } from '../src/rate-limits.ts';
import { attemptOptions, confirmation, order, startApi, type TestApi } from './api.ts';
import { attemptsOf, createSession, nextObject, sessionAt } from './attempt-stages.ts';

let api: TestApi;
let limits: RateLimits;
/** Added to the process's clock. */
let skippedMs = 0;

const limit = { perSecond: 1_000, burst: 1_000 };
const startLimits = (deps: Parameters<typeof createRateLimits>[0]) =>
  createRateLimits(deps, { perKey: limit, perAddress: limit });

beforeAll(async () => {
  api = await startApi({
    serve: (deps) => {
      limits = startLimits(deps);
      const consume: RateLimits['consume'] = (key, address) => limits.consume(key, address);
      return { rateLimits: { consume, close: () => limits.close() } };
    },
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * What a statement does. The test shows the text of one that is not in this list. A load reads the session
 * with its attempt, account and the outcome of the idempotency key.
 */
const statementNames: readonly (readonly [RegExp, string])[] = [
  [/^WITH commits AS/, 'commit'],
  [/^SELECT s\.id, s\.status/, 'view'],
  [/^SELECT s\."merchant_id"/, 'load'],
  [/^SELECT .* FROM "public"\."idempotency_record"/, 'outcome'],
  [/^SELECT a\."merchant_id"/, 'find object'],
  [/INSERT INTO provider_event/, 'insert event'],
  [/INSERT INTO rate_limit/, 'rate limits'],
  [/FROM api_key k CROSS JOIN clock/, 'API key'],
  [/^SELECT date_trunc\('milliseconds', now\(\)\)/, 'clock'],
  [/FROM "public"\."psp_config"/, 'account'],
];

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : (query as { text: string }).text;

function nameOf(query: unknown): string {
  const line = textOf(query).replaceAll(/\s+/g, ' ').trim();
  return statementNames.find(([pattern]) => pattern.test(line))?.[1] ?? line;
}

/** Writes the consumption of all requests so far, which otherwise happens 200 ms later. */
async function writeRateLimits(): Promise<void> {
  await limits.close();
  limits = startLimits(api.deps);
}

/** On Citus, a commit is a transaction that sets the lock timeout of shards. */
const isLockTimeoutOnCitus = (name: string) =>
  isCluster() && /^(BEGIN|SET LOCAL lock_timeout = \d+|COMMIT)$/.test(name);

type Send = () => Promise<{ status: number }>;

interface Statement {
  readonly name: string;
  /** Whether it took a connection of the main pool, which all other work of the process needs too. */
  readonly usesMainPool: boolean;
  /** Tables on every node of a Citus cluster. A write to one of them waits for those of all merchants. */
  readonly writesToEveryNode: readonly string[];
}

/** Only the main pool plans every statement for its parameters. */
const isOfMainPool = (client: unknown) =>
  !(client as { connectionParameters: { options: string } }).connectionParameters.options.includes(
    'plan_cache_mode=force_generic_plan',
  );

/**
 * Returns the statements of a request and of the write of its rate limit, apart from the first statement
 * of each connection.
 */
async function statementsOf(send: Send): Promise<Statement[]> {
  await writeRateLimits();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect((await send()).status).toBe(200);
    await writeRateLimits();
    return query.mock.calls
      .map(([statement]: readonly unknown[], i) => ({
        name: nameOf(statement),
        usesMainPool: isOfMainPool(query.mock.contexts[i]),
        writesToEveryNode: referenceTablesWrittenBy(textOf(statement), placements),
      }))
      .filter(({ name }) => !name.includes('pg_extension') && !isLockTimeoutOnCitus(name));
  } finally {
    query.mockRestore();
  }
}

/** A write with an idempotency key, which the second call repeats. */
function write(method: string, path: string, body?: object): Send {
  const headers = { 'idempotency-key': randomUUID() };
  return () => api.call(method, path, body, { headers });
}

async function paidSession(): Promise<string> {
  const { id, attempt } = await sessionAt(api, 'confirmed');
  const { client } = api.database;
  await client.$executeRaw`
    UPDATE acquisition_attempt SET status = 'succeeded', completion_recorded_at = now()
    WHERE id = ${attempt.id}`;
  await client.$executeRaw`
    UPDATE proxy_session SET status = 'paid', completed_attempt_id = ${attempt.id} WHERE id = ${id}`;
  return id;
}

function providerEvent(): Send {
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: Math.floor(Date.now() / 1_000),
    livemode: false,
    data: { object: { id: nextObject('pi'), object: 'payment_intent' } },
  });
  const at = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', 'whsec_provider').update(`${at}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': `t=${at},v1=${signature}`,
  };
  const url = `${api.url}/provider_events/${api.merchant.pspConfigId}`;
  return () => fetch(url, { method: 'POST', headers, body });
}

const newCart = {
  amount_minor: 100,
  currency: 'eur',
  cart_snapshot: {},
  expected_cart_version: 1,
};

interface Operation {
  readonly name: string;
  /**
   * What it executes on the main pool if no other request has just done so: reads of keys, accounts and
   * the database clock, at most once a second, and the write of rate limits every 200 ms. The last uses
   * of keys, which it writes once a minute, are not among them.
   */
  readonly shared: string;
  /** What every request executes, on connections that nothing else needs. */
  readonly statements: string;
  /** What a repetition executes, with the same idempotency key if it is a write. */
  readonly repeated: string;
  readonly prepare: () => Promise<Send>;
}

const operations: readonly Operation[] = [
  {
    name: 'create',
    shared: 'API key, clock, rate limits',
    statements: 'commit',
    repeated: 'commit, outcome',
    prepare: async () => write('POST', '/proxy_sessions', order),
  },
  {
    name: 'create with a handoff',
    shared: 'API key, clock, rate limits',
    statements: 'commit',
    repeated: 'commit, outcome, load',
    prepare: async () => {
      const { publishableKey } = api.merchant;
      const body = { ...order, publishable_key: publishableKey };
      return write('POST', '/proxy_sessions/handoff', body);
    },
  },
  {
    name: 'merchant view',
    shared: 'API key, rate limits',
    statements: 'view',
    repeated: 'view',
    prepare: async () => {
      const id = await createSession(api);
      return () => api.get(`/proxy_sessions/${id}/merchant`);
    },
  },
  {
    name: 'payer view',
    shared: 'API key, rate limits',
    statements: 'view',
    repeated: 'view',
    prepare: async () => {
      const path = `/proxy_sessions/${await createSession(api)}?pk=${api.merchant.publishableKey}`;
      return () => api.get(path, { key: null });
    },
  },
  {
    name: 'replace the cart',
    shared: 'API key, rate limits',
    statements: 'load, commit',
    repeated: 'load',
    prepare: async () => write('PUT', `/proxy_sessions/${await createSession(api)}/cart`, newCart),
  },
  {
    name: 'reserve',
    shared: 'API key, rate limits',
    statements: 'load, commit',
    repeated: 'load',
    prepare: async () => write('POST', attemptsOf(await createSession(api)), attemptOptions),
  },
  {
    name: 'attach',
    shared: 'API key, rate limits',
    statements: 'load, find object, commit',
    repeated: 'load',
    prepare: async () => {
      const { path, attempt } = await sessionAt(api, 'reserved');
      return write('POST', `${path}/provider_objects`, {
        role: 'root',
        object_type: 'payment_intent',
        object_id: nextObject('pi'),
        expected_version: attempt.version,
      });
    },
  },
  {
    name: 'confirm',
    shared: 'API key, rate limits',
    statements: 'load, commit',
    repeated: 'load',
    prepare: async () => {
      const { path, attempt } = await sessionAt(api, 'attached');
      const body = { ...confirmation, expected_version: attempt.version };
      return write('POST', `${path}/provider_cart`, body);
    },
  },
  {
    name: 'payer handoff',
    shared: 'API key, rate limits',
    statements: 'load, commit',
    repeated: 'load',
    prepare: async () => write('POST', `/proxy_sessions/${await createSession(api)}/payer_handoff`),
  },
  {
    name: 'payer opened',
    shared: 'API key, rate limits',
    statements: 'load, commit',
    repeated: 'load',
    prepare: async () => write('POST', `/proxy_sessions/${await createSession(api)}/payer_opened`),
  },
  {
    name: 'provisioned',
    shared: 'API key, rate limits',
    statements: 'load, commit',
    repeated: 'load',
    prepare: async () => {
      const path = `/proxy_sessions/${await paidSession()}/provisioned`;
      return write('POST', path, { fulfillment_reference: 'shipment_1' });
    },
  },
  {
    name: 'provider event',
    shared: 'account',
    statements: 'insert event',
    repeated: 'insert event',
    prepare: async () => providerEvent(),
  },
];

const sharedNames = ['API key', 'account', 'clock', 'rate limits'];
const namesIn = (list: string) => list.split(', ');
const namesOf = (statements: readonly Statement[]) => statements.map(({ name }) => name);

it.each(operations)('$name executes $statements, and repeated $repeated', async (operation) => {
  const { shared, statements, repeated, prepare } = operation;
  const send = await prepare();
  skippedMs += 2_000;
  const first = await statementsOf(send);
  const ofMainPool = first.filter(({ usesMainPool }) => usesMainPool);
  expect(new Set(namesOf(ofMainPool))).toEqual(new Set(namesIn(shared)));
  expect(namesOf(first.filter(({ usesMainPool }) => !usesMainPool))).toEqual(namesIn(statements));
  expect(first.flatMap(({ writesToEveryNode }) => writesToEveryNode)).toEqual([]);
  const second = namesOf(await statementsOf(send));
  expect(second.filter((name) => !sharedNames.includes(name))).toEqual(namesIn(repeated));
});
