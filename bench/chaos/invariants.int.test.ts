import { randomBytes } from 'node:crypto';
import { openDatabase } from '@parley/db';
import {
  type Caller,
  createSession,
  createWebhookEndpoint,
  replaceCart,
  reserveAttempt,
} from '@parley/operations';
import { createTestDatabase } from '@parley/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBenchmarkMerchant, createDeps } from '../harness/merchant-database.ts';
import { checkInvariants, type Evidence } from './invariant.ts';
import { invariants } from './invariants.ts';
import { type Call, Ledger } from './ledger.ts';
import type { Receipt } from './receiver.ts';

const { url, drop } = await createTestDatabase();
const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;
const database = openDatabase({ url, encryptionKeys });
const client = new pg.Client({ connectionString: url });
const deps = createDeps(database);
const account = {
  apiUrl: 'http://127.0.0.1:9',
  secretKey: 'sk_test_chaos',
  publishableKey: 'pk_test_chaos',
  webhookSecret: 'whsec_chaos',
};
let evidence: Evidence;
let ledger: Ledger;
let receipts: Receipt[];
let replayed: (call: Call) => Call['outcome'];

/** A paid session with a replaced cart, its deliveries, its charge, and what its clients received. */
async function prepare(): Promise<void> {
  const merchant = await addBenchmarkMerchant(database, account);
  const scope = {
    ...merchant,
    mode: 'test',
    configId: merchant.providerConfigId,
    account,
  } as const;
  const calls: Call[] = [];
  /** Runs an operation as a request with a key, and records its response. */
  async function record<T>(
    operation: string,
    path: string,
    body: object,
    run: (caller: Caller) => Promise<T>,
  ): Promise<T> {
    const requestId = `req_${calls.length}`;
    const key = `key-${calls.length}`;
    const method = 'POST';
    const fingerprint = 'f'.repeat(64);
    const idempotency = { method, path, key, fingerprint, onReplay: () => {} };
    const actor = { kind: 'api_key', id: 'key' } as const;
    const output = await run({ ...merchant, mode: 'test', actor, requestId, idempotency });
    const outcome = { status: 200, body: output, requestId };
    calls.push({ scope, operation, method, path, body, key, tries: [], outcome });
    return output;
  }
  const order = {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference: 'buyer',
    cart_snapshot: {},
  };
  const endpoint = await record('create_endpoint', '/v1/webhook_endpoints', {}, (caller) =>
    createWebhookEndpoint(deps, caller, { url: 'http://127.0.0.1:9/all', event_types: [] }),
  );
  const { id } = await record('create_session', '/v1/proxy_sessions', order, (caller) =>
    createSession(deps, caller, order),
  );
  const cart = {
    amount_minor: 5000,
    currency: 'eur',
    cart_snapshot: {},
    expected_cart_version: 1,
  };
  const path = `/v1/proxy_sessions/${id}`;
  await record('replace_cart', `${path}/cart`, cart, (caller) =>
    replaceCart(deps, caller, { id, ...cart }),
  );
  await record('reserve', `${path}/acquisition_attempts`, {}, (caller) =>
    reserveAttempt(deps, caller, {
      proxy_session_id: id,
      commercial_mode: 'one_time',
      integration_path: 'payment_intent',
      pricing_mode: 'fixed',
      provider_options_fingerprint: 'a'.repeat(64),
    }),
  );
  const [create] = calls.slice(2, 3);
  if (create) {
    const outcome = { status: 409, body: { error: {} }, requestId: 'req_refused' };
    calls.push({ ...create, key: 'refused', outcome });
  }
  const endpointId = endpoint.webhook_endpoint.id;
  const { rows } = await client.query(
    `INSERT INTO webhook_delivery (merchant_id, endpoint_id, event_id, queue_number, sequence, status, due_at,
       finished_at, attempts)
     SELECT merchant_id, $1, id, 0, sequence, 'succeeded', now(), now(), 1 FROM outbox_event RETURNING event_id`,
    [endpointId],
  );
  await client.query('DELETE FROM outbox_waiting');
  await client.query(
    `UPDATE acquisition_attempt SET status = 'succeeded', provider_root_object_id = 'pi_1',
       provider_root_object_type = 'payment_intent', root_created_by = 'merchant', completion_recorded_at = now(), provider_check_at = NULL`,
  );
  await client.query(
    `UPDATE proxy_session SET status = 'paid', payment_status = 'paid', attempt_status = 'succeeded',
       completed_attempt_id = attempt_id`,
  );
  await client.query(
    `INSERT INTO payment (merchant_id, mode, provider_object_id, provider_object_type, proxy_session_id,
       attempt_id, root_object_id, root_object_type, amount_minor, currency, captured_at, recorded_at, updated_at)
     SELECT merchant_id, mode, 'pi_1', 'payment_intent', id, attempt_id, 'pi_1', 'payment_intent', 5000, 'eur',
       now(), now(), now() FROM proxy_session`,
  );
  // The tables of the simulator that the invariants read.
  await client.query('CREATE SCHEMA live');
  for (const schema of ['public', 'live'])
    await client.query(
      `CREATE TABLE ${schema}.object (id text, kind text, data jsonb, hidden jsonb DEFAULT '{}')`,
    );
  await client.query(
    `INSERT INTO public.object VALUES ('pi_1', 'payment_intent', $1), ('ch_1', 'charge', $2)`,
    [
      { metadata: { proxy_session_id: id } },
      {
        ...{ status: 'succeeded', payment_intent: 'pi_1' },
        ...{ amount: 5000, amount_captured: 5000, amount_refunded: 0 },
      },
    ],
  );
  receipts = rows.map(({ event_id }) => ({ path: '/all', eventId: event_id, type: '', at: 0 }));
  ledger = new Ledger();
  ledger.calls.push(...calls);
  const subscriptions = [{ scope, id: endpointId, path: '/all', eventTypes: [] }];
  const pool = client as unknown as pg.Pool;
  const api = { repeat: async (call: Call) => replayed(call) };
  evidence = { pool, simulatorPool: pool, ledger, receipts, subscriptions, faults: [], api };
}

