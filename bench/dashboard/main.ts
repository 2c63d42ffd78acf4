import { writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { median, quantile } from '@parley/bench-shared/statistics';
import { openDatabase, type Scope } from '@parley/db';
import type { MerchantId } from '@parley/domain';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import pg from 'pg';
import { type FilledDatabase, fillDatabase, readingDeps } from './fill.ts';
import { type KnownIds, type Procedure, proceduresOf } from './procedures.ts';

const usage = `npm run bench:dashboard [-- option…]

Measures every list, filter and search of the dashboard through its router, as a person of a merchant
with many sessions, and prints the median and the 95th percentile in milliseconds.

Options:
  --sessions <n>      sessions in a new database (100000); 1000000 need 4 GB and two minutes to fill
  --database-url <u>  measures this database instead, for example after npm run seed:large
  --merchant <id>     the merchant in that database
  --mode <mode>       its mode (test)
  --rounds <n>        calls of each procedure (30), after 3 that do not count
  --json <file>       writes the results as JSON
  --help
`;

/** The longest median in milliseconds. */
const GOAL_MS = 200;
const WARM_UP_ROUNDS = 3;

const print = (line: string) => process.stdout.write(`${line}\n`);

interface Result {
  readonly name: string;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** Calls the procedures in turn, so that a change of the machine's load affects all of them. */
async function measure(procedures: readonly Procedure[], rounds: number): Promise<Result[]> {
  const times = procedures.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [at, [, call]] of procedures.entries()) {
      const began = performance.now();
      await call();
      if (round >= 0) times[at]?.push(performance.now() - began);
    }
  }
  return procedures.map(([name], at) => ({
    name,
    medianMs: median(times[at] ?? []),
    p95Ms: quantile(times[at] ?? [], 0.95),
  }));
}

/** The ids of a session from the middle of the merchant's sessions. */
async function readKnownIds(url: string, { merchantId, mode }: Scope): Promise<KnownIds> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<KnownIds>(
      `SELECT s.id AS session, s.buyer_reference AS buyer, a.id AS attempt, o.id AS event,
         coalesce(h.request_id, 'req_unknown') AS request,
         (SELECT max(e.id) FROM webhook_endpoint e
          WHERE e.merchant_id = $1 AND e.mode = $2) AS endpoint
       FROM proxy_session s
       JOIN acquisition_attempt a ON a.merchant_id = s.merchant_id AND a.proxy_session_id = s.id
       JOIN outbox_event o ON o.merchant_id = s.merchant_id AND o.proxy_session_id = s.id
       JOIN history_entry h ON h.merchant_id = s.merchant_id AND h.proxy_session_id = s.id
       WHERE s.merchant_id = $1 AND s.mode = $2 AND s.created_at < now() - interval '10 days'
       ORDER BY s.created_at DESC LIMIT 1`,
      [merchantId, mode],
    );
    const [ids] = rows;
    if (ids) return ids;
    throw new Error(`${merchantId} has no session of ten days ago in ${mode} mode.`);
  } finally {
    await client.end();
  }
}

/** Opens a database that contains the sessions already. Reads open no secret. */
function openFilled(url: string, merchant: string, mode: string): FilledDatabase {
  if (mode !== 'test' && mode !== 'live') throw new Error('--mode must be test or live.');
  const encryptionKeys = `k1:${Buffer.alloc(32).toString('base64')}`;
  const database = openDatabase({ url, encryptionKeys, poolSize: 4 });
  const scope = { merchantId: merchant as MerchantId, mode } as const;
  return { deps: readingDeps(database), scope, close: () => database.close() };
}

async function run({ deps, scope }: FilledDatabase, url: string, rounds: number) {
  const results = await measure(proceduresOf(deps, scope, await readKnownIds(url, scope)), rounds);
  print('| procedure | median, ms | p95, ms |\n| --- | ---: | ---: |');
  for (const { name, medianMs, p95Ms } of results) {
    const missed = medianMs > GOAL_MS ? '**' : '';
    print(`| ${name} | ${missed}${medianMs.toFixed(1)}${missed} | ${p95Ms.toFixed(1)} |`);
  }
  return results;
}

const { values: options } = parseArgs({
  options: {
    sessions: { type: 'string', default: '100000' },
    'database-url': { type: 'string' },
    merchant: { type: 'string', default: '' },
    mode: { type: 'string', default: 'test' },
    rounds: { type: 'string', default: '30' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  const given = options['database-url'];
  const server = given === undefined ? await throwawayPostgres() : undefined;
  const url = given ?? server?.adminUrl ?? '';
  try {
    const filled =
      given === undefined
        ? await fillDatabase(url, Number(options.sessions), print)
        : openFilled(url, options.merchant, options.mode);
    try {
      const load = loadavg()[0]?.toFixed(1);
      print(
        `${availableParallelism()} cores, load ${load}; the median should be ${GOAL_MS} ms at most`,
      );
      const results = await run(filled, url, Number(options.rounds));
      if (options.json === undefined) return;
      const sessions = given === undefined ? Number(options.sessions) : null;
      const report = { at: new Date(), sessions, results };
      await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
    } finally {
      await filled.close();
    }
  } finally {
    await server?.stop();
  }
}

if (options.help) print(usage);
else await main();
