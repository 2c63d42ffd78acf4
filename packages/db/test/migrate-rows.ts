import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase, isCluster, joinNodes } from '@parley/testing';
import type { ClientBase } from 'pg';
import { applyMigrations } from '../src/migrations/apply-migrations.ts';
import { prismaDirectory } from '../src/migrations/prisma-files.ts';
import { withConnection } from '../src/migrations/with-connection.ts';

export type Row = readonly [table: string, row: object];

export const at = '2026-11-20T09:00:00.000Z';

/** A merchant with a provider account, as rows of any release. */
export const merchantRows: readonly Row[] = [
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
];

/** A session of 42.00 eur. */
export const sessionRow = (number: number, change: object = {}): Row => [
  'proxy_session',
  {
    merchant_id: 'merch_1',
    id: `psess_${number}`,
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
    history_sequence: 0,
    expires_at: at,
    created_at: at,
    updated_at: at,
    ...change,
  },
];

/** An attempt that has ended, with the payment intent `pi_<number>`. */
export const attemptRow = (session: number, number: number, change: object = {}): Row => [
  'acquisition_attempt',
  {
    merchant_id: 'merch_1',
    proxy_session_id: `psess_${session}`,
    id: `pspacq_${number}`,
    mode: 'test',
    attempt_number: number,
    status: 'expired',
    version: 1,
    is_current: false,
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
    created_at: at,
    updated_at: at,
    ...change,
  },
];

export const historyRow = (session: number, sequence: number, entry: object): Row => [
  'history_entry',
  {
    merchant_id: 'merch_1',
    proxy_session_id: `psess_${session}`,
    sequence,
    actor_kind: 'api_key',
    at,
    ...entry,
  },
];

/** Gives each session what it had before its row contained that: its cart, and an attempt before any reservation. */
async function addParts(client: ClientBase): Promise<void> {
  await client.query(`
    INSERT INTO cart_revision (merchant_id, proxy_session_id, cart_version, amount_minor, currency,
      cart_snapshot, created_at)
    SELECT merchant_id, id, cart_version, amount_minor, currency, '{"lines": []}', created_at
    FROM proxy_session ON CONFLICT DO NOTHING`);
  await client.query(`
    INSERT INTO acquisition_attempt (merchant_id, id, proxy_session_id, mode, attempt_number, status,
      is_current, psp, commercial_mode, integration_path, pricing_mode, created_at, updated_at)
    SELECT merchant_id, 'pspacq_of_' || id, id, mode, 100, 'unreserved', true, 'provider', 'one_time',
      'payment_intent', 'fixed', created_at, created_at
    FROM proxy_session s WHERE NOT EXISTS (
      SELECT 1 FROM acquisition_attempt a
      WHERE a.merchant_id = s.merchant_id AND a.proxy_session_id = s.id AND a.is_current)`);
}

/** The first migration whose tables can be distributed. */
export const FIRST_DISTRIBUTED = '20261122092945_keys_never_change';

/**
 * Inserts rows as they were before a migration, then applies that migration and all later ones. On a
 * cluster, the tables are distributed before, unless these migrations are older than their placement.
 * @param check reads the migrated rows, as arrays of columns
 */
export async function migrateRows(
  migration: string,
  rows: readonly Row[],
  check: (select: (sql: string) => Promise<unknown[][]>) => Promise<void>,
): Promise<void> {
  const database = await createEmptyDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
  try {
    await cp(prismaDirectory, directory, { recursive: true });
    const migrations = await readdir(join(directory, 'migrations'));
    const later = migrations.filter((name) => name >= migration && name !== 'migration_lock.toml');
    for (const name of later) {
      await rm(join(directory, 'migrations', name), { recursive: true });
    }
    if (isCluster() && migration > FIRST_DISTRIBUTED) await joinNodes(database);
    await applyMigrations({ databaseUrl: database.url, directory });
    await withConnection(database.url, async (client) => {
      for (const [table, row] of rows) {
        const { fields } = await client.query(`SELECT * FROM ${table} LIMIT 0`);
        // Columns that another release has are left out, and those that the row lacks have their default.
        const columns = fields.map(({ name }) => name).filter((name) => Object.hasOwn(row, name));
        await client.query(
          `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1)`,
          [JSON.stringify(row)],
        );
      }
      if (migration <= '20261127170000_session_rows') await addParts(client);
    });
    await applyMigrations({ databaseUrl: database.url });
    await withConnection(database.url, (client) =>
      check(async (sql) => (await client.query({ text: sql, rowMode: 'array' })).rows),
    );
  } finally {
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  }
}
