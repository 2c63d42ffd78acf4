import type { MerchantId, ProviderConfigId } from '@parley/domain';
import { isCluster } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDue } from '../../test/claims.ts';
import { explainSentScans, getNodes, type PlanNode, rowsRead } from '../../test/plans.ts';
import { openTestDatabase } from '../../test/rows.ts';
import { providerEventQueue } from '../provider/provider-events.ts';
import { providerSweeps } from '../provider/provider-sweeps.ts';
import { dueSessions } from '../sessions/due-sessions.ts';
import type { Connection } from '../sql/client.ts';
import { createShards } from '../sql/shards.ts';
import { sql } from '../sql/sql.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';
import { createDueMerchants, type DueMerchant } from './due-merchants.ts';
import { dueKinds } from './due-queues.ts';

const providerConfig = (id: string) => ({
  id: id as ProviderConfigId,
  psp: 'provider' as const,
  status: 'active' as const,
  apiUrl: 'http://127.0.0.1:9',
  scriptUrl: 'http://127.0.0.1:9/v3',
  publishableKey: 'pk_test_provider',
  secretKey: 'sk_test_provider',
  webhookSecret: 'whsec_provider',
});

const { database, url, close } = await openTestDatabase();
afterAll(close);

/** Rows per queue, spread over a hundred merchants; most are due. Most sessions are not. */
const ROWS = 5_000;

