import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '@parley/launch/build';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import pg from 'pg';
import {
  type BenchmarkTarget,
  type Generator,
  httpTarget,
  openPostgresUsage,
  type PostgresUsage,
  startGenerator,
} from './benchmark-target.ts';
import type { LoadJob } from './load-protocol.ts';
import type { Measure } from './measures.ts';
import { type PreparedSessions, prepareSessions } from './prepared-sessions.ts';
import type { Product } from './product.ts';
import type { Reference } from './reference.ts';
import type { Credentials } from './requests.ts';

/** Sessions that reads are about. */
const READ_SESSIONS = 10_000;

/** Segments of the write-ahead log, 16 MB each, that a load finds. */
const LOG_SEGMENTS = 64;

/** A PostgreSQL server with fsync or a Citus cluster, a folder for logs, and the load generator. */
export interface Environment {
  readonly adminUrl: string;
  readonly folder: string;
  readonly generator: Generator<LoadJob>;
  readonly postgres: PostgresUsage;
  /** Registers something to stop before PostgreSQL. Returns it. */
  use<Stoppable extends { stop(): Promise<void> }>(started: Stoppable): Stoppable;
  stop(): Promise<void>;
}

/**
 * Generates code and starts the server.
 * @param settings further settings of PostgreSQL
 */
export async function startEnvironment(
  settings: Readonly<Record<string, string>> = {},
): Promise<Environment> {
  const server = await throwawayPostgres({
    durable: true,
    // pgbench needs up to 128 connections in addition to those of the servers.
    settings: { max_connections: '300', min_wal_size: `${LOG_SEGMENTS * 16}MB`, ...settings },
  });
  await fillLogSegments(server.adminUrl);
  return openEnvironment([server.adminUrl], server.stop);
}

/**
 * Generates code.
 * @param servers URLs of PostgreSQL, or of the nodes of a cluster with the coordinator first
 * @param stopServers runs at the end
 */
export async function openEnvironment(
  servers: readonly string[],
  stopServers: () => Promise<void>,
): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  await build({ tasks: ['generate'], logFile: join(folder, 'generate.log') });
  const generator = startGenerator<LoadJob>('./load-generator.ts');
  const postgres = await openPostgresUsage(servers);
  const started: { stop(): Promise<void> }[] = [];
  return {
    adminUrl: servers[0] ?? '',
    folder,
    generator,
    postgres,
    use(one) {
      started.push(one);
      return one;
    },
    async stop() {
      for (const one of started.splice(0).toReversed()) await one.stop();
      await generator.stop();
      await postgres.close();
      await stopServers();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates log segments and makes them reusable. A server in use has such segments; a new one creates
 * and flushes 16 MB whenever it needs another, during the measured load.
 */
async function fillLogSegments(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  for (let i = 0; i < LOG_SEGMENTS; i++) {
    await client.query(`SELECT pg_logical_emit_message(false, 'segment', '')`);
    await client.query('SELECT pg_switch_wal()');
  }
  await client.query('CHECKPOINT');
  await client.end();
}

export const credentialsOf = ({ merchant }: Product): Credentials => ({
  secretKey: merchant.secretKey,
  publishableKey: merchant.publishableKey,
  providerConfigId: merchant.providerConfigId,
  webhookSecret: merchant.account.webhookSecret,
});

/** Creates the targets for the measures of a product. */
export interface ProductTargets {
  readonly sessions: PreparedSessions;
  /** @param servers the API processes that share the load; all by default */
  targetOf(measure: Measure, servers?: Product['apis']): BenchmarkTarget;
}

/** Prepares sessions, of which `readSessions` are for reads. */
export async function openProductTargets(
  { generator, postgres, use: register }: Environment,
  product: Product,
  readSessions = READ_SESSIONS,
): Promise<ProductTargets> {
  const sessions = register(await prepareSessions(product));
  const readItems = await sessions.copy('created', readSessions);
  await sessions.analyze();
  const credentials = credentialsOf(product);
  return {
    sessions,
    targetOf: ({ name, kind, use, template }, servers = product.apis) =>
      httpTarget({
        name,
        generator,
        postgres,
        servers,
        job: { kind, use },
        merchants: async (count) => {
          if (template === undefined) return [{ credentials, items: [] }];
          const items = use === 'again' ? readItems : await sessions.copy(template, count);
          return [{ credentials, items }];
        },
      }),
  };
}

/** The reference server. */
export function referenceTarget(
  { generator, postgres }: Environment,
  { server, items }: Reference,
  kind: Measure['baseline'],
  credentials: Credentials,
): BenchmarkTarget {
  const use = kind === 'referenceRead' ? 'again' : 'none';
  return httpTarget({
    name: kind,
    generator,
    postgres,
    servers: [server],
    job: { kind, use },
    merchants: async () => [{ credentials, items: use === 'again' ? items : [] }],
  });
}
