import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@parley/db';
import { applyMigrations } from '@parley/db/migrations';
import type { MerchantId } from '@parley/domain';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import { createDeps } from '../harness/merchant-database.ts';
import { readOptions } from '../harness/read-options.ts';
import { describeMachine, formatTable, markMissed, print } from '../harness/report.ts';
import { median, quantile } from '../harness/statistics.ts';
import { type FilledDatabase, fillDatabase } from './fill.ts';
import { readKnownIds } from './known-ids.ts';
import { getRows, openCaller } from './procedures.ts';
import type { Row } from './row.ts';

const usage = `npm run bench:dashboard [-- option…]

Measures every list, filter, search and page of the dashboard through its router, as a person of a merchant
with many sessions, and prints the median and the 95th percentile in milliseconds. Ends with code 1 if a median
is over the goal.

Options:
  --sessions <n>      sessions in a new database (100000); 1000000 need 10 GB of disk and some minutes
  --keep <folder>     keeps the new database in this folder; measures the one in it, if there is one
  --database-url <u>  measures this database instead, for example after npm run seed:large
  --merchant <id>     the merchant in that database
  --mode <mode>       its mode (test)
  --rounds <n>        calls of each procedure (30), after 3 that do not count
  --only <text>       measures only the rows whose names contain it
  --help
`;

/** The longest median in milliseconds. */
const GOAL_MS = 200;
const WARM_UP_ROUNDS = 3;

/** Says what a kept database contains. Without it, the folder has none, or one that is not complete. */
const FILLED_FILE = 'filled.json';

interface Kept {
  readonly merchant: string;
  readonly sessions: number;
  readonly at: string;
}

interface Result {
  readonly name: string;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/**
 * Calls the procedures in turn, so that a change of the machine's load affects all of them. One that fails, for
 * example by the statement timeout, has an infinite time and is not called again.
 */
async function measure(
  rows: readonly Row[],
  call: (row: Row) => Promise<unknown>,
  rounds: number,
): Promise<Result[]> {
  const times = rows.map((): number[] => []);
  const failed = new Set<Row>();
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [at, row] of rows.entries()) {
      if (failed.has(row)) continue;
      const began = performance.now();
      await call(row).catch((error: unknown) => {
        print(`${row.name} (${row.procedure}) failed: ${error}`);
        failed.add(row);
      });
      if (round >= 0) times[at]?.push(performance.now() - began);
    }
  }
  return rows.map((row, at) => {
    const taken = failed.has(row) ? [Number.POSITIVE_INFINITY] : (times[at] ?? []);
    return { name: row.name, medianMs: median(taken), p95Ms: quantile(taken, 0.95) };
  });
}

/** Opens a database that contains the sessions already. Reads open no secret. */
function openFilled(url: string, merchant: string, mode: string): FilledDatabase {
  if (mode !== 'test' && mode !== 'live') throw new Error('--mode must be test or live.');
  const encryptionKeys = `k1:${Buffer.alloc(32).toString('base64')}`;
  const database = openDatabase({ url, encryptionKeys, poolSize: 4 });
  const scope = { merchantId: merchant as MerchantId, mode } as const;
  return { deps: createDeps(database), scope, close: () => database.close() };
}

async function run({ deps, scope }: FilledDatabase, url: string): Promise<void> {
  const rows = getRows(await readKnownIds(url, scope));
  const { only } = options;
  const results = await measure(
    only === undefined ? rows : rows.filter(({ name }) => name.includes(only)),
    openCaller(deps, scope),
    Number(options.rounds),
  );
  const isReached = ({ medianMs }: Result) => medianMs <= GOAL_MS;
  const table = results.map((result) => [
    result.name,
    markMissed(result.medianMs.toFixed(1), isReached(result)),
    result.p95Ms.toFixed(1),
  ]);
  print(formatTable(['procedure', 'median, ms', 'p95, ms'], table));
  print(`${new Date().toISOString()}, ${describeMachine()}`);
  const missed = results.filter((result) => !isReached(result));
  print(`${missed.length} of ${results.length} medians are over ${GOAL_MS} ms.`);
  if (missed.length > 0) process.exitCode = 1;
}

const { values: options } = readOptions(usage, {
  sessions: { type: 'string', default: '100000' },
  'database-url': { type: 'string' },
  merchant: { type: 'string', default: '' },
  mode: { type: 'string', default: 'test' },
  keep: { type: 'string' },
  only: { type: 'string' },
  rounds: { type: 'string', default: '30' },
});

/** Fills a new database, or opens the one that an earlier run kept in the folder. */
async function fillOrOpen(url: string, folder: string | undefined): Promise<FilledDatabase> {
  const sessions = Number(options.sessions);
  const file = folder === undefined ? undefined : join(folder, FILLED_FILE);
  if (file !== undefined && existsSync(file)) {
    const kept = JSON.parse(await readFile(file, 'utf8')) as Kept;
    print(`measuring the database of ${kept.at} with ${kept.sessions} sessions`);
    await applyMigrations({ databaseUrl: url });
    return openFilled(url, kept.merchant, 'test');
  }
  const filled = await fillDatabase(url, sessions);
  const kept: Kept = { merchant: filled.scope.merchantId, sessions, at: new Date().toISOString() };
  if (file !== undefined) await writeFile(file, JSON.stringify(kept));
  return filled;
}

const { keep, 'database-url': given } = options;
const server = given === undefined ? await throwawayPostgres({ keep }) : undefined;
const url = given ?? server?.adminUrl ?? '';
try {
  const filled = given
    ? openFilled(given, options.merchant, options.mode)
    : await fillOrOpen(url, keep);
  await run(filled, url).finally(filled.close);
} finally {
  await server?.stop();
}
