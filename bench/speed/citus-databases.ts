import {
  addBenchmarkMerchant,
  type BenchmarkMerchant,
  createMerchantDatabase,
  type MerchantDatabase,
  randomAccount,
} from '@parley/bench-shared/merchant-database';
import pg from 'pg';
import { databaseUrl, runSql } from './product.ts';

/** The same tables on one PostgreSQL server, or on the shards of one or two worker nodes. */
export interface CitusDatabase {
  readonly name: string;
  /** The database on the coordinator, which is also the server without Citus. */
  readonly first: MerchantDatabase;
  /** `first` among them. Their ids are random, so they are spread over the shards. */
  readonly merchants: readonly BenchmarkMerchant[];
  /** URLs of the database on the worker nodes that have shards. */
  readonly workers: readonly string[];
}

/** How many worker nodes have the shards; none without Citus. */
const placements = [
  { name: 'PostgreSQL', workerCount: 0 },
  { name: 'Citus, 1 node', workerCount: 1 },
  { name: 'Citus, 2 nodes', workerCount: 2 },
] as const;

/**
 * Reads the URLs of the nodes of a cluster.
 * @returns the coordinator first, then the worker nodes
 * @throws Error unless the URL names a database with the citus extension and two worker nodes
 */
export async function readNodes(coordinator: string | undefined): Promise<string[]> {
  if (!coordinator) throw new Error('CITUS_DATABASE_URL is not set.');
  const client = new pg.Client({ connectionString: coordinator });
  await client.connect();
  try {
    const { rows } = await client.query<{ host: string; port: number }>(
      'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 ORDER BY groupid',
    );
    if (rows.length < 2) throw new Error('The cluster needs two worker nodes.');
    const workers = rows.map(({ host, port }) =>
      Object.assign(new URL(coordinator), { hostname: host, port: String(port) }),
    );
    return [coordinator, ...workers.map(({ href }) => href)];
  } finally {
    await client.end();
  }
}

/** Creates a database with merchants for each placement. */
export async function createCitusDatabases(
  nodes: readonly string[],
  merchantCount: number,
): Promise<CitusDatabase[]> {
  const databases: CitusDatabase[] = [];
  for (const { name, workerCount } of placements) {
    const database = databaseOf(workerCount);
    const urls = nodes.slice(0, 1 + workerCount).map((node) => databaseUrl(node, database));
    for (const node of nodes.slice(0, urls.length))
      await runSql(node, `CREATE DATABASE ${database}`);
    if (workerCount > 0) await joinNodes(urls);
    const account = randomAccount('http://127.0.0.1:9');
    const first = await createMerchantDatabase(urls[0] ?? '', account);
    const merchants: BenchmarkMerchant[] = [first];
    while (merchants.length < merchantCount)
      merchants.push(await addBenchmarkMerchant(first.database, account));
    databases.push({ name, first, merchants, workers: urls.slice(1) });
  }
  return databases;
}

const databaseOf = (workerCount: number) => `parley_bench_${workerCount}`;

/** Makes a cluster of databases of the same name. */
async function joinNodes(urls: readonly string[]): Promise<void> {
  for (const [i, url] of urls.entries()) {
    await runSql(url, 'CREATE EXTENSION citus');
    const { hostname, port } = new URL(url);
    const join = i === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
    await runSql(urls[0] ?? '', `SELECT ${join}('${hostname}', ${port})`);
  }
}

/** Drops the databases of this and of an interrupted run. */
export async function dropCitusDatabases(nodes: readonly string[]): Promise<void> {
  for (const { workerCount } of placements)
    for (const node of nodes)
      await runSql(node, `DROP DATABASE IF EXISTS ${databaseOf(workerCount)} WITH (FORCE)`);
}
