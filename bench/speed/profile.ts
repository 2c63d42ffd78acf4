import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '../harness/database.ts';
import type { Environment } from '../harness/environment.ts';
import { formatTable, print } from '../harness/report.ts';
import { readProfile, type Share, sumShares } from './cpu-profile.ts';
import { type Measure, measures } from './measures.ts';
import type { Options } from './options.ts';
import { startServers } from './targets.ts';

const LISTED = 25;
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
export async function profileMeasures(environment: Environment, options: Options): Promise<void> {
  for (const measure of measures.filter(({ name }) => options.only.includes(name))) {
    for (const connections of options.connections)
      await profileMeasure(environment, measure, connections, options);
  }
}

async function profileMeasure(
  environment: Environment,
  measure: Measure,
  connections: number,
  { seconds, warmUpSeconds }: Options,
): Promise<void> {
  const name = `profile_${measure.name}_${connections}`;
  const folder = join(environment.folder, name);
  await mkdir(folder);
  // A process of its own for each measure, because the profile is of a whole process.
  const servers = await startServers(environment, name, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
  await withClient(servers.databaseUrl, async (client) => {
    const target = servers.productTarget(measure);
    await client.query('CREATE EXTENSION pg_stat_statements');
    await target.run(connections, warmUpSeconds);
    await client.query('SELECT pg_stat_statements_reset()');
    const from = process.hrtime.bigint();
    const { perSecond, requests, cpu } = await target.run(connections, seconds);
    const to = process.hrtime.bigint();
    const { rows } = await client.query<StatementUse>(statementQuery);
    // The process writes its profile when it ends.
    await servers.api.stop();
    const profile = await readProfile(folder);
    const { functions, modules } = sumShares(profile, Number(from / 1_000n), Number(to / 1_000n));
    print(`\n## ${measure.name}, ${connections} connections`);
    print(
      `${perSecond.toFixed(0)}/s; per request ${cpu.server.toFixed(0)} µs of the API and ${cpu.postgres.toFixed(0)} µs of PostgreSQL\n`,
    );
    print(`${shareTable('module', modules)}\n\n${shareTable('function', functions)}\n`);
    print(statementTable(rows, requests));
  });
}

const shareTable = (head: string, shares: readonly Share[]) =>
  formatTable(
    [head, 'own time'],
    shares.slice(0, LISTED).map(({ name, share }) => [name, `${(share * 100).toFixed(1)} %`]),
  );

/** The statements that run at least once in fifty requests, which may share a statement. */
function statementTable(uses: readonly StatementUse[], requests: number): string {
  const frequent = uses.filter(({ calls }) => calls > requests / 50);
  const perRequest = frequent.reduce((sum, { calls }) => sum + calls, 0) / requests;
  return formatTable(
    [`statement (${perRequest.toFixed(2)} per request)`, 'per request', 'µs'],
    frequent.map(({ query, calls, time }) => [
      query.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, STATEMENT_WIDTH),
      (calls / requests).toFixed(2),
      ((time / calls) * 1_000).toFixed(0),
    ]),
  );
}
