import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openDatabase } from '@parley/db';
import { applyMigrations } from '@parley/db/migrations';
import { apiScopes } from '@parley/domain';
import { insertApiKey, newId } from '@parley/operations';
import {
  createEmptyDatabase,
  reservePort,
  runsEveryCombination,
  type ServerProcess,
  spawnApp,
  startWebhookReceiver,
  type WebhookReceiver,
  waitFor,
} from '@parley/testing';
import Stripe from 'stripe';
import { afterAll, it as base, beforeAll, expect } from 'vitest';
import { runCommand } from '../../admin/test/run.ts';
import { startSandbox } from '../../sandbox/src/server.ts';
import {
  addMerchant,
  attemptOptions,
  createCall,
  createCalls,
  order,
  type TestMerchant,
} from './api.ts';
import {
  hashTables,
  startArchivedPostgres,
  type TableHashes,
  takeSnapshot,
  withClient,
} from './archived-postgres.ts';
import { attachIntent, payableSession, sessionReaches, simulatorAccount } from './provider.ts';

/** In `npm run test:full` only: leases of the time of the restore take up to a minute to expire. */
const it = base.runIf(runsEveryCombination);
const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;
const apiPort = await reservePort();
const providerPort = await reservePort();
const account = simulatorAccount(providerPort);
let receiver: WebhookReceiver;
const stripe = new Stripe(account.secretKey, {
  host: '127.0.0.1',
  port: providerPort,
  protocol: 'http',
  telemetry: false,
});

let postgres: Awaited<ReturnType<typeof startArchivedPostgres>>;
let merchant: TestMerchant;
let processes: ServerProcess[] = [];
/** What stops the rest, in this order. */
const stops: (() => Promise<unknown>)[] = [];

const getUrl = () => Object.assign(new URL(postgres.getAdminUrl()), { pathname: '/parley' }).href;

async function startProduct() {
  const env = {
    DATABASE_URL: getUrl(),
    PARLEY_ENCRYPTION_KEYS: encryptionKeys,
    PROVIDER_SANDBOX_URL: account.apiUrl,
    WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
    PROVIDER_POLL_SECONDS: '1',
    PROVIDER_SETTLE_SECONDS: '1',
  };
  processes = await Promise.all([
    spawnApp({ app: 'api', port: apiPort, env }),
    spawnApp({ app: 'worker', env }),
  ]);
}

async function stopProduct() {
  await Promise.all(processes.map((app) => app.stop()));
  processes = [];
}

const api = createCalls((method, path, body, options) =>
  createCall(() => `http://127.0.0.1:${apiPort}`, merchant.secretKey)(method, path, body, options),
);

const pay = (intentId: string) =>
  stripe.paymentIntents.confirm(intentId, {
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.test/return',
  });

const createSession = async () => (await api.post('/proxy_sessions', order)).body.id as string;

/** Reserves the attempt of a session and attaches its payment intent, as a merchant's server. */
async function prepare(id: string) {
  await api.post(`/proxy_sessions/${id}/payer_handoff`);
  await api.post(`/proxy_sessions/${id}/payer_opened`);
  const path = `/proxy_sessions/${id}/acquisition_attempts`;
  const reserved = await api.post(path, attemptOptions);
  return attachIntent(api, stripe, reserved.body);
}

/** Runs the command of an operator in this process. */
const runAdmin = (args: string) =>
  runCommand(args.split(' '), {
    env: { DATABASE_URL: getUrl(), PARLEY_ENCRYPTION_KEYS: encryptionKeys },
  });

const revokeKey = () =>
  runAdmin(`api-key revoke ${revokedKey.id} --merchant ${merchant.id} --mode test --yes`);

/** What the receiver got about a session, by type. */
const getReceived = (type: string, sessionId: string) =>
  receiver.received.filter(({ body }) => body.type === type && body.data.object.id === sessionId);

/** Runs the shipped statement. */
const listAccessChanges = (since: string) =>
  withClient(getUrl(), async (client) => {
    const file = new URL('../../../deploy/backup/access-changes.sql', import.meta.url);
    const text = readFileSync(file, 'utf8').replaceAll(":'since'", client.escapeLiteral(since));
    return (await client.query(text)).rows as { action: string; object_id: string }[];
  });

