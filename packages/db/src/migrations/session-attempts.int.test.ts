import { expect, test } from 'vitest';
import {
  at,
  attemptRow,
  merchantRows,
  migrateRows,
  type Row,
  sessionRow,
} from '../../test/migrate-rows.ts';

const session = (number: number, attempt: number): Row =>
  sessionRow(number, {
    attempt_id: `pspacq_${attempt}`,
    cart_snapshot: { lines: [] },
    cart_set_at: at,
    payment_status: 'unpaid',
  });
const byMerchant = { root_created_by: 'merchant' };

const rows: Row[] = [
  ...merchantRows,
  // Its attempt has no row.
  session(1, 1),
  session(2, 2),
  attemptRow(2, 2, {
    ...byMerchant,
    is_current: true,
    attempt_number: 3,
    status: 'failed',
    status_reason: 'payment_declined',
    integration_path: 'checkout_session',
    pricing_mode: 'provider_finalized',
    checkout_ui_mode: 'embedded',
  }),
  // The first one was replaced.
  session(3, 4),
  attemptRow(3, 3, { ...byMerchant, status: 'superseded', status_reason: 'retry' }),
  attemptRow(3, 4, { ...byMerchant, attempt_number: 4, is_current: true, status: 'attached' }),
];

test('the rows of sessions get what views show of their current attempt', async () => {
  await migrateRows('20261127204321_attempts_in_session_rows', rows, async (select) => {
    expect(
      await select(`SELECT id, attempt_number, attempt_status, attempt_status_reason,
          attempt_integration_path, attempt_pricing_mode, attempt_checkout_ui_mode
        FROM proxy_session ORDER BY id`),
    ).toEqual([
      ['psess_1', null, null, null, null, null, null],
      [
        ...['psess_2', 3, 'failed', 'payment_declined'],
        ...['checkout_session', 'provider_finalized', 'embedded'],
      ],
      ['psess_3', 4, 'attached', null, 'payment_intent', 'fixed', null],
    ]);
  });
});
