import { attentionKinds } from '@parley/domain';
import { isCluster } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainScans, rowsRead } from '../../test/plans.ts';
import { addMerchant, addProviderConfig, openTestDatabase } from '../../test/rows.ts';
import { sessionRepository } from '../sessions/sessions.ts';
import type { Scope } from '../sql/records.ts';
import { attentionRepository } from './attention-items.ts';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

// On a cluster, EXPLAIN ANALYZE shows the rows of one shard only.
describe.skipIf(isCluster())('among 3,000 sessions, attempts and events in order', () => {
  const ROWS = 3_000;
  let scope: Scope;
  beforeAll(async () => {
    const { database } = opened;
    const { client } = database;
    scope = await addMerchant(database);
    const { merchantId } = scope;
    const providerConfigId = await addProviderConfig(database, scope);
    await client.$executeRaw`
      INSERT INTO proxy_session (merchant_id, id, attempt_id, cart_snapshot, cart_set_at,
        mode, status, buyer_reference, metadata,
        amount_minor, currency, cart_version, quote_amount_minor, quote_currency, quote_cart_version,
        quote_observed_at, final_amount_minor, final_currency, final_cart_version, finalized_at,
        expires_at, created_at, updated_at, completed_attempt_id)
      SELECT ${merchantId}, 'psess_' || n, 'pspacq_' || n, '{}', now(),
        'test', CASE n % 1000 WHEN 0 THEN 'paid'
          WHEN 1 THEN 'payment_conflicted' WHEN 2 THEN 'payer_opened' ELSE 'expired' END,
        'buyer', '{}', 1, 'eur', 1, 1, 'eur', 1, now(), 1, 'eur', 1, now(),
        now() + interval '1 hour',
        now() - interval '1 hour' - make_interval(secs => n), now() - interval '1 hour', 'pspacq_' || n
      FROM generate_series(1, ${ROWS}) n`;
    // Many carts of sessions that have ended since were refused too.
    await client.$executeRaw`
      INSERT INTO acquisition_attempt (merchant_id, id, proxy_session_id, mode, attempt_number,
        status, is_current, psp, commercial_mode, integration_path, pricing_mode, created_at,
        updated_at, merchant_psp_config_id, reserved_cart_version, provider_options_fingerprint,
        provider_retry_not_after)
      SELECT ${merchantId}, 'pspacq_' || n, 'psess_' || n, 'test', 1,
        CASE WHEN n % 1000 = 2 OR n > 2100 THEN 'failed' ELSE 'reserved' END, true, 'provider',
        'one_time', 'payment_intent', 'fixed', now() - interval '1 hour' - make_interval(secs => n),
        now(), ${providerConfigId}, 1, repeat('a', 64), now()
      FROM generate_series(1, ${ROWS}) n`;
    await client.$executeRaw`
      INSERT INTO provider_event (merchant_id, psp_config_id, event_id, mode, type, object_id, payload,
        status, due_at, occurred_at, received_at)
      SELECT ${merchantId}, ${providerConfigId}, 'evt_' || n, 'test', 'charge.refunded', 'ch_1', '{}',
        CASE WHEN n % 1000 = 1 THEN 'failed' WHEN n % 2 = 0 THEN 'parked' ELSE 'applied' END, now(), now(),
        now() - interval '1 hour' - make_interval(secs => n * 7919 % ${ROWS})
      FROM generate_series(1, ${ROWS}) n`;
    await client.$executeRaw`
      INSERT INTO payment (merchant_id, mode, provider_object_id, provider_object_type,
        proxy_session_id, attempt_id, root_object_id, root_object_type, amount_minor, currency,
        captured_at, recorded_at, updated_at, dispute_id, dispute_status, dispute_opened_at,
        dispute_due_by, dispute_closed_at)
      SELECT ${merchantId}, 'test', 'pi_' || n, 'payment_intent', 'psess_' || n, 'pspacq_' || n,
        'pi_' || n, 'payment_intent', 1, 'eur', now(), now(), now(),
        CASE WHEN n % 1000 < 500 THEN 'dp_1' END,
        CASE WHEN n % 1000 < 2 THEN 'needs_response' WHEN n % 1000 < 500 THEN 'lost' END,
        CASE WHEN n % 1000 < 500 THEN now() - interval '100 days' END,
        CASE WHEN n % 1000 < 500 THEN now() END,
        CASE WHEN n % 1000 BETWEEN 2 AND 499
          THEN now() - interval '6 days' - make_interval(days => n % 1000) END
      FROM generate_series(1, ${ROWS}) n`;
    await client.$executeRaw`
      INSERT INTO attention_triage (merchant_id, mode, kind, subject_id, since, assignee_id,
        snoozed_until, version, updated_at)
      SELECT ${merchantId}, 'test', kind, 'psess_' || n, now(), 'user_' || n % 300,
        now() + interval '1 day', 1, now()
      FROM generate_series(1, ${ROWS}) n, unnest(${[...attentionKinds]}::text[]) kind`;
    await client.$executeRaw`ANALYZE`;
  });

  /** The tables are large enough that the planner chooses an index by itself. */
  const explainAsPlanned = (work: Parameters<typeof explainScans>[1]) =>
    explainScans(opened.database.client, work, { prefersIndexes: false });

  it.each(attentionKinds)('a page and a count of %s read the items only', async (kind) => {
    const found = await explainAsPlanned(async (db) => {
      const attention = attentionRepository(db, scope);
      await attention.list(kind, { limit: 20 });
      await attention.countUpTo(kind, 100);
      await attention.find(kind, 'psess_1000');
      await attention.listBySession('psess_1000', 50);
    });
    expect(found.length).toBeGreaterThan(1);
    // Many events are parked, so that their count ends at its limit.
    const most = kind === 'parked_provider_event' ? 101 : 20;
    for (const node of found) expect(rowsRead(node), JSON.stringify(node)).toBeLessThan(most);
  });

  it.each([undefined, 'paid', 'provisioned'] as const)(
    'whether a session of status %s exists reads one row at most',
    async (status) => {
      const [node] = await explainAsPlanned((db) => sessionRepository(db, scope).exists(status));
      expect(node && rowsRead(node)).toBe(status === 'provisioned' ? 0 : 1);
    },
  );
});
