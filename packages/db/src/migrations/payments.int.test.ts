import { expect, test } from 'vitest';
import {
  at,
  attemptRow,
  historyRow,
  merchantRows,
  migrateRows,
  type Row,
  sessionRow,
} from '../../test/migrate-rows.ts';

const merchant = { root_created_by: 'merchant' };
const succeeded = { ...merchant, status: 'succeeded', completion_recorded_at: at };
const failed = (status_reason: string, amount: number | null = null) => ({
  ...merchant,
  status: 'integrity_failed',
  status_reason,
  ...(amount === null
    ? {}
    : {
        confirmed_amount_minor: amount,
        confirmed_currency: 'eur',
        confirmed_cart_version: 1,
        confirmed_evidence_sha256: 'b'.repeat(64),
        confirmed_at: at,
      }),
});
const exactFunds = (session: number) => historyRow(session, 1, { action: 'receive_exact_funds' });

const rows: Row[] = [
  ...merchantRows,
  // Paid 45.00, then again by the superseded attempt.
  sessionRow(1, { completed_attempt_id: 'pspacq_2', final_amount_minor: 4500 }),
  attemptRow(1, 1, failed('second_payment', 4100)),
  attemptRow(1, 2, { ...succeeded, is_current: true }),
  exactFunds(1),
  // Paid with another amount.
  sessionRow(2, { final_amount_minor: 4199 }),
  attemptRow(2, 3, { ...failed('amount_mismatch', 4200), is_current: true }),
  // Nothing was taken: a trial, and a completion without a payment.
  sessionRow(3, { status: 'provisionable', completed_attempt_id: 'pspacq_4' }),
  attemptRow(3, 4, { ...succeeded, is_current: true }),
  historyRow(3, 1, { action: 'receive_nothing_due' }),
  sessionRow(4, { final_amount_minor: 0 }),
  attemptRow(4, 5, { ...failed('amount_mismatch'), is_current: true }),
  [
    'unexpected_payment',
    {
      merchant_id: 'merch_1',
      mode: 'test',
      provider_object_id: 'pi_9',
      provider_object_type: 'payment_intent',
      proxy_session_id: 'psess_2',
      attempt_id: 'pspacq_3',
      amount_minor: 3_000_000_000,
      currency: 'eur',
      recorded_at: at,
    },
  ],
];

test('the payments that earlier releases recorded become rows', async () => {
  await migrateRows('20261122024500_payments', rows, async (select) => {
    const columns =
      'provider_object_id, proxy_session_id, attempt_id, amount_minor::text, currency';
    expect(await select(`SELECT ${columns} FROM payment ORDER BY provider_object_id`)).toEqual([
      ['pi_1', 'psess_1', 'pspacq_1', '4100', 'eur'],
      ['pi_2', 'psess_1', 'pspacq_2', '4500', 'eur'],
      ['pi_3', 'psess_2', 'pspacq_3', '4199', 'eur'],
      ['pi_9', 'psess_2', 'pspacq_3', '3000000000', 'eur'],
    ]);
  });
});
