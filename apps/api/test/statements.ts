import { createHmac, randomUUID } from 'node:crypto';
import { attemptOptions, confirmation, order, type TestApi } from './api.ts';
import { createSession, getAttempts, nextObject, sessionAt } from './attempt-stages.ts';

/** Sends a request. */
export type Send = () => Promise<{ status: number }>;

/**
 * What a statement does. The test shows the text of one that is not in this list. A load reads the session
 * with its attempt, account and the outcome of the idempotency key.
 */
export const statementNames: readonly (readonly [RegExp, string])[] = [
  [/FROM commit_sessions_/, 'commit'],
  [/^SELECT s\.id, s\.status/, 'view'],
  [/FROM psp_config (s )?WHERE /, 'account'],
  [/^SELECT s\."merchant_id"/, 'load'],
  [/^SELECT .* FROM "public"\."idempotency_record"/, 'outcome'],
  [/^SELECT a\."merchant_id"/, 'find object'],
  [/INSERT INTO provider_event/, 'insert event'],
  [/FROM provider_event .*status = 'waiting' LIMIT/, 'backlog'],
  [/INSERT INTO rate_limit/, 'rate limits'],
  [/FROM api_key k .*CROSS JOIN clock/, 'API key'],
  [/^SELECT date_trunc\('milliseconds', now\(\)\)/, 'clock'],
];

/** A write with an idempotency key, which the second call repeats. */
function write(api: TestApi, method: string, path: string, body?: object): Send {
  const headers = { 'idempotency-key': randomUUID() };
  return () => api.call(method, path, body, { headers });
}

async function paidSession(api: TestApi): Promise<string> {
  const { id, attempt } = await sessionAt(api, 'confirmed');
  const { client } = api.database;
  await client.$executeRaw`
    UPDATE acquisition_attempt SET status = 'succeeded', completion_recorded_at = now()
    WHERE id = ${attempt.id}`;
  await client.$executeRaw`
    UPDATE proxy_session SET status = 'paid', completed_attempt_id = ${attempt.id} WHERE id = ${id}`;
  return id;
}

function providerEvent(api: TestApi): Send {
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
  const url = `${api.url}/provider_events/${api.merchant.providerConfigId}`;
  return () => fetch(url, { method: 'POST', headers, body });
}

const newCart = {
  amount_minor: 100,
  currency: 'eur',
  cart_snapshot: {},
  expected_cart_version: 1,
};

export interface Operation {
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
  readonly prepare: (api: TestApi) => Promise<Send>;
}

export const operations: readonly Operation[] = [
  {
    name: 'create',
    shared: 'API key, clock, rate limits',
    statements: 'commit',
    repeated: 'commit, outcome',
    prepare: async (api) => write(api, 'POST', '/proxy_sessions', order),
  },
  {
    name: 'create with a handoff',
    shared: 'API key, clock, rate limits',
    statements: 'commit',
    repeated: 'commit, outcome, load',
    prepare: async (api) => {
      const { publishableKey } = api.merchant;
      const body = { ...order, publishable_key: publishableKey };
      return write(api, 'POST', '/proxy_sessions/handoff', body);
    },
  },
  {
    name: 'merchant view',
    shared: 'API key, rate limits',
    statements: 'view',
    repeated: 'view',
    prepare: async (api) => {
      const id = await createSession(api);
      return () => api.get(`/proxy_sessions/${id}/merchant`);
    },
  },
  {
    name: 'payer view',
    shared: 'API key, rate limits',
    statements: 'view',
    repeated: 'view',
    prepare: async (api) => {
      const path = `/proxy_sessions/${await createSession(api)}?pk=${api.merchant.publishableKey}`;
      return () => api.get(path, { key: null });
    },
  },
  {
    name: 'replace the cart',
    shared: 'API key, rate limits',
    statements: 'load, commit',
    repeated: 'load',
    prepare: async (api) =>
      write(api, 'PUT', `/proxy_sessions/${await createSession(api)}/cart`, newCart),
  },
  {
    name: 'reserve',
    shared: 'API key, rate limits',
    statements: 'load, commit',
    repeated: 'load',
    prepare: async (api) =>
      write(api, 'POST', getAttempts(await createSession(api)), attemptOptions),
  },
  {
    name: 'attach',
    shared: 'API key, rate limits',
    statements: 'load, account, find object, commit',
    repeated: 'load',
    prepare: async (api) => {
      const { path, attempt } = await sessionAt(api, 'reserved');
      return write(api, 'POST', `${path}/provider_objects`, {
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
    prepare: async (api) => {
      const { path, attempt } = await sessionAt(api, 'attached');
      const body = { ...confirmation, expected_version: attempt.version };
      return write(api, 'POST', `${path}/provider_cart`, body);
    },
  },
  {
    name: 'payer handoff',
    shared: 'API key, rate limits',
    statements: 'load, commit',
    repeated: 'load',
    prepare: async (api) =>
      write(api, 'POST', `/proxy_sessions/${await createSession(api)}/payer_handoff`),
  },
  {
    name: 'payer opened',
    shared: 'API key, rate limits',
    statements: 'load, commit',
    repeated: 'load',
    prepare: async (api) =>
      write(api, 'POST', `/proxy_sessions/${await createSession(api)}/payer_opened`),
  },
  {
    name: 'provisioned',
    shared: 'API key, rate limits',
    statements: 'load, commit',
    repeated: 'load',
    prepare: async (api) => {
      const path = `/proxy_sessions/${await paidSession(api)}/provisioned`;
      return write(api, 'POST', path, { fulfillment_reference: 'shipment_1' });
    },
  },
  {
    name: 'provisioning failed',
    shared: 'API key, rate limits',
    statements: 'load, commit',
    repeated: 'load',
    prepare: async (api) => {
      const path = `/proxy_sessions/${await paidSession(api)}/provisioning_failed`;
      return write(api, 'POST', path, { error_message: 'Out of stock.' });
    },
  },
  {
    name: 'bind a checkout session',
    shared: 'API key, rate limits',
    statements: 'load, account, find object, commit',
    repeated: 'load',
    prepare: async (api) =>
      write(api, 'POST', `/proxy_sessions/${await createSession(api)}/provider_bindings`, {
        provider_checkout_session_id: nextObject('cs'),
        psp: 'provider',
      }),
  },
  {
    name: 'provider event',
    shared: 'account, backlog',
    // Whether the account exists, once in each process.
    statements: 'account, insert event',
    repeated: 'insert event',
    prepare: async (api) => providerEvent(api),
  },
];