beforeAll(async () => {
  await client.connect();
  await prepare();
});
afterAll(async () => {
  await client.end();
  await database.close();
  await drop();
});
beforeEach(async () => {
  replayed = ({ outcome }) => outcome;
  await client.query('BEGIN');
});
afterEach(() => client.query('ROLLBACK'));

/** The names of the violated invariants, without waiting until they hold again. */
async function findViolated(): Promise<string[]> {
  const atOnce = invariants.map((one) => ({ ...one, withinMs: 0 }));
  return (await checkInvariants(atOnce, evidence, null)).map(({ invariant }) => invariant);
}

/** Changes what a client recorded, or what the receiver did, and returns how to undo it. */
type Corrupt = string | (() => () => void);

const call = (operation: string): Call => {
  const found = ledger.calls.find((one) => one.operation === operation);
  if (!found) throw new Error(`there is no ${operation}`);
  return found;
};

const plantedViolations: readonly (readonly [string, string, Corrupt])[] = [
  [
    'acknowledged-writes',
    'an acknowledged cart is stored with another amount',
    'UPDATE proxy_session SET amount_minor = 1',
  ],
  [
    'one-writer-per-version',
    'two replacements of one version are acknowledged',
    () => {
      ledger.calls.push({ ...call('replace_cart'), key: 'second' });
      return () => ledger.calls.pop();
    },
  ],
  [
    'refused-writes',
    'the history has the entry of a refused request',
    `UPDATE history_entry SET request_id = 'req_refused' WHERE action = 'replace_cart'`,
  ],
  [
    'idempotency',
    'a repeated request has another response',
    () => {
      replayed = () => ({ status: 200, body: { id: 'other' }, requestId: 'req' });
      return () => {};
    },
  ],
  ['audit', 'a change of an endpoint has no audit entry', 'DELETE FROM audit_entry'],
  ['gapless-sequences', 'an event is missing', 'DELETE FROM outbox_event WHERE sequence = 2'],
  ['versions-without-gaps', 'an earlier cart is missing', 'DELETE FROM cart_revision'],
  [
    'one-attempt',
    'the session shows another status of its attempt',
    `UPDATE proxy_session SET attempt_status = 'failed'`,
  ],
  [
    'event-per-transition',
    'a transition has the event of another one',
    `UPDATE outbox_event SET type = 'proxy_session.expired' WHERE type = 'proxy_session.cart_updated'`,
  ],
  [
    'deliveries',
    'an event that was fanned out has no delivery',
    'DELETE FROM webhook_delivery WHERE sequence = 1',
  ],
  [
    'visible-deliveries',
    'a delivery waits in a queue that is never due',
    `UPDATE webhook_delivery SET status = 'waiting', finished_at = NULL`,
  ],
  [
    'nothing-left',
    'a delivery has failed for ever',
    `UPDATE webhook_delivery SET status = 'failed' WHERE sequence = 1`,
  ],
  [
    'received-webhooks',
    'a delivery that the receiver has not accepted is stored as succeeded',
    () => {
      const [removed] = receipts.splice(0, 1);
      return () => removed && receipts.unshift(removed);
    },
  ],
  [
    'repeated-webhooks',
    'a webhook is accepted twice without a fault',
    () => {
      const [first] = receipts;
      if (first) receipts.push({ ...first, at: 500 });
      return () => receipts.pop();
    },
  ],
  ['payments', 'a charge of the provider is not recorded', 'DELETE FROM payment'],
  [
    'paid-sessions',
    'the payment of a session is not its amount',
    'UPDATE payment SET amount_minor = 1',
  ],
  [
    'subscriptions',
    'a subscription that paid a session is missing',
    `UPDATE acquisition_attempt SET commercial_mode = 'subscription', integration_path = 'checkout_session'`,
  ],
  [
    'tenancy',
    'an event is in the other mode than its session',
    `UPDATE outbox_event SET mode = 'live'`,
  ],
  [
    'leases',
    'an expired lease is not claimed again',
    `UPDATE webhook_endpoint_queue SET due_at = now() - interval '5 minutes', lease_token = 'worker',
       leased_until = now() - interval '2 minutes'`,
  ],
];

describe('invariants of a chaos run', () => {
  it('hold for a session that was created, changed, paid and delivered', async () => {
    expect(await findViolated()).toEqual([]);
  });

  it.each(plantedViolations)('%s is violated when %s', async (name, _, corrupt) => {
    if (typeof corrupt === 'string') {
      const { rowCount } = await client.query(corrupt);
      expect(rowCount).toBeGreaterThan(0);
      expect(await findViolated()).toContain(name);
      return;
    }
    const restore = corrupt();
    try {
      expect(await findViolated()).toContain(name);
    } finally {
      restore();
    }
  });

  it('each have a planted violation', () => {
    const planted = new Set(plantedViolations.map(([name]) => name));
    expect(invariants.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });
});