beforeAll(async () => {
  const { client } = database;
  await client.$executeRaw`
    INSERT INTO merchant (id, name) SELECT 'merch_' || m, 'Nord' FROM generate_series(0, 99) m`;
  for (let m = 0; m < 100; m++) {
    const merchantId = `merch_${m}` as MerchantId;
    await database
      .forScope({ merchantId, mode: 'test' })
      .providerConfigs.insert(providerConfig(`pspcfg_of_${m}`));
  }
  await client.$executeRaw`
    INSERT INTO proxy_session (merchant_id, id, attempt_id, cart_snapshot, cart_set_at,
      mode, status, buyer_reference, metadata,
      amount_minor, currency, cart_version, quote_amount_minor, quote_currency, quote_cart_version,
      quote_observed_at, final_amount_minor, final_currency, final_cart_version, finalized_at,
      expires_at, created_at, updated_at)
    SELECT 'merch_' || n % 100, 'psess_' || n, 'pspacq_' || n, '{}', now(), 'test',
      CASE WHEN n <= ${ROWS} THEN 'created' ELSE 'expired' END, 'buyer', '{}',
      1, 'eur', 1, 1, 'eur', 1, now(), 1, 'eur', 1, now(),
      now() + make_interval(secs => n - ${ROWS / 10}), now(), now()
    FROM generate_series(1, ${4 * ROWS}) n`;
  await client.$executeRaw`
    INSERT INTO acquisition_attempt (merchant_id, id, proxy_session_id, mode, attempt_number,
      status, is_current, psp, commercial_mode, integration_path, pricing_mode,
      reserved_cart_version, provider_options_fingerprint, provider_retry_not_after,
      merchant_psp_config_id, provider_check_at, created_at, updated_at)
    SELECT s.merchant_id, 'pspacq_' || n, s.id, 'test', 1, 'reserved', true, 'provider',
      'one_time', 'payment_intent', 'fixed', 1, repeat('a', 64),
      now() - make_interval(secs => n), 'pspcfg_of_' || n % 100,
      now() - make_interval(secs => n), now(), now()
    FROM generate_series(1, ${ROWS}) n
    JOIN proxy_session s ON s.merchant_id = 'merch_' || n % 100 AND s.id = 'psess_' || n`;
  await client.$executeRaw`
    INSERT INTO subscription (merchant_id, id, mode, proxy_session_id, attempt_id, psp_config_id,
      buyer_reference, psp, provider_subscription_id, status, configuration_status,
      cancel_at_period_end, current_period_end, items, last_synced_at, created_at, updated_at)
    SELECT a.merchant_id, 'psub_' || n, 'test', a.proxy_session_id, a.id, 'pspcfg', 'buyer',
      'provider', 'sub_' || n, 'active', 'unknown', false, now() - make_interval(secs => 7200 + n),
      '[]', now() - make_interval(secs => 9000 + n), now(), now()
    FROM generate_series(1, ${ROWS}) n
    JOIN acquisition_attempt a ON a.merchant_id = 'merch_' || n % 100 AND a.id = 'pspacq_' || n`;
  for (const [status, kind, dueInSeconds] of [
    ['waiting', 'w', -1],
    ['parked', 'p', 1],
    ['applied', 'a', -1],
  ] as const) {
    await client.$executeRaw`
      INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id,
        payload, status, attempts, due_at, occurred_at)
      SELECT 'merch_' || n % 100, 'pspcfg', 'evt_' || ${kind}::text || n, 'test', 'invoice.paid',
        'in_' || n, '{}', ${status}, 1, now() + make_interval(secs => n * ${dueInSeconds}::int), now()
      FROM generate_series(1, ${ROWS}) n`;
  }
  await client.$executeRaw`
    INSERT INTO provider_cursor (merchant_id, psp_config_id, mode, read_until, due_at)
    SELECT 'merch_' || n % 100, 'pspcfg_' || n, 'test', now(), now() - make_interval(secs => n)
    FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`ANALYZE`;
  const due = await findDue(database, 'provider_events');
  merchants = due.filter(({ shard }) => shard === due[0]?.shard);
});

/** Without these settings, PostgreSQL would rather scan a whole table or shard of few rows, or of due rows. */
const indexSettings = [
  'enable_seqscan',
  'enable_bitmapscan',
  'enable_hashjoin',
  'enable_mergejoin',
];

/**
 * The plans of the statements that `work` runs, from EXPLAIN.
 * @param usesIndexes whether PostgreSQL may only use indexes, as on the connections for searches
 */
async function explain(
  work: (db: Connection) => Promise<unknown>,
  { usesIndexes = isCluster() } = {},
): Promise<PlanNode[][]> {
  const plans: PlanNode[][] = [];
  const explainStatement = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    const statement = sql(strings, ...values);
    plans.push(
      await database.client.$transaction(async (db) => {
        for (const setting of usesIndexes ? indexSettings : [])
          await db.$executeRaw`SET LOCAL ${sql.raw(setting)} = off`;
        return getNodes(await db.$queryRaw`EXPLAIN (FORMAT JSON) ${statement}`);
      }),
    );
    return [];
  };
  await work({
    $queryRaw: explainStatement,
    $executeRaw: explainStatement,
  } as unknown as Connection);
  return plans;
}

const shards = createShards({} as QueryConnection, isCluster);
const lease = { token: 'token', seconds: 60, limit: 8 };
/** All merchants; on a cluster those of one shard, because a claim is one statement for each shard. */
let merchants: readonly DueMerchant[];

// The planner settings of the connections for searches do not reach shards.
it.skipIf(isCluster())(
  'a search for merchants reads due rows through indexes that begin with the time',
  async () => {
    const kinds = [
      'provider_events',
      'provider_cursors',
      'expired_sessions',
      'overdue_reservations',
      'attempt_checks',
      'subscriptions',
    ] as const;
    const [plan] = await explain(
      (db) => createDueMerchants(db, { ...shards, locate: async () => [] })(kinds),
      {
        usesIndexes: true,
      },
    );
    const scans = plan?.filter((node) => node['Relation Name']) ?? [];
    expect(scans.map((node) => node['Index Name'])).toEqual([
      'provider_event_due',
      'provider_cursor_due',
      'proxy_session_due',
      'acquisition_attempt_to_lose',
      'acquisition_attempt_to_check',
      'subscription_to_renew',
    ]);
    for (const node of scans) expect(node['Index Cond']).toContain('<= ');
  },
);

it.skipIf(isCluster())(
  'a search behind a backlog finds the merchants of each queue through indexes that begin with the merchant',
  async () => {
    const search = () => database.dueWork.find(dueKinds, { subscriptionUnreadSeconds: 60 });
    const scans = await explainSentScans(database.client, url, search);
    const skips = scans.filter((node) => node['Index Cond']?.includes('merchant_id > '));
    expect(skips.map((node) => node['Index Name'])).toEqual([
      'outbox_waiting_oldest_of_merchant',
      'webhook_endpoint_queue_due_of_merchant',
      'webhook_endpoint_queue_due_of_merchant',
      'provider_event_due_of_merchant',
      'provider_cursor_due_of_merchant',
      'proxy_session_due_of_merchant',
      'acquisition_attempt_to_lose_of_merchant',
      'acquisition_attempt_to_check_of_merchant',
      'receipt_mail_due',
      'subscription_to_renew_of_merchant',
      'subscription_to_read_of_merchant',
    ]);
    for (const node of skips) expect(rowsRead(node)).toBeLessThanOrEqual(100);
  },
);

describe('a claim for many merchants', () => {
  const source = (db: Connection) => ({ db, shards });
  // The shards of this test are so small that PostgreSQL prefers the index of all merchants there.
  it
    .skipIf(isCluster())
    .each<[table: string, claim: (db: Connection) => Promise<unknown>, ...indexes: string[]]>([
      [
        'provider_event',
        (db) => providerEventQueue(source(db)).claim(lease, merchants),
        'provider_event_due_of_mode',
      ],
      [
        'proxy_session',
        (db) => dueSessions(source(db)).claimExpired(lease, merchants),
        'proxy_session_due_of_merchant',
      ],
      [
        'acquisition_attempt',
        (db) => providerSweeps(source(db)).claimAttemptChecks(lease, merchants),
        'acquisition_attempt_to_check_of_merchant',
      ],
      [
        'acquisition_attempt',
        (db) => dueSessions(source(db)).claimOverdueReservations(lease, merchants),
        'acquisition_attempt_to_lose_of_merchant',
      ],
      [
        'subscription',
        (db) => providerSweeps(source(db)).claimSubscriptions(lease, 60, merchants),
        'subscription_to_renew_of_merchant',
        'subscription_to_read_of_merchant',
      ],
      [
        'provider_cursor',
        (db) => providerSweeps(source(db)).claimProviderCursors(lease, merchants),
        'provider_cursor_due_of_merchant',
      ],
    ])(
    'of %s reads at most a number of rows of each merchant and sorts no more than those',
    async (table, claim, ...indexes) => {
      const plans = await explain(claim);
      expect(plans).toHaveLength(indexes.length);
      for (const [i, plan] of plans.entries()) {
        const scans = plan.filter((node) => node['Relation Name'] === table);
        expect(scans.map((node) => node['Index Name'])).toContain(indexes[i]);
        for (const node of scans) {
          expect(['Seq Scan', 'Bitmap Heap Scan']).not.toContain(node['Node Type']);
        }
        const sorts = plan.filter((node) => node['Node Type'].includes('Sort'));
        const sorted = Math.max(0, ...sorts.map((node) => node['Plan Rows']));
        expect(sorted).toBeLessThan(ROWS);
      }
    },
  );
});
