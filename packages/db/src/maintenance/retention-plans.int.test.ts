import { isCluster } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { getNodes } from '../../test/plans.ts';
import { addEndpoint, addMerchant, openTestDatabase } from '../../test/rows.ts';
import type { Connection } from '../sql/client.ts';
import { firstIdAt } from '../sql/list-rows.ts';
import { createShards } from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';
import { applyRetention } from './retention.ts';

const { database, close } = await openTestDatabase();
afterAll(close);
const scope = await addMerchant(database);

/** Ids of the last 20,000 hours, oldest first. */
const hourlyIds = (prefix: 'audit' | 'evt') =>
  Array.from({ length: 20_000 }, (_, n) =>
    firstIdAt(prefix, new Date(Date.now() - (20_000 - n - 1) * 3_600_000)),
  );

// A plan for a cluster shows one shard, where the rows of this test are few.
it.skipIf(isCluster())('finds what is old without reading whole tables', async () => {
  const { client } = database;
  await client.$executeRaw`
    INSERT INTO proxy_session (merchant_id, id, attempt_id, cart_snapshot, cart_set_at,
      mode, status, buyer_reference, payer_email, metadata,
      amount_minor, currency, cart_version, quote_amount_minor, quote_currency, quote_cart_version,
      quote_observed_at, final_amount_minor, final_currency, final_cart_version, finalized_at,
      expires_at, created_at, updated_at, closed_at)
    SELECT ${scope.merchantId}, 'psess_' || n, 'pspacq_' || n, '{}', now(),
      'test', 'expired', 'buyer', 'ada@example.com', '{}',
      1, 'eur', 1, 1, 'eur', 1, now(), 1, 'eur', 1, now(), now(), now(), now(),
      now() - make_interval(hours => n)
    FROM generate_series(1, 20000) n`;
  await client.$executeRaw`
    INSERT INTO cart_revision
    SELECT merchant_id, id, 1, 1, 'eur', '{}', now() FROM proxy_session WHERE id LIKE 'psess\_%'
    ON CONFLICT DO NOTHING`;
  await client.$executeRaw`
    INSERT INTO acquisition_attempt (merchant_id, id, proxy_session_id, mode, attempt_number, status,
      is_current, psp, commercial_mode, integration_path, pricing_mode, created_at, updated_at)
    SELECT ${scope.merchantId}, 'pspacq_' || n, 'psess_' || n, 'test', 1, 'canceled', true,
      'provider', 'subscription', 'direct_subscription', 'fixed', now(), now()
    FROM generate_series(1, 5000) n`;
  await client.$executeRaw`
    INSERT INTO subscription (merchant_id, id, mode, proxy_session_id, attempt_id, psp_config_id,
      buyer_reference, psp, provider_subscription_id, status, configuration_status,
      cancel_at_period_end, items, last_synced_at, created_at, updated_at)
    SELECT ${scope.merchantId}, 'psub_' || n, 'test', 'psess_' || n, 'pspacq_' || n, 'pspcfg',
      'buyer', 'provider', 'sub_' || n, 'active', 'unknown', false, '[]', now(), now(), now()
    FROM generate_series(1, 5000) n`;
  await client.$executeRaw`
    INSERT INTO audit_entry (merchant_id, id, mode, action, object_type, object_id, details,
      actor_kind, created_at)
    SELECT ${scope.merchantId}, id, 'test', 'a', 'b', 'c', '{}', 'system',
      now() - make_interval(hours => 20000 - n::int)
    FROM unnest(${hourlyIds('audit')}::text[]) WITH ORDINALITY AS a (id, n)`;
  const endpoint = await addEndpoint(database, scope);
  await client.$executeRaw`
    INSERT INTO webhook_delivery (merchant_id, endpoint_id, event_id, queue_number, sequence, status,
      due_at, finished_at, created_at)
    SELECT ${scope.merchantId}, ${endpoint}, id, 0, 1, 'succeeded', at, at, at
    FROM unnest(${hourlyIds('evt')}::text[]) WITH ORDINALITY AS e (id, n),
      LATERAL (SELECT now() - make_interval(hours => 20000 - n::int)) t (at)`;
  await client.$executeRaw`
    INSERT INTO delivery_attempt (merchant_id, endpoint_id, event_id, number, at, duration_ms,
      http_status, response_body)
    SELECT merchant_id, endpoint_id, event_id, 1, created_at, 1, 500, '' FROM webhook_delivery`;
  await client.$executeRaw`ANALYZE`;
  const indexes: (string | undefined)[] = [];
  const scans: string[] = [];
  const explain = async (statement: Sql) => {
    const nodes = getNodes(await client.$queryRaw`EXPLAIN (FORMAT JSON) ${statement}`);
    indexes.push(...nodes.flatMap((node) => node['Index Name'] ?? []));
    scans.push(
      ...nodes.flatMap((node) =>
        node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [],
      ),
    );
  };
  const watched = /FROM (proxy_session|audit_entry|delivery_attempt|webhook_delivery r)/;
  const explaining = {
    $queryRaw: async (strings: TemplateStringsArray, ...values: unknown[]) => {
      const statement = sql(strings, ...values);
      if (watched.test(statement.sql)) await explain(statement);
      return client.$queryRaw(statement);
    },
    $executeRaw: async (strings: TemplateStringsArray, ...values: unknown[]) => {
      const statement = sql(strings, ...values);
      if (watched.test(statement.sql)) await explain(statement);
      return client.$executeRaw(statement);
    },
  } as unknown as Connection;
  const oneServer = createShards(explaining, () => false);
  const periods = { contacts: 800, carts: 800, auditEntries: 833 };
  const counts = await applyRetention(explaining, oneServer, 10, periods);
  // Of the eighth entry, the id is not older by an hour.
  const removed = { auditEntries: 7, deliveries: 10, deliveryAttempts: 10 };
  expect(counts).toMatchObject({ contacts: 10, carts: 10, ...removed });
  // There is one endpoint.
  expect(scans.filter((table) => table !== 'webhook_endpoint')).toEqual([]);
  expect(indexes).toEqual(
    expect.arrayContaining([
      'proxy_session_with_contacts',
      'proxy_session_with_carts',
      // Both begin with the merchant and the session; of the test's subscriptions, none has ended.
      expect.stringMatching(/^subscription_(live_)?of_session$/),
      'cart_revision_pkey',
      'audit_entry_pkey',
      'delivery_attempt_pkey',
      'webhook_delivery_pkey',
    ]),
  );
});
