import { isCluster, recordStatements, waitFor } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addMerchant,
  asMerchant,
  order,
  startApi,
  type TestApi,
  type TestMerchant,
} from './api.ts';
import { sessionAt } from './attempt-stages.ts';
import { type Path, paths, prepared } from './paths.ts';
import { type Payments, sessionReaches, startPayments } from './provider.ts';
import { everyWrite, writeNames } from './writes.ts';

const DAY_MS = 86_400_000;
const [, , , directSubscription] = paths as readonly [Path, Path, Path, Path];

/** What a worker reads on all shards, without locks. */
const readsOfAllShards: readonly RegExp[] = [
  // Merchants with due work, up to four times a second.
  /^SELECT kind, merchant_id/,
  // Provider accounts whose events are not read yet, every ten seconds.
  /FROM psp_config c LEFT JOIN provider_cursor/,
  // Merchants with rows that are older than the retention periods, once an hour.
  /^SELECT merchant_id AS id FROM/,
  /^SELECT merchant_id AS "merchantId", mode FROM provider_event/,
  // The lengths of the queues, for a warning once a minute.
  /AS "outboxWaiting"/,
  // The clocks of the nodes, once an hour.
  /run_command_on_all_nodes/,
];

/** The texts of statements for several shards or nodes, each once, on one line. */
async function spreadStatements(api: TestApi, work: () => Promise<unknown>): Promise<string[]> {
  const sent = await recordStatements(api.env.DATABASE_URL, work);
  const spread = sent.filter(({ shards, nodes }) => Math.max(shards.size, nodes.size) > 1);
  return [...new Set(spread.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()))];
}

describe.runIf(isCluster())('requests on a Citus cluster', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  // Every node has the merchants and their provider accounts.
  const onOneShard = writeNames.filter(
    (name) => !/(Provider(Config|WebhookEndpoint)|EmbeddingOrigins)$/.test(name),
  );

  it.each(onOneShard)('%s touches one shard', async (name) => {
    const { method, path, body } = await everyWrite(api)[name]();
    const spread = await spreadStatements(api, async () => {
      expect((await api.call(method, path, body)).status).toBeLessThan(300);
    });
    expect(spread).toEqual([]);
  });

  it('reads and lists touch one shard', async () => {
    const { id } = await sessionAt(api, 'confirmed');
    const { body } = await api.post('/webhook_endpoints', { url: 'https://shop.example/hook' });
    const endpoint = `/webhook_endpoints/${body.webhook_endpoint.id}`;
    const paths = [
      ...['/proxy_sessions', '/events', '/webhook_endpoints', '/provider_events'],
      ...['/provider_configs', endpoint, `${endpoint}/deliveries`],
      ...['', '/merchant', '/acquisition_attempts'].map((path) => `/proxy_sessions/${id}${path}`),
    ];
    const spread = await spreadStatements(api, async () => {
      for (const path of paths) expect([path, (await api.get(path)).status]).toEqual([path, 200]);
    });
    expect(spread).toEqual([]);
  });
});

describe.runIf(isCluster())('a worker on a Citus cluster', () => {
  let payments: Payments;
  beforeAll(async () => {
    payments = await startPayments({ workerEnv: { SUBSCRIPTION_SWEEP_SECONDS: '1' } });
  });
  afterAll(() => payments.stop());

  /** Creates a session that has expired, whose events are delivered to an endpoint. */
  async function addExpiredSession(merchant: TestMerchant) {
    const api = asMerchant(payments.api, merchant);
    await api.post('/webhook_endpoints', { url: 'https://shop.example/hook' });
    const { id } = (await api.post('/proxy_sessions', order)).body;
    await api.database.client.$executeRaw`
      UPDATE proxy_session SET expires_at = now() - interval '1 millisecond' WHERE merchant_id = ${merchant.id} AND id = ${id}`;
    return { api, id };
  }

  async function renewSubscription() {
    const { api } = payments;
    const made = await prepared(payments, directSubscription);
    await made.pay('pm_card_visa');
    await sessionReaches(api, made.id, { status: 'paid' });
    const ofMerchant = { where: { merchantId: api.merchant.id } };
    const { subscription } = api.database.client;
    const longAgo = new Date(Date.now() - 2 * DAY_MS);
    await subscription.updateMany({ ...ofMerchant, data: { lastSyncedAt: longAgo } });
    await waitFor(async () => {
      const { lastSyncedAt } = await subscription.findFirstOrThrow(ofMerchant);
      return lastSyncedAt > longAgo;
    });
  }

  it('touches several shards only in reads that claim nothing', async () => {
    // Enough merchants for several shards.
    const merchants = await Promise.all(
      Array.from({ length: 6 }, () => addMerchant(payments.api.database, 'Many', 'test')),
    );
    const spread = await spreadStatements(payments.api, async () => {
      const expired = await Promise.all(merchants.map(addExpiredSession));
      await renewSubscription();
      for (const { api, id } of expired) {
        await sessionReaches(api, id, { status: 'expired' });
        const where = { merchantId: api.merchant.id, attempts: { gt: 0 } };
        await waitFor(() => api.database.client.webhookDelivery.findFirst({ where }));
      }
    });
    const isRead = (text: string) => readsOfAllShards.some((read) => read.test(text));
    expect(spread.filter((text) => !isRead(text))).toEqual([]);
    expect(spread.some(isRead)).toBe(true);
  });
});
