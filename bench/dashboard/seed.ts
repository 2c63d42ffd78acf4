import { parseArgs } from 'node:util';
import { fillSessions } from '@parley/bench-shared/fill-sessions';
import { installation } from '@parley/launch/installation';
import pg from 'pg';

const usage = `npm run seed:large -- --merchant <id> [option…]

Copies sessions of a merchant in test mode many times, to try the product with much data: one session of each
status, with other ids, buyers, amounts and currencies, created in the last 30 days. The provider has none of the
copied objects. 100,000 sessions take about a minute and 500 MB of disk. The product may run meanwhile.

Options:
  --merchant <id>     its id; npm start prints it
  --sessions <n>      number of copies (100000)
  --database-url <u>  the database, for a superuser; DATABASE_URL or that of npm start by default
  --help
`;

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

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      merchant: { type: 'string' },
      sessions: { type: 'string', default: '100000' },
      'database-url': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { merchant, help } = values;
  const count = Number(values.sessions);
  if (help) return void process.stdout.write(usage);
  if (merchant === undefined) throw new Error('--merchant is missing. --help lists the options.');
  if (!Number.isInteger(count) || count < 1) {
    throw new Error(`--sessions must be a whole number from 1, not "${values.sessions}".`);
  }
  const url =
    values['database-url'] ??
    process.env.DATABASE_URL ??
    (await installation(process.env)).DATABASE_URL;
  if (!url) throw new Error('There is no database. Run npm start first, or set --database-url.');
  await fillSessions({
    url,
    merchant,
    originals: await readOriginals(url, merchant),
    count,
    otherMerchants: 0,
    varied: true,
    inUse: true,
    print: (line) => process.stdout.write(`${line}\n`),
  });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
