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

/** The payments of a session: refunded and disputed minor units of 42.00 each. */
const payments: Record<number, (readonly [refunded: number, disputed: number])[]> = {
  1: [[0, 0]],
  2: [[100, 0]],
  3: [[4200, 0]],
  4: [[0, 4200]],
  5: [[0, 4200]],
  6: [
    [4200, 0],
    [0, 0],
  ],
  7: [],
};
/** The session whose dispute was lost. */
const LOST = 5;

const paymentRow = (session: number, index: number): Row => {
  const [refunded_minor, disputed_minor] = payments[session]?.[index] ?? [0, 0];
  return [
    'payment',
    {
      merchant_id: 'merch_1',
      mode: 'test',
      provider_object_id: `pi_${session}_${index}`,
      provider_object_type: 'payment_intent',
      proxy_session_id: `psess_${session}`,
      attempt_id: `pspacq_${session}`,
      root_object_id: `pi_${session}_${index}`,
      root_object_type: 'payment_intent',
      amount_minor: 4200,
      currency: 'eur',
      refunded_minor,
      disputed_minor,
      captured_at: at,
      recorded_at: at,
      updated_at: at,
    },
  ];
};

const rows: Row[] = [
  ...merchantRows,
  ...Object.entries(payments).flatMap(([key, taken]) => {
    const session = Number(key);
    return [
      sessionRow(session, { status: 'paid', completed_attempt_id: `pspacq_${session}` }),
      attemptRow(session, session, {
        status: 'succeeded',
        is_current: true,
        root_created_by: 'merchant',
        completion_recorded_at: at,
      }),
      ...taken.map((_, index) => paymentRow(session, index)),
    ];
  }),
  historyRow(LOST, 1, { action: 'provider_dispute_lost' }),
];

test('the sessions of earlier releases get the status of their payments', async () => {
  await migrateRows('20261126224432_payment_status', rows, async (select) => {
    expect(await select('SELECT id, payment_status FROM proxy_session ORDER BY id')).toEqual([
      ['psess_1', 'paid'],
      ['psess_2', 'partially_refunded'],
      ['psess_3', 'refunded'],
      ['psess_4', 'disputed'],
      ['psess_5', 'dispute_lost'],
      ['psess_6', 'paid'],
      ['psess_7', 'unpaid'],
    ]);
  });
});
