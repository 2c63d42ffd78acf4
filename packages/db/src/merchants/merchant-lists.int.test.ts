import { isCluster } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainSentScans, rowsRead } from '../../test/plans.ts';
import { addMerchant, openTestDatabase } from '../../test/rows.ts';
import type { Scope } from '../sql/records.ts';

/** The rows of each list, and how many of them the merchant has. */
const ROWS = 3_000;
const OWN = 40;
/** The rows that a page of endpoints reads. */
const LIMIT = 10;

const { database, url, close } = await openTestDatabase();
afterAll(close);
const { client } = database;
let scope: Scope;

beforeAll(async () => {
  scope = await addMerchant(database);
  const own = scope.merchantId;
  const { merchantId: other } = await addMerchant(database);
  await client.$executeRaw`
    INSERT INTO api_key (merchant_id, id, mode, kind, name, key_hash, last_four, scopes, revoked_at, created_at)
    SELECT CASE WHEN n <= ${OWN} THEN ${own} ELSE ${other} END, 'key_' || n, 'test', 'secret', 'Server',
      repeat(md5(n::text), 2), '9fqx', '{}', CASE WHEN n % 2 = 0 THEN now() END,
      timestamptz '2026-11-01' + make_interval(mins => n)
    FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`
    INSERT INTO webhook_endpoint (merchant_id, id, mode, url, event_types, event_schema_version, status,
      signing_secret_sealed, created_at, updated_at)
    SELECT CASE WHEN n <= ${OWN} THEN ${own} ELSE ${other} END, 'whend_' || n, 'test',
      'https://shop.example', '{}', '2026-01-01', CASE WHEN n % 2 = 0 THEN 'archived' ELSE 'active' END, '',
      timestamptz '2026-11-01' + make_interval(mins => n), now()
    FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`
    INSERT INTO psp_config (merchant_id, id, mode, psp, status, api_url, script_url, publishable_key,
      secret_key_sealed, created_at, updated_at)
    SELECT CASE WHEN n <= ${OWN} THEN ${own} ELSE ${other} END, 'pspcfg_' || n, 'test', 'provider',
      'inactive', 'https://api.example', 'https://js.example', 'pk_test_1', '',
      timestamptz '2026-11-01' + make_interval(mins => n), now()
    FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`
    INSERT INTO organization (id, name, slug) VALUES (${own}, 'Nord', 'own'), (${other}, 'Süd', 'other')`;
  await client.$executeRaw`
    INSERT INTO dashboard_user (id, name, email)
    SELECT 'user_' || n, 'Bo', n || '@nord.example' FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`
    INSERT INTO member (id, organization_id, user_id, role)
    SELECT 'member_' || n, CASE WHEN n <= ${OWN} THEN ${own} ELSE ${other} END, 'user_' || n, 'viewer'
    FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`
    INSERT INTO passkey (id, user_id, name, credential_id, public_key, counter, transports)
    SELECT 'passkey_' || n, 'user_' || n, 'Laptop', 'credential_' || n, '', 0, '{}'
    FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`
    INSERT INTO invitation (id, organization_id, email, role, status, token_hash, expires_at)
    SELECT 'inv_' || n, CASE WHEN n <= ${OWN} THEN ${own} ELSE ${other} END, n || '@nord.example',
      'viewer', 'pending', repeat(md5(n::text), 2), now() FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`
    INSERT INTO saved_view (merchant_id, mode, user_id, name, filters)
    SELECT ${own}, 'test', CASE WHEN n <= ${OWN} THEN 'user_1' ELSE 'user_2' END, 'view_' || n, '{}'
    FROM generate_series(1, ${ROWS}) n`;
  await client.$executeRaw`ANALYZE`;
});

const after = { createdAt: new Date('2026-11-01T00:30:00Z'), id: 'x_30' };

// On a cluster, EXPLAIN ANALYZE shows the rows of one shard only.
describe.skipIf(isCluster())('the queries of a list', () => {
  type Repositories = ReturnType<typeof database.forScope>;
  const cases: readonly [
    list: string,
    read: (of: Repositories) => Promise<readonly unknown[]>,
    rows: number,
    indexes: readonly string[],
  ][] = [
    ['active API keys', ({ apiKeys }) => apiKeys.list(false, LIMIT), LIMIT, ['api_key_pkey']],
    [
      'the next page of ended API keys',
      ({ apiKeys }) => apiKeys.list(true, LIMIT, after),
      LIMIT,
      ['api_key_pkey'],
    ],
    [
      'webhook endpoints',
      ({ webhookEndpoints }) => webhookEndpoints.list(LIMIT),
      LIMIT,
      ['webhook_endpoint_newest'],
    ],
    [
      'the next page of webhook endpoints with their health',
      ({ webhookEndpoints }) => webhookEndpoints.list(LIMIT, after, false),
      LIMIT,
      ['webhook_endpoint_newest'],
    ],
    [
      'the next page of provider configs',
      ({ providerConfigs }) => providerConfigs.list(LIMIT, after),
      LIMIT,
      ['psp_config_pkey'],
    ],
    ['saved views', ({ savedViews }) => savedViews.list('user_1'), OWN, ['saved_view_pkey']],
    [
      'members',
      ({ team }) => team.listMembers(),
      OWN,
      [
        'dashboard_user_pkey',
        'member_organization_id_user_id_key',
        'passkey_user_id_idx',
        'second_factor_user_id_key',
      ],
    ],
    ['invitations', ({ team }) => team.listInvitations(), OWN, ['invitation_organization_id_idx']],
  ];

  it.each(cases)(
    'of %s read rows of its merchant only, by an index',
    async (_, read, count, indexes) => {
      let rows: readonly unknown[] = [];
      const nodes = await explainSentScans(client, url, async () => {
        rows = await read(database.forScope(scope));
      });
      expect(rows).toHaveLength(count);
      expect(new Set(nodes.map((node) => node['Index Name']))).toEqual(new Set(indexes));
      for (const node of nodes)
        expect(rowsRead(node), JSON.stringify(node)).toBeLessThanOrEqual(OWN);
    },
  );
});
