import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  monotonicMicroseconds,
  type ProfileSummary,
  readProfile,
  type Share,
  summarizeProfile,
} from './cpu-profile.ts';
import { type Environment, openProductTargets } from './environment.ts';
import { type Measure, measures } from './measures.ts';
import type { Options } from './options.ts';
import { startProduct } from './product.ts';
import { table } from './report.ts';

const LISTED_FUNCTIONS = 25;
const LISTED_MODULES = 12;
const LISTED_PATHS = 15;
const STATEMENT_WIDTH = 110;

/** PostgreSQL records the statements only if it is started with this library. */
export const statementSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
};

/** How often a statement ran, and how long it took. */
interface StatementUse {
  readonly query: string;
  readonly calls: number;
  /** Milliseconds in total, with planning. */
  readonly time: number;
}

const statementQuery = `
SELECT query, calls::int, total_exec_time + total_plan_time AS time
FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
WHERE datname = current_database() ORDER BY calls DESC, time DESC`;

/** Prints where the API uses its processor time in each measure, and the statements of a request. */
export async function profileMeasures(
  environment: Environment,
  options: Options,
  print: (line: string) => void,
): Promise<void> {
  for (const measure of measures.filter(({ name }) => options.only.includes(name))) {
    for (const connections of options.connections) {
      await profileMeasure(environment, measure, { ...options, connections }, print);
    }
  }
}

interface ProfileOptions extends Pick<Options, 'seconds' | 'warmUpSeconds'> {
  readonly connections: number;
}

async function profileMeasure(
  environment: Environment,
  measure: Measure,
  { connections, seconds, warmUpSeconds }: ProfileOptions,
  print: (line: string) => void,
): Promise<void> {
  const name = `profile_${measure.name}_${connections}`;
  const folder = join(environment.folder, name);
  await mkdir(folder);
  // A process of its own for each measure, because the profile is of a whole process.
  const product = environment.use(
    await startProduct({
      ...environment,
      name,
      nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
    }),
  );
  const client = new pg.Client({ connectionString: product.merchant.url });
  try {
    const target = (await openProductTargets(environment, product)).targetOf(measure);
    await client.connect();
    await client.query('CREATE EXTENSION pg_stat_statements');
    await target.run(connections, warmUpSeconds);
    await client.query('SELECT pg_stat_statements_reset()');
    const from = monotonicMicroseconds();
    const measurement = await target.run(connections, seconds);
    const to = monotonicMicroseconds();
    const { rows } = await client.query<StatementUse>(statementQuery);
    // The process writes its profile when it ends.
    await Promise.all(product.apis.map((api) => api.stop()));
    const summary = summarizeProfile(await readProfile(folder), from, to);
    print(`\n## ${measure.name}, ${connections} connections`);
    print(
      `${measurement.perSecond.toFixed(0)}/s; per request ${measurement.cpu.server.toFixed(0)} µs of the API and ${measurement.cpu.postgres.toFixed(0)} µs of PostgreSQL\n`,
    );
    print(`${profileTables(summary)}\n`);
    print(statementTable(rows, measurement.requests));
  } finally {
    await client.end();
  }
}

const shareTable = (head: string, shares: readonly Share[]) =>
  table(
    [head, 'own time'],
    shares.map(({ name, share }) => [name, `${(share * 100).toFixed(1)} %`]),
  );

const profileTables = ({ modules, functions, paths }: ProfileSummary) =>
  [
    shareTable('module', modules.slice(0, LISTED_MODULES)),
    shareTable('function', functions.slice(0, LISTED_FUNCTIONS)),
    shareTable('call path', paths.slice(0, LISTED_PATHS)),
  ].join('\n\n');

/** The statements that run at least once in fifty requests, which may share a statement. */
function statementTable(uses: readonly StatementUse[], requests: number): string {
  const frequent = uses.filter(({ calls }) => calls > requests / 50);
  const perRequest = frequent.reduce((sum, { calls }) => sum + calls, 0) / requests;
  return table(
    [`statement (${perRequest.toFixed(2)} per request)`, 'per request', 'µs'],
    frequent.map(({ query, calls, time }) => [
      query.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, STATEMENT_WIDTH),
      (calls / requests).toFixed(2),
      ((time / calls) * 1_000).toFixed(0),
    ]),
  );
}
