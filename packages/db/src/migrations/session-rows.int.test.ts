import { isCluster } from '@parley/testing';
import { expect, test, vi } from 'vitest';
import {
  at,
  attemptRow,
  merchantRows,
  migrateRows,
  type Row,
  sessionRow,
} from '../../test/migrate-rows.ts';

const later = '2026-11-21T09:00:00+00:00';

const cartRow = (session: number, cart_version: number, change: object = {}): Row => [
  'cart_revision',
  {
    merchant_id: 'merch_1',
    proxy_session_id: `psess_${session}`,
    cart_version,
    amount_minor: 4200,
    currency: 'eur',
    cart_snapshot: { of: session, version: cart_version },
    created_at: later,
    ...change,
  },
];

const neverReserved = {
  merchant_psp_config_id: null,
  reserved_cart_version: null,
  provider_options_fingerprint: null,
  provider_retry_not_after: null,
  provider_root_object_id: null,
  provider_root_object_type: null,
};
const byMerchant = { root_created_by: 'merchant' };
const succeeded = { ...byMerchant, status: 'succeeded', completion_recorded_at: at };

const rows: Row[] = [
  ...merchantRows,
  // With another charge observed and binding than that of the current cart, the third one.
  sessionRow(1, { cart_version: 3, quote_cart_version: 2, final_cart_version: 1 }),
  ...[1, 2, 3].map((version) => cartRow(1, version)),
  attemptRow(1, 1, { ...neverReserved, status: 'unreserved', is_current: true }),
  // Canceled before a reservation.
  sessionRow(2, { status: 'canceled' }),
  attemptRow(2, 2, { ...neverReserved, status: 'canceled', is_current: true }),
  // Paid late through an attempt that was superseded.
  sessionRow(3, { status: 'paid', completed_attempt_id: 'pspacq_3' }),
  attemptRow(3, 3, succeeded),
  attemptRow(3, 4, { ...byMerchant, supersedes_attempt_id: 'pspacq_3', is_current: true }),
  // Without its carts since the end of their period.
  sessionRow(5, { status: 'expired', cart_version: 2, carts_removed_at: at, closed_at: at }),
  ...[1, 2].map((version) => cartRow(5, version, { cart_snapshot: {} })),
  attemptRow(5, 5, { ...neverReserved, is_current: true }),
];

test('the rows of sessions get their cart and their attempt, and other carts and attempts remain', async () => {
  await migrateRows('20261127170000_session_rows', rows, async (select) => {
    const set = new Date(later);
    expect(
      await select(
        'SELECT id, attempt_id, cart_snapshot, cart_set_at FROM proxy_session ORDER BY id',
      ),
    ).toEqual([
      ['psess_1', 'pspacq_1', { of: 1, version: 3 }, set],
      ['psess_2', 'pspacq_2', { lines: [] }, new Date(at)],
      ['psess_3', 'pspacq_4', { lines: [] }, new Date(at)],
      ['psess_5', 'pspacq_5', {}, set],
    ]);
    expect(
      await select(`SELECT proxy_session_id, cart_version, cart_snapshot FROM cart_revision
        ORDER BY 1, 2`),
    ).toEqual([
      ['psess_1', 1, { of: 1, version: 1 }],
      ['psess_1', 2, { of: 1, version: 2 }],
      ['psess_5', 1, {}],
    ]);
    expect(
      await select('SELECT id, status, is_current FROM acquisition_attempt ORDER BY id'),
    ).toEqual([
      ['pspacq_2', 'canceled', true],
      ['pspacq_3', 'succeeded', false],
      ['pspacq_4', 'expired', true],
      ['pspacq_5', 'expired', true],
    ]);
  });
});

/** Sessions with an attempt and a payment, and as many whose attempt was never reserved. */
const SESSIONS = 100;

const paidRows = (session: number): Row[] => [
  sessionRow(session, { status: 'paid', completed_attempt_id: `pspacq_${session}` }),
  attemptRow(session, session, { ...succeeded, is_current: true }),
  [
    'payment',
    {
      merchant_id: 'merch_1',
      mode: 'test',
      provider_object_id: `pi_${session}`,
      provider_object_type: 'payment_intent',
      version: 1,
      proxy_session_id: `psess_${session}`,
      attempt_id: `pspacq_${session}`,
      root_object_id: `pi_${session}`,
      root_object_type: 'payment_intent',
      amount_minor: 4200,
      currency: 'eur',
      refunded_minor: 0,
      disputed_minor: 0,
      captured_at: at,
      recorded_at: at,
      updated_at: at,
    },
  ],
];

// A coordinator of Citus does not count the rows that its shards read.
test.skipIf(isCluster())(
  'the time grows with attempts, not with attempts times payments',
  async () => {
    const numbers = Array.from({ length: SESSIONS }, (_, index) => index + 1);
    const many = [
      ...merchantRows,
      ...numbers.flatMap(paidRows),
      ...numbers.map((number) => sessionRow(SESSIONS + number, { status: 'expired' })),
    ];
    await migrateRows('20261127170000_session_rows', many, async (select) => {
      expect(await select('SELECT count(*)::int FROM acquisition_attempt')).toEqual([[SESSIONS]]);
      const readPayments = async () => {
        const [[read] = []] = await select(`SELECT (seq_tup_read + idx_tup_fetch)::int
        FROM pg_stat_user_tables WHERE relname = 'payment'`);
        // The new foreign keys read each payment once; a connection reports its counts when it ends.
        expect(read).toBeGreaterThanOrEqual(SESSIONS);
        return read;
      };
      expect(await vi.waitFor(readPayments, { timeout: 30_000 })).toBeLessThan(10 * SESSIONS);
    });
  },
);
