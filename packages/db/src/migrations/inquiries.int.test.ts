import { expect, test } from 'vitest';
import {
  at,
  attemptRow,
  merchantRows,
  migrateRows,
  type Row,
  sessionRow,
} from '../../test/migrate-rows.ts';

/** The disputes of earlier releases, each of a payment of 42.00, with what of it was refunded. */
const disputes: readonly (readonly [status: string, refunded: number, session: number])[] = [
  ['warning_needs_response', 0, 1],
  ['warning_under_review', 0, 2],
  ['warning_needs_response', 4200, 3],
  ['needs_response', 0, 4],
];

const rows: Row[] = [
  ...merchantRows,
  ...disputes.flatMap(([dispute_status, refunded_minor, number]): Row[] => [
    sessionRow(number, {
      status: 'paid',
      payment_status: 'disputed',
      completed_attempt_id: `pspacq_${number}`,
    }),
    attemptRow(number, number, {
      status: 'succeeded',
      is_current: true,
      root_created_by: 'merchant',
      completion_recorded_at: at,
    }),
    [
      'payment',
      {
        merchant_id: 'merch_1',
        mode: 'test',
        provider_object_id: `pi_${number}`,
        provider_object_type: 'payment_intent',
        proxy_session_id: `psess_${number}`,
        attempt_id: `pspacq_${number}`,
        root_object_id: `pi_${number}`,
        root_object_type: 'payment_intent',
        amount_minor: 4200,
        currency: 'eur',
        refunded_minor,
        disputed_minor: 4200,
        dispute_id: `dp_${number}`,
        dispute_status,
        dispute_opened_at: at,
        captured_at: at,
        recorded_at: at,
        updated_at: at,
      },
    ],
  ]),
];

test('the inquiries of earlier releases withdraw no money', async () => {
  await migrateRows('20261127092000_inquiries', rows, async (select) => {
    expect(await select('SELECT id, payment_status FROM proxy_session ORDER BY id')).toEqual([
      ['psess_1', 'inquiry'],
      ['psess_2', 'paid'],
      ['psess_3', 'refunded'],
      ['psess_4', 'disputed'],
    ]);
    expect(await select('SELECT disputed_minor FROM payment ORDER BY provider_object_id')).toEqual([
      ['0'],
      ['0'],
      ['0'],
      ['4200'],
    ]);
  });
});
