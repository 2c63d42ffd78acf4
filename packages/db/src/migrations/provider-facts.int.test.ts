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

const event = (event_id: string): Row => [
  'provider_event',
  {
    merchant_id: 'merch_1',
    psp_config_id: 'pspcfg_1',
    event_id,
    mode: 'test',
    type: 'charge.refunded',
    object_id: 'ch_1',
    payload: {},
    status: 'waiting',
    attempts: 0,
    due_at: at,
    occurred_at: at,
    received_at: at,
  },
];

const byAttempt = (number: number) => ({ attempt_id: `pspacq_${number}` });
const rows: Row[] = [
  ...merchantRows,
  sessionRow(1),
  attemptRow(1, 1, { is_current: true }),
  attemptRow(1, 2, { provider_setup_intent_id: 'seti_2' }),
  historyRow(1, 1, { ...byAttempt(1), action: 'attach_root', actor_kind: 'payer' }),
  historyRow(1, 2, { ...byAttempt(2), action: 'attach_root' }),
  historyRow(1, 3, { ...byAttempt(2), action: 'attach_setup_intent', actor_kind: 'payer' }),
  historyRow(1, 4, {
    ...byAttempt(1),
    action: 'stray_payment',
    reason: 'cs_9 took 3000000000 eur',
  }),
  historyRow(1, 5, {
    ...byAttempt(1),
    action: 'provider_refunded',
    actor_kind: 'provider',
    actor_id: 'evt_refund',
  }),
  event('evt_refund'),
  event('evt_new'),
];

test('the facts that earlier releases read from history become columns', async () => {
  await migrateRows('20261121233526_provider_facts', rows, async (select) => {
    expect(
      await select(`SELECT root_created_by, setup_intent_created_by
        FROM acquisition_attempt ORDER BY id`),
    ).toEqual([
      ['payer_page', null],
      ['merchant', 'payer_page'],
    ]);
    expect(
      await select(`SELECT mode, provider_object_id, provider_object_type, proxy_session_id,
        attempt_id, amount_minor::text, currency FROM payment`),
    ).toEqual([['test', 'cs_9', 'checkout.session', 'psess_1', 'pspacq_1', '3000000000', 'eur']]);
    expect(await select(`SELECT action FROM history_entry WHERE sequence = 4`)).toEqual([
      ['unexpected_payment'],
    ]);
    expect(
      await select(`SELECT event_id FROM provider_event WHERE recorded_at IS NOT NULL`),
    ).toEqual([['evt_refund']]);
  });
});
