import { parseArgs } from 'node:util';
import { fillSessions } from '@parley/bench-shared/fill-sessions';
import { openDatabase } from '@parley/db';
import type { MerchantId } from '@parley/domain';
import { installation } from '@parley/launch/installation';
import { createWebhookEndpoint } from '@parley/operations';
import pg from 'pg';
import { fillRelated, readingDeps } from './fill.ts';

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

const print = (line: string) => process.stdout.write(`${line}\n`);

async function readOnlyMerchant(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM merchant LIMIT 2');
    const [only, ...others] = rows;
    if (only && others.length === 0) return only.id;
    throw new Error(
      `The database has ${only ? 'several merchants' : 'no merchant'}. Set --merchant.`,
    );
  } finally {
    await client.end();
  }
}

/** A session of each status to copy. Its copies can have one attempt only. */
async function readOriginals(url: string, merchant: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; status: string }>(
      `SELECT DISTINCT ON (status) id, status FROM proxy_session s
       WHERE merchant_id = $1 AND mode = 'test' AND 1 = (
         SELECT count(*) FROM acquisition_attempt a
         WHERE a.merchant_id = $1 AND a.proxy_session_id = s.id)
       ORDER BY status, created_at`,
      [merchant],
    );
    if (rows.length > 0) return Object.fromEntries(rows.map(({ id, status }) => [status, id]));
    throw new Error(
      `--merchant ${merchant} has no session in test mode to copy. Create one in the dashboard first.`,
    );
  } finally {
    await client.end();
  }
}

/** An inactive endpoint, so that the product sends nothing to it. */
async function createInactiveEndpoint(url: string, encryptionKeys: string, merchantId: MerchantId) {
  const database = openDatabase({ url, encryptionKeys, poolSize: 1 });
  try {
    const actor = { kind: 'system', id: null } as const;
    const caller = { merchantId, mode: 'test', actor, requestId: null } as const;
    const { webhook_endpoint: endpoint } = await createWebhookEndpoint(
      readingDeps(database),
      caller,
      { url: 'https://shop.example/webhooks' },
    );
    return endpoint.id;
  } finally {
    await database.close();
  }
}

async function addRelated(
  url: string,
  merchantId: MerchantId,
  encryptionKeys: string,
  sessions: number,
): Promise<void> {
  const endpoint = await createInactiveEndpoint(url, encryptionKeys, merchantId);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`UPDATE webhook_endpoint SET status = 'inactive' WHERE id = $1`, [endpoint]);
    await fillRelated({ client, merchantId, print }, [endpoint], sessions);
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      merchant: { type: 'string' },
      sessions: { type: 'string', default: '100000' },
      'database-url': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { help } = values;
  const count = Number(values.sessions);
  if (help) return void print(usage);
  if (!Number.isInteger(count) || count < 1) {
    throw new Error(`--sessions must be a whole number from 1, not "${values.sessions}".`);
  }
  const installed = await installation(process.env);
  const url = values['database-url'] ?? process.env.DATABASE_URL ?? installed.DATABASE_URL;
  if (!url) throw new Error('There is no database. Run npm start first, or set --database-url.');
  const merchant = values.merchant ?? (await readOnlyMerchant(url));
  const encryptionKeys =
    process.env.PARLEY_ENCRYPTION_KEYS ?? installed.PARLEY_ENCRYPTION_KEYS ?? '';
  await fillSessions({
    url,
    merchant,
    originals: await readOriginals(url, merchant),
    count,
    otherMerchants: 0,
    varied: true,
    inUse: true,
    print,
  });
  await addRelated(url, merchant as MerchantId, encryptionKeys, count);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
