import type { ServerProcess } from '@parley/testing';
import { databaseUrl, runSql } from '../harness/database.ts';
import type { Environment } from '../harness/environment.ts';
import { createMerchantDatabase } from '../harness/merchant-database.ts';
import { readCpuMicroseconds } from '../harness/process-usage.ts';
import type { Item } from '../harness/session-copies.ts';
import { startEmptyProvider } from '../harness/start-empty-provider.ts';
import { startApi, startProcess } from '../harness/start-process.ts';
import { quantile } from '../harness/statistics.ts';
import type { LoadJob } from '../load/load-protocol.ts';
import { type Credentials, getCredentials } from '../load/requests.ts';
import { type Generator, startGenerator } from '../load/start-generator.ts';
import { fillStatement, schema } from '../reference/statements.ts';
import type { Measure } from './measures.ts';
import { prepareSessions, templates } from './prepared-sessions.ts';

/** Sessions that reads are about. */
const READ_SESSIONS = 10_000;
/** Sessions in each state when PostgreSQL gathers its statistics. */
const ANALYZED_SESSIONS = 1_000;
/** Database connections of each process, of the product's and of the reference's. */
const DATABASE_POOL_SIZE = '10';
/** On a busy machine a few requests exceed the timeouts of production. */
const ACCEPTED_FAILURES = 0.1;
/** How many requests a second are expected before the first load has been measured. */
const FIRST_GUESS_PER_SECOND = 500;

/** What one load of a few seconds measured. Processor times in microseconds per request. */
export interface Measurement {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpu: { readonly server: number; readonly postgres: number; readonly generator: number };
}

/** A server that can be measured for a few seconds at a time. */
export interface BenchmarkTarget {
  run(connections: number, seconds: number): Promise<Measurement>;
}

/** The API and the reference server, each with targets for the measures. */
export interface Servers {
  readonly api: ServerProcess;
  readonly databaseUrl: string;
  productTarget(measure: Measure): BenchmarkTarget;
  referenceTarget: BaselineTarget;
  /** Starts another server with the routes and the tables of the reference server. */
  startBaseline(script: string): Promise<BaselineTarget>;
}

type BaselineTarget = (kind: Measure['baseline']) => BenchmarkTarget;

/**
 * Starts both servers on a new database with sessions in each state.
 * @param nodeOptions options of Node.js for the API
 */
export async function startServers(
  environment: Environment,
  name: string,
  nodeOptions?: readonly string[],
): Promise<Servers> {
  const { adminUrl, folder, use } = environment;
  await runSql(adminUrl, `CREATE DATABASE ${name}`);
  const url = databaseUrl(adminUrl, name);
  const provider = use(await startEmptyProvider());
  const merchant = await createMerchantDatabase(url, provider.url);
  use({ stop: () => merchant.database.close() });
  const api = use(
    await startApi(merchant, {
      folder,
      ...(nodeOptions && { nodeOptions }),
      // A closed loop measures the capacity. `npm run bench:overload` measures what is refused beyond it.
      env: { DATABASE_POOL_SIZE, REQUEST_QUEUE_MS: '60000' },
    }),
  );
  const generator = use(startGenerator());
  const sessions = use(await prepareSessions(merchant, api.url));
  const readItems = await sessions.repeat('created', READ_SESSIONS);
  // With the statistics of a few rows, PostgreSQL finds an attempt by reading all of its merchant.
  for (const template of templates) await sessions.repeat(template, ANALYZED_SESSIONS);
  const ids = readItems.map(({ session }) => session);
  await runSql(url, schema);
  await runSql(url, fillStatement, ['merchant', ids]);
  // As autovacuum does later.
  await runSql(url, 'VACUUM (ANALYZE, PARALLEL 0)');
  const credentials = getCredentials(merchant);
  const target = (server: ServerProcess, job: TargetJob, supply: (count: number) => Supply) =>
    loadTarget({ ...environment, generator, credentials, server, job, supply });
  const startBaseline = async (script: string): Promise<BaselineTarget> => {
    const env = { NODE_ENV: 'production', DATABASE_URL: url, DATABASE_POOL_SIZE };
    const server = use(await startProcess({ script, portVariable: 'PORT', env, folder }));
    return (kind) =>
      target(
        server,
        { kind, use: kind === 'referenceRead' ? 'again' : 'none' },
        async () => readItems,
      );
  };
  return {
    api,
    databaseUrl: url,
    productTarget: ({ kind, use, template }) =>
      target(api, { kind, use }, async (count) => {
        // No worker applies events here, and the API accepts 20,000 that wait.
        if (kind === 'providerEvent') await runSql(url, 'TRUNCATE provider_event');
        return use === 'once' && template ? await sessions.repeat(template, count) : readItems;
      }),
    referenceTarget: await startBaseline('bench/reference/server.ts'),
    startBaseline,
  };
}

type TargetJob = Pick<LoadJob, 'kind' | 'use'>;
type Supply = Promise<readonly Item[]>;

interface TargetOptions extends Pick<Environment, 'postgres'> {
  readonly generator: Generator;
  readonly credentials: Credentials;
  readonly server: ServerProcess;
  readonly job: TargetJob;
  /** Returns what up to `count` requests are about. */
  readonly supply: (count: number) => Supply;
}

function loadTarget(options: TargetOptions): BenchmarkTarget {
  const { generator, postgres, credentials, server, job, supply } = options;
  const rates = new Map<number, number>();
  const readTimes = async () => ({
    postgres: await postgres.read(),
    server: await readCpuMicroseconds(server.pid),
  });
  return {
    async run(connections, seconds) {
      // More than it needs: a load that has used all items ends early.
      const known = rates.get(connections) ?? Math.max(FIRST_GUESS_PER_SECOND, ...rates.values());
      const items = await supply(Math.ceil(known * 1.5 * seconds) + connections);
      let before = { postgres: 0, server: 0 };
      const result = await generator.run(
        { ...job, origin: server.url, credentials, connections, seconds, perSecond: null, items },
        async () => {
          before = await readTimes();
        },
      );
      const after = await readTimes();
      const { length } = result.admitted;
      const failures = result.refused.length + result.failures.length;
      if (length === 0 || failures > ACCEPTED_FAILURES * length) {
        const first = result.failures[0] ?? 'refused with 503';
        throw new Error(
          `${job.kind}: ${failures} of ${length + failures} requests failed. ${first}`,
        );
      }
      const perSecond = length / result.seconds;
      rates.set(connections, perSecond);
      return {
        requests: length,
        perSecond,
        p50Ms: quantile(result.admitted, 0.5),
        p99Ms: quantile(result.admitted, 0.99),
        cpu: {
          server: (after.server - before.server) / length,
          postgres: (after.postgres - before.postgres) / length,
          generator: result.cpuMicroseconds / length,
        },
      };
    },
  };
}
