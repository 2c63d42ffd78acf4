import { openDatabase } from '@parley/db';
import type { MerchantId } from '@parley/domain';
import { installation } from '@parley/launch/installation';
import { createWebhookEndpoint } from '@parley/operations';
import { runSql, withClient } from '../harness/database.ts';
import { fillSessions } from '../harness/fill-sessions.ts';
import { createDeps } from '../harness/merchant-database.ts';
import { readOptions, readPositive } from '../harness/read-options.ts';
import { fillRelated } from './fill.ts';

const usage = `npm run seed:large [-- option…]

Copies sessions of a merchant in test mode many times, to try the product with much data: one session of each
status, with other ids, buyers, amounts and currencies, created in the last 30 days. Adds what belongs to so many
sessions: subscriptions, figures, API requests, provider events, entries of the audit log, and an inactive webhook
endpoint with deliveries. The provider has none of the copied objects. A million sessions take some minutes and
10 GB of disk. The product may run meanwhile.

Options:
  --merchant <id>     its id; the only merchant of the database by default
  --sessions <n>      number of copies (100000)
  --database-url <u>  the database, for a superuser; DATABASE_URL or that of npm start by default
  --help
`;

async function readOnlyMerchant(url: string): Promise<string> {
  const [only, ...others] = await runSql<{ id: string }>(url, 'SELECT id FROM merchant LIMIT 2');
  if (only && others.length === 0) return only.id;
  throw new Error(
    `The database has ${only ? 'several merchants' : 'no merchant'}. Set --merchant.`,
  );
}

/** A session of each status to copy. Its copies can have one attempt at most. */
async function readOriginals(url: string, merchant: string): Promise<Record<string, string>> {
  const rows = await runSql<{ id: string; status: string }>(
    url,
    `SELECT DISTINCT ON (status) id, status FROM proxy_session s
     WHERE merchant_id = $1 AND mode = 'test' AND 1 >= (
       SELECT count(*) FROM acquisition_attempt a
       WHERE a.merchant_id = $1 AND a.proxy_session_id = s.id)
     ORDER BY status, created_at`,
    [merchant],
  );
  if (rows.length > 0) return Object.fromEntries(rows.map(({ id, status }) => [status, id]));
  throw new Error(
    `--merchant ${merchant} has no session in test mode to copy. Create one in the dashboard first.`,
  );
}

/** An inactive endpoint, so that the product sends nothing to it. */
async function createInactiveEndpoint(url: string, encryptionKeys: string, merchantId: MerchantId) {
  const database = openDatabase({ url, encryptionKeys, poolSize: 1 });
  try {
    const actor = { kind: 'system', id: null } as const;
    const { webhook_endpoint: endpoint } = await createWebhookEndpoint(
      createDeps(database),
      { merchantId, mode: 'test', actor, requestId: null },
      { url: 'https://shop.example/webhooks' },
    );
    await runSql(url, `UPDATE webhook_endpoint SET status = 'inactive' WHERE id = $1`, [
      endpoint.id,
    ]);
    return endpoint.id;
  } finally {
    await database.close();
  }
}

const { values } = readOptions(usage, {
  merchant: { type: 'string' },
  sessions: { type: 'string', default: '100000' },
  'database-url': { type: 'string' },
});

try {
  const count = readPositive('--sessions', values.sessions);
  const installed = await installation(process.env);
  const url = values['database-url'] ?? process.env.DATABASE_URL ?? installed.DATABASE_URL;
  if (!url) throw new Error('There is no database. Run npm start first, or set --database-url.');
  const merchant = values.merchant ?? (await readOnlyMerchant(url));
  const encryptionKeys =
    process.env.PARLEY_ENCRYPTION_KEYS ?? installed.PARLEY_ENCRYPTION_KEYS ?? '';
  const originals = await readOriginals(url, merchant);
  await fillSessions(url, originals, Object.keys(originals), count);
  const merchantId = merchant as MerchantId;
  const endpoint = await createInactiveEndpoint(url, encryptionKeys, merchantId);
  await withClient(url, async (client) => {
    await fillRelated({ client, merchantId }, [endpoint], count);
    await client.query('ANALYZE');
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