let snapshot: { time: string; tables: TableHashes };
let restored: TableHashes;
let accessChanges: Awaited<ReturnType<typeof listAccessChanges>>;
let revokedKey: { id: string; value: string };
/** Ids of sessions, by what happened to them after the second of the restore. */
let ids: Record<'paidBefore' | 'paid' | 'reservedAndPaid' | 'repeated' | 'created', string>;
let repeatedIntent: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  postgres = await startArchivedPostgres();
  stops.push(() => postgres.stop());
  await withClient(postgres.getAdminUrl(), (client) => client.query('CREATE DATABASE parley'));
  await applyMigrations({ databaseUrl: getUrl() });
  const database = openDatabase({ url: getUrl(), encryptionKeys });
  merchant = await addMerchant(database, 'Nordlicht Coffee', 'test', account);
  const deps = { database, connectProvider: () => expect.fail(), newId, checkoutUrl: '' };
  const scope = { merchantId: merchant.id, mode: 'test' } as const;
  const value = await insertApiKey(deps, scope, {
    kind: 'secret',
    name: 'leaked',
    scopes: apiScopes,
  });
  const { id } = await database.client.apiKey.findFirstOrThrow({ where: { name: 'leaked' } });
  revokedKey = { id, value };
  await database.close();
  const ledger = await createEmptyDatabase();
  stops.unshift(ledger.drop);
  const sandbox = await startSandbox({
    databaseUrl: ledger.url,
    port: providerPort,
    publicUrl: account.apiUrl,
    secretKey: account.secretKey,
    publishableKey: account.publishableKey,
    webhookUrl: `http://127.0.0.1:${apiPort}/provider_events/${merchant.providerConfigId}`,
    webhookSecret: account.webhookSecret,
  });
  stops.unshift(sandbox.stop);
  await startProduct();
  await api.post('/webhook_endpoints', { url: receiver.url });

  const paidBefore = await payableSession({ api, stripe });
  await pay(paidBefore.intent.id);
  await sessionReaches(api, paidBefore.id, { status: 'paid' });
  await postgres.backUp();
  const paid = await payableSession({ api, stripe });
  const [reservedAndPaid, repeated] = [await createSession(), await createSession()];
  snapshot = await takeSnapshot(getUrl());

  await pay(paid.intent.id);
  for (const id of [reservedAndPaid, repeated]) {
    const { intent } = await prepare(id);
    repeatedIntent = intent.id;
    await pay(intent.id);
  }
  const created = await payableSession({ api, stripe });
  await pay(created.intent.id);
  ids = {
    paidBefore: paidBefore.id,
    paid: paid.id,
    reservedAndPaid,
    repeated,
    created: created.id,
  };
  for (const id of Object.values(ids)) await sessionReaches(api, id, { status: 'paid' });
  await waitFor(() => getReceived('proxy_session.paid', paid.id).length > 0);
  expect(await revokeKey()).toMatchObject({ exitCode: 0 });
  accessChanges = await listAccessChanges(snapshot.time);
  await stopProduct();

  await postgres.destroy();
  await postgres.restore(snapshot.time);
  restored = await withClient(getUrl(), hashTables);
  await startProduct();
}, 240_000);

afterAll(async () => {
  await stopProduct();
  await receiver.stop();
  for (const stop of stops) await stop();
});

it('a restore to a second has every row of that second and no later one', () => {
  expect(restored).toEqual(snapshot.tables);
  expect(restored.proxy_session?.rows).toBe(4);
  expect(restored.payment?.rows).toBe(1);
  expect(restored.webhook_delivery?.rows).toBeGreaterThan(0);
});

it('the worker records the payments that the provider took after the second, and sends new events', async () => {
  await sessionReaches(api, ids.paidBefore, { status: 'paid' });
  await sessionReaches(api, ids.paid, { status: 'paid' });
  await waitFor(() => getReceived('proxy_session.paid', ids.paid).length > 1, {
    what: 'the event after the restore',
  });
  const [before, after] = getReceived('proxy_session.paid', ids.paid);
  expect(after?.headers['webhook-id']).not.toBe(before?.headers['webhook-id']);
  expect(after?.body.sequence).toBe(before?.body.sequence);
});

it('payments whose attempt or session was lost are visible as parked events', async () => {
  const payments = await waitFor(
    async () => {
      const { body } = await api.get('/provider_events?status=parked&limit=100');
      const found = body.data.filter(
        ({ type }: { type: string }) => type === 'payment_intent.succeeded',
      );
      return found.length >= 3 && found;
    },
    { what: 'the events of three payments' },
  );
  expect(payments).toHaveLength(3);
});

it('a merchant who repeats its requests gets the same payment and charges no second one', async () => {
  const { intent } = await prepare(ids.repeated);
  expect(intent.id).toBe(repeatedIntent);
  await sessionReaches(api, ids.repeated, { status: 'paid' });
});

it('reconcile --record records a payment without a reservation, and names one without a session', async () => {
  const to = new Date(Date.now() + 60_000).toISOString();
  // The provider's times are whole seconds.
  const from = new Date(Date.parse(snapshot.time) - 60_000).toISOString();
  const args = `reconcile --merchant ${merchant.id} --mode test --from ${from} --to ${to} --json`;
  const readDifferences = async (options: string) => {
    const { exitCode, out, error } = await runAdmin(args + options);
    expect(out, error).not.toBe('');
    const { results } = JSON.parse(out) as {
      results: { differences: { proxy_session_id: string; recording?: string }[] }[];
    };
    const found = results.flatMap(({ differences }) => differences);
    return [
      exitCode,
      Object.fromEntries(found.map((one) => [one.proxy_session_id, one.recording ?? 'missing'])),
    ];
  };
  const { reservedAndPaid, created } = ids;
  expect(await readDifferences('')).toEqual([
    1,
    { [reservedAndPaid]: 'missing', [created]: 'missing' },
  ]);
  expect(await readDifferences(' --record --dry-run')).toEqual([
    1,
    { [reservedAndPaid]: 'recordable', [created]: 'no_session' },
  ]);
  expect(await readDifferences(' --record')).toEqual([
    1,
    { [reservedAndPaid]: 'recorded', [created]: 'no_session' },
  ]);
  expect(await readDifferences('')).toEqual([1, { [created]: 'missing' }]);
  await sessionReaches(api, reservedAndPaid, { status: 'paid' });
});

it('access-changes.sql lists the revoked key, which is valid again after the restore', async () => {
  expect(accessChanges).toMatchObject([{ action: 'api_key.revoked', object_id: revokedKey.id }]);
  const status = async () => (await api.get('/proxy_sessions', { key: revokedKey.value })).status;
  expect(await status()).toBe(200);
  expect(await revokeKey()).toMatchObject({ exitCode: 0 });
  await waitFor(async () => (await status()) === 401, { what: 'the key to be refused' });
});
