import { isCluster } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { explainScans, rowsRead } from '../../test/plans.ts';
import { addMerchant, addProviderConfig, openTestDatabase } from '../../test/rows.ts';
import { attemptRepository } from '../attempts/attempts.ts';
import { attentionRepository } from '../merchants/attention-items.ts';
import type { Connection } from '../sql/client.ts';
import type { Scope } from '../sql/records.ts';
import { createShards } from '../sql/shards.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';
import { providerEventQueue } from './provider-events.ts';

const { database, close } = await openTestDatabase();
const { client } = database;
afterAll(close);

/** Events of payments elsewhere, parked for less than an hour, and as many that were ignored. */
const FOREIGN = 8_000;
/** Attempts that have ended. */
const ATTEMPTS = 2_000;

let scope: Scope;
let providerConfigId: Awaited<ReturnType<typeof addProviderConfig>>;
beforeAll(async () => {
  scope = await addMerchant(database);
  providerConfigId = await addProviderConfig(database, scope);
  const { merchantId } = scope;
  await client.$executeRaw`
    INSERT INTO proxy_session (merchant_id, id, attempt_id, cart_snapshot, cart_set_at,
      mode, status, buyer_reference, metadata,
      amount_minor, currency, cart_version, quote_amount_minor, quote_currency, quote_cart_version,
      quote_observed_at, final_amount_minor, final_currency, final_cart_version, finalized_at,
      expires_at, created_at, updated_at)
    SELECT ${merchantId}, 'psess_' || n, 'pspacq_' || n, '{}', now(),
      'test', 'expired', 'buyer', '{}', 1, 'eur', 1, 1, 'eur', 1,
      now(), 1, 'eur', 1, now(), now(), now(), now()
    FROM generate_series(1, ${ATTEMPTS}) n`;
  await client.$executeRaw`
    INSERT INTO acquisition_attempt (merchant_id, id, proxy_session_id, mode, attempt_number,
      status, is_current, psp, commercial_mode, integration_path, pricing_mode, created_at,
      updated_at, merchant_psp_config_id, reserved_cart_version, provider_options_fingerprint,
      provider_retry_not_after, provider_root_object_id, provider_root_object_type, root_created_by)
    SELECT ${merchantId}, 'pspacq_' || n, 'psess_' || n, 'test', 1, 'expired', true, 'provider',
      'one_time', 'checkout_session', 'fixed', now(), now(), ${providerConfigId}, 1, repeat('a', 64),
      now(), 'cs_' || n, 'checkout.session', 'merchant'
    FROM generate_series(1, ${ATTEMPTS}) n`;
  await client.$executeRaw`
    INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id, payload,
      status, due_at, occurred_at, received_at)
    SELECT ${merchantId}, ${providerConfigId}, 'evt_' || n, 'test', 'charge.refunded', 'ch_' || n, '{}',
      CASE WHEN n > 2 * ${FOREIGN} THEN 'waiting' WHEN n % 2 = 0 THEN 'parked' ELSE 'ignored' END,
      CASE WHEN n > 2 * ${FOREIGN} THEN 'epoch' ELSE now() + interval '10 minutes' END, now(),
      now() - interval '50 minutes'
    FROM generate_series(1, 2 * ${FOREIGN} + 3) n`;
  await client.$executeRaw`ANALYZE`;
});

const explain = (work: (db: Connection) => Promise<unknown>) =>
  explainScans(client, work, { prefersIndexes: false });

// The shards are so small that PostgreSQL prefers other indexes there.
it.skipIf(isCluster()).each<[string, number, (db: Connection) => Promise<unknown>]>([
  [
    'a claim of due events',
    20,
    (db) => {
      const shards = createShards({} as QueryConnection, isCluster);
      const lease = { token: 'token', seconds: 60, limit: 8 };
      return providerEventQueue({ db, shards }).claim(lease, [{ id: scope.merchantId, shard: '' }]);
    },
  ],
  [
    'the list and the number of parked events that need a person',
    1,
    async (db) => {
      const attention = attentionRepository(db, scope);
      await attention.list('parked_provider_event', { limit: 20 });
      await attention.countUpTo('parked_provider_event', 100);
    },
  ],
  [
    'the search for a bound attempt and for possible owners',
    2,
    async (db) => {
      const attempts = attemptRepository(db, scope, async () => null);
      await attempts.findBound(['ch_1', 'pi_1', 'cs_1']);
      for (const objects of ['payment', 'setup_intent', 'charge', 'refund'] as const)
        await attempts.canOwn(providerConfigId, objects);
    },
  ],
])('%s reads few rows among many events of payments elsewhere', async (_, most, work) => {
  const scans = await explain(work);
  expect(scans.length).toBeGreaterThan(0);
  for (const scan of scans) expect(rowsRead(scan), JSON.stringify(scan)).toBeLessThanOrEqual(most);
});

it('are removed 90 days after they were received, once they are ignored', async () => {
  const ids = ['evt_1', 'evt_2'];
  await client.$executeRaw`
    UPDATE provider_event SET received_at = now() - interval '91 days' WHERE event_id = ANY(${ids})`;
  expect(await database.applyRetention(1_000)).toMatchObject({ providerEvents: 1 });
  const left = await client.providerEvent.findMany({ where: { eventId: { in: ids } } });
  expect(left.map(({ eventId, status }) => [eventId, status])).toEqual([['evt_2', 'parked']]);
});
