import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase } from '@parley/testing';
import { expect, test } from 'vitest';
import { applyMigrations } from './apply-migrations.ts';
import { prismaDirectory } from './prisma-files.ts';
import { withConnection } from './with-connection.ts';

const MIGRATION = '20261121233526_provider_facts';
const at = '2026-11-20T09:00:00.000Z';
const key = { merchant_id: 'merch_1', proxy_session_id: 'psess_1' };

const session = {
  ...key,
  id: 'psess_1',
  mode: 'test',
  status: 'payment_conflicted',
  version: 1,
  integration_mode: 'elements',
  buyer_reference: 'buyer',
  metadata: {},
  amount_minor: 4200,
  currency: 'eur',
  cart_version: 1,
  quote_amount_minor: 4200,
  quote_currency: 'eur',
  quote_cart_version: 1,
  quote_observed_at: at,
  final_amount_minor: 4200,
  final_currency: 'eur',
  final_cart_version: 1,
  finalized_at: at,
  event_sequence: 0,
  history_sequence: 5,
  expires_at: at,
  created_at: at,
  updated_at: at,
};

const attempt = (number: number, objects: object) => ({
  ...key,
  id: `pspacq_${number}`,
  mode: 'test',
  attempt_number: number,
  status: 'expired',
  version: 1,
  is_current: number === 1,
  psp: 'provider',
  commercial_mode: 'one_time',
  integration_path: 'payment_intent',
  pricing_mode: 'fixed',
  merchant_psp_config_id: 'pspcfg_1',
  provider_options_fingerprint: 'a'.repeat(64),
  provider_retry_not_after: at,
  reserved_cart_version: 1,
  provider_root_object_id: `pi_${number}`,
  provider_root_object_type: 'payment_intent',
  ...objects,
  created_at: at,
  updated_at: at,
});

const entry = (sequence: number, attemptNumber: number, action: string, change: object) => ({
  ...key,
  sequence,
  attempt_id: `pspacq_${attemptNumber}`,
  action,
  actor_kind: 'api_key',
  at,
  ...change,
});

const rows: [table: string, row: object][] = [
  ['merchant', { id: 'merch_1', name: 'Nord', created_at: at, updated_at: at }],
  [
    'psp_config',
    {
      merchant_id: 'merch_1',
      id: 'pspcfg_1',
      mode: 'test',
      psp: 'provider',
      status: 'active',
      api_url: 'http://provider.test',
      script_url: 'http://provider.test/v3',
      publishable_key: 'pk_test_1',
      secret_key_sealed: 'x',
      webhook_secret_sealed: 'x',
      created_at: at,
      updated_at: at,
    },
  ],
  ['proxy_session', session],
  ['acquisition_attempt', attempt(1, {})],
  ['acquisition_attempt', attempt(2, { provider_setup_intent_id: 'seti_2' })],
  ['history_entry', entry(1, 1, 'attach_root', { actor_kind: 'payer' })],
  ['history_entry', entry(2, 2, 'attach_root', {})],
  ['history_entry', entry(3, 2, 'attach_setup_intent', { actor_kind: 'payer' })],
  ['history_entry', entry(4, 1, 'stray_payment', { reason: 'cs_9 took 3000000000 eur' })],
  [
    'history_entry',
    entry(5, 1, 'provider_refunded', { actor_kind: 'provider', actor_id: 'evt_refund' }),
  ],
  ...['evt_refund', 'evt_new'].map((event_id): [string, object] => [
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
  ]),
];

test('the facts that earlier releases read from history become columns', async () => {
  const database = await createEmptyDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'parley-provider-facts-'));
  try {
    await cp(prismaDirectory, directory, { recursive: true });
    const migrations = await readdir(join(directory, 'migrations'));
    const later = migrations.filter((name) => name >= MIGRATION && name !== 'migration_lock.toml');
    for (const name of later) {
      await rm(join(directory, 'migrations', name), { recursive: true });
    }
    await applyMigrations({ databaseUrl: database.url, directory });
    await withConnection(database.url, async (client) => {
      for (const [table, row] of rows) {
        await client.query(
          `INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, $1)).*`,
          [JSON.stringify(row)],
        );
      }
    });

    expect(await applyMigrations({ databaseUrl: database.url })).toContain(MIGRATION);

    await withConnection(database.url, async (client) => {
      const all = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows;
      expect(
        await all(`SELECT root_created_by, setup_intent_created_by
          FROM acquisition_attempt ORDER BY id`),
      ).toEqual([
        ['payer_page', null],
        ['merchant', 'payer_page'],
      ]);
      expect(
        await all(`SELECT mode, provider_object_id, provider_object_type, proxy_session_id,
          attempt_id, amount_minor::text, currency FROM unexpected_payment`),
      ).toEqual([['test', 'cs_9', 'checkout.session', 'psess_1', 'pspacq_1', '3000000000', 'eur']]);
      expect(await all(`SELECT action FROM history_entry WHERE sequence = 4`)).toEqual([
        ['unexpected_payment'],
      ]);
      expect(
        await all(`SELECT event_id FROM provider_event WHERE recorded_at IS NOT NULL`),
      ).toEqual([['evt_refund']]);
    });
  } finally {
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  }
});
