import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median, quantile } from '@parley/bench-shared/statistics';
import { openDatabase } from '@parley/db';
import { applyMigrations } from '@parley/db/migrations';
import type { MerchantId } from '@parley/domain';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import { type FilledDatabase, fillDatabase, readingDeps } from './fill.ts';
import { readKnownIds } from './known-ids.ts';
import { openCaller, rowsOf } from './procedures.ts';
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
  --json <file>       writes the results as JSON
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

const print = (line: string) => process.stdout.write(`${line}\n`);

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
  return { deps: readingDeps(database), scope, close: () => database.close() };
}

/** The load averages of 1, 5 and 15 minutes. */
const readLoad = () =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(', ');

async function run({ deps, scope }: FilledDatabase, url: string) {
  const rows = rowsOf(await readKnownIds(url, scope, print));
  const { only } = options;
  const loadBefore = readLoad();
  const results = await measure(
    only === undefined ? rows : rows.filter(({ name }) => name.includes(only)),
    openCaller(deps, scope),
    Number(options.rounds),
  );
  const loadAfter = readLoad();
  print('| procedure | median, ms | p95, ms |\n| --- | ---: | ---: |');
  for (const { name, medianMs, p95Ms } of results) {
    const mark = medianMs > GOAL_MS ? '**' : '';
    print(`| ${name} | ${mark}${medianMs.toFixed(1)}${mark} | ${p95Ms.toFixed(1)} |`);
  }
  const at = new Date();
  print(
    `${at.toISOString()}, ${availableParallelism()} cores, load ${loadBefore} before and ${loadAfter} after`,
  );
  const missed = results.filter(({ medianMs }) => medianMs > GOAL_MS);
  if (missed.length > 0) {
    print(
      `${missed.length} of ${results.length} medians are over ${GOAL_MS} ms: ${missed.map(({ name }) => name).join('; ')}`,
    );
    process.exitCode = 1;
  } else print(`Each of ${results.length} medians is ${GOAL_MS} ms at most.`);
  return { at, loadBefore, loadAfter, results };
}

const { values: options } = parseArgs({
  options: {
    sessions: { type: 'string', default: '100000' },
    'database-url': { type: 'string' },
    merchant: { type: 'string', default: '' },
    mode: { type: 'string', default: 'test' },
    keep: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '30' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
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
  const filled = await fillDatabase(url, sessions, print);
  const kept: Kept = { merchant: filled.scope.merchantId, sessions, at: new Date().toISOString() };
  if (file !== undefined) await writeFile(file, JSON.stringify(kept));
  return filled;
}

async function main(): Promise<void> {
  const given = options['database-url'];
  const { keep } = options;
  const server = given === undefined ? await throwawayPostgres({ keep }) : undefined;
  const url = given ?? server?.adminUrl ?? '';
  try {
    const filled =
      given === undefined
        ? await fillOrOpen(url, keep)
        : openFilled(url, options.merchant, options.mode);
    try {
      const report = await run(filled, url);
      if (options.json === undefined) return;
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
