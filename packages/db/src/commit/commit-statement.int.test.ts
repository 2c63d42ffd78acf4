import { isCluster } from '@parley/testing';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { addMerchant, addProviderConfig, openTestDatabase } from '../../test/rows.ts';
import { commitSettings } from '../sql/client.ts';
import { rowKinds } from './commit-rows.ts';
import { commitStatement } from './commit-statement.ts';

const { database, url, close } = await openTestDatabase();
afterAll(close);
const scope = await addMerchant(database);
const providerConfigId = await addProviderConfig(database, scope);

// The settings of a connection do not reach the shards of Citus.
it.skipIf(isCluster()).for([
  { name: 'an attached object', kinds: ['attached_object'] as const },
  { name: 'all kinds of rows', kinds: rowKinds },
])('the statement for $name finds the events of an object by an index', async ({ kinds }) => {
  const settings = Object.entries(commitSettings).map(([name, value]) => `-c ${name}=${value}`);
  const client = new pg.Client({ connectionString: url, options: settings.join(' ') });
  await client.connect();
  const { text } = commitStatement([{ json: '{}', kinds }]);
  await client.query(`PREPARE commits AS ${text}`);
  await client.query(
    `INSERT INTO provider_event (merchant_id, mode, psp_config_id, event_id, type, object_id,
       payload, status, due_at, occurred_at, parked_for)
     SELECT $1, 'test', $2, 'evt_' || n, 'payment', 'ch_' || n, '{}', 'parked', now(), now(), 'pi_' || n
     FROM generate_series(1, 3000) n ON CONFLICT DO NOTHING`,
    [scope.merchantId, providerConfigId],
  );
  await client.query('ANALYZE provider_event');
  const { rows } = await client.query("EXPLAIN EXECUTE commits ('[]')");
  await client.end();
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  for (const column of ['object_id', 'parked_for']) {
    const condition = `\\(\\(merchant_id = \\S+merchant_id\\) AND \\(${column} = `;
    expect(plan).toMatch(new RegExp(`on provider_event t.*\\n *Index Cond: ${condition}`));
  }
});
