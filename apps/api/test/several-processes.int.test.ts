import {
  createEmptyDatabase,
  reservePort,
  type ServerProcess,
  spawnApp,
  startWebhookReceiver,
  type WebhookReceiver,
  waitFor,
} from '@parley/testing';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox } from '../../sandbox/src/server.ts';
import { addMerchant, asMerchant, createCall, createCalls, type TestApi } from './api.ts';
import { type Path, paths, prepared } from './paths.ts';
import {
  type Payments,
  readEvents,
  sessionReaches,
  simulatorAccount,
  startPayments,
} from './provider.ts';

const [paymentIntent, , , directSubscription] = paths as readonly [Path, Path, Path, Path];

let payments: Payments;
let second: Awaited<ReturnType<typeof addSecondMerchant>>;
let receiver: WebhookReceiver;
let servers: ServerProcess[];
let workers: ServerProcess[];

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  const ports = await Promise.all(Array.from({ length: 3 }, reservePort));
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  payments = await startPayments({ worker: 'none', eventsOrigin: origins[0] ?? '' });
  second = await addSecondMerchant(origins[1] ?? '');
  const env = { ...payments.api.env, WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' };
  servers = await Promise.all(ports.map((port) => spawnApp({ app: 'api', port, env })));
  workers = await Promise.all(Array.from({ length: 2 }, () => spawnApp({ app: 'worker', env })));
});
afterAll(async () => {
  for (const app of [...workers, ...servers]) await app.stop();
  await second.stop();
  await payments.stop();
  await receiver.stop();
});

/** The first two bits of the hash by which Citus chooses the shard of a merchant. */
async function shardHash(merchantId: string): Promise<number> {
  const [row] = await payments.api.database.client.$queryRaw<{ hash: number }[]>`
    SELECT hashtext(${merchantId}) >> 30 AS hash`;
  return row?.hash ?? 0;
}

/** Adds a merchant on another shard than the first one, with a provider account of its own. */
async function addSecondMerchant(eventsOrigin: string) {
  const { database, merchant: first } = payments.api;
  const port = await reservePort();
  const account = simulatorAccount(port);
  let merchant = first;
  while ((await shardHash(merchant.id)) === (await shardHash(first.id)))
    merchant = await addMerchant(database, 'On another shard', 'test', account);
  const ledger = await createEmptyDatabase();
  const sandbox = await startSandbox({
    databaseUrl: ledger.url,
    port,
    publicUrl: account.apiUrl,
    ...account,
    webhookUrl: `${eventsOrigin}/provider_events/${merchant.providerConfigId}`,
    settleDelayMs: 3_600_000,
  });
  const options = { host: '127.0.0.1', port, protocol: 'http', telemetry: false } as const;
  return {
    merchant,
    account,
    sandbox,
    stripe: new Stripe(account.secretKey, options),
    stop: async () => {
      await sandbox.stop();
      await ledger.drop();
    },
  };
}

let calls = 0;

/** The API of a merchant, of which each call goes to another process than the one before. */
const rotating = (api: TestApi): TestApi => ({
  ...api,
  ...createCalls(
    createCall(() => servers[calls++ % servers.length]?.url ?? '', api.merchant.secretKey),
  ),
});

/** The ids of a session's events in the order of their first delivery. */
async function readDelivered(ids: readonly string[]): Promise<string[]> {
  const delivered = () => [
    ...new Set(receiver.received.map(({ headers }) => headers['webhook-id'])),
  ];
  const own = () => delivered().filter((id) => ids.includes(id));
  await waitFor(() => own().length === ids.length, { what: 'the webhooks of a session' });
  return own();
}

it('a payment and a subscription of two merchants complete once through three API processes and two workers, of which one is killed', async () => {
  const merchants: Payments[] = [
    { ...payments, api: rotating(payments.api) },
    { ...payments, ...second, api: rotating(asMerchant(payments.api, second.merchant)) },
  ];
  for (const { api } of merchants) await api.post('/webhook_endpoints', { url: receiver.url });
  const sessions = await Promise.all(
    merchants.flatMap((of) =>
      [paymentIntent, directSubscription].map(async (path) => ({
        of,
        path,
        ...(await prepared(of, path)),
      })),
    ),
  );
  const paying = sessions.map(({ pay }) => pay('pm_card_visa'));
  await receiver.waitForRequests(1);
  await workers[0]?.kill();
  await Promise.all(paying);
  // Ends the leases of the killed worker, which last a minute otherwise.
  const { client } = payments.api.database;
  await client.$executeRaw`UPDATE provider_event SET leased_until = now() - interval '1 millisecond' WHERE leased_until > now()`;
  await client.$executeRaw`
    UPDATE webhook_endpoint_queue SET leased_until = now() - interval '1 millisecond' WHERE leased_until > now()`;

  for (const { of, path, id } of sessions) {
    const { api } = of;
    await sessionReaches(api, id, { status: 'paid' });
    expect((await api.post(`/proxy_sessions/${id}/provisioned`, {})).status).toBe(200);
    expect((await api.get(`/proxy_sessions/${id}/merchant`)).body.status).toBe('provisioned');
    const { merchant, database } = api;
    const ofSession = { merchantId: merchant.id, proxySessionId: id };
    expect(await client.payment.count({ where: ofSession })).toBe(1);
    const types = await readEvents(api, id);
    expect(types.filter((type) => type === 'proxy_session.paid')).toHaveLength(1);
    const scope = { merchantId: merchant.id, mode: 'test' } as const;
    const ids = (await database.forScope(scope).outbox.listBySession(id)).map((one) => one.id);
    expect(await readDelivered(ids)).toEqual(ids);
    const { data } = (await api.get('/subscriptions')).body;
    const own = data.filter(
      (one: { original_proxy_session_id: string }) => one.original_proxy_session_id === id,
    );
    expect(own).toMatchObject(path === directSubscription ? [{ status: 'active' }] : []);
  }
  for (const { stripe } of merchants) {
    const { data } = await stripe.charges.list({ limit: 100 });
    expect(data.filter(({ status }) => status === 'succeeded')).toHaveLength(2);
  }
});
