import { openDatabase } from '@parley/db';
import { type Caller, createSession, getMerchantSession } from '@parley/operations';
import { recordStatements, type SentStatement } from '@parley/testing';
import { databaseUrl, runSql, withClient } from '../harness/database.ts';
import { withServers } from '../harness/environment.ts';
import {
  createDeps,
  createMerchantDatabase,
  type MerchantDatabase,
} from '../harness/merchant-database.ts';
import { order } from '../harness/order.ts';
import type { PostgresUsage } from '../harness/process-usage.ts';
import { formatTable, markMissed, print, readLoad } from '../harness/report.ts';
import { median } from '../harness/statistics.ts';

const ROUNDS = 5;
/** How much more a statement may cost than on PostgreSQL, by processor time and by latency. */
const GOAL = 1.5;

/** How many worker nodes have the shards; none without Citus. */
const placements = [
  { name: 'PostgreSQL', workerCount: 0 },
  { name: 'Citus, 1 node', workerCount: 1 },
  { name: 'Citus, 2 nodes', workerCount: 2 },
] as const;

const getDatabase = (workerCount: number) => `parley_bench_${workerCount}`;

/** Operations of one merchant in this process, which send the statements that they send in the API. */
interface Target {
  readonly name: string;
  readonly url: string;
  create(): Promise<unknown>;
  readView(): Promise<unknown>;
  stop(): Promise<void>;
}

const operations = [
  { name: 'create', runs: 200, run: (target: Target) => target.create() },
  { name: 'merchant view', runs: 500, run: (target: Target) => target.readView() },
] as const;

type Operation = (typeof operations)[number];

/** What an operation costs in the database, one after the other. */
interface StatementCost {
  readonly operation: string;
  readonly database: string;
  /** Processor time of all nodes, in microseconds. */
  readonly cpu: number;
  readonly p50Ms: number;
  /** How many statements the process sends, with BEGIN and the like. */
  readonly statements: number;
  /** Of each distributed part of the statements, how many shards it touches. */
  readonly shards: readonly number[];
}

/**
 * Measures a create and a view of one merchant on PostgreSQL and on the cluster of CITUS_DATABASE_URL, in turn.
 * @throws Error unless it has two worker nodes
 */
export async function measureCitus(): Promise<void> {
  const nodes = await readNodes(process.env.CITUS_DATABASE_URL);
  const dropDatabases = async () => {
    for (const { workerCount } of placements)
      for (const node of nodes)
        await runSql(node, `DROP DATABASE IF EXISTS ${getDatabase(workerCount)} WITH (FORCE)`);
  };
  await dropDatabases();
  // recordStatements also reads what Citus sends to its nodes, unless there is one server.
  process.env.TEST_DATABASE_SERVERS = nodes[0];
  await withServers(
    nodes,
    async ({ postgres, use }) => {
      const targets = (await createTargets(nodes)).map(use);
      const costs: StatementCost[] = [];
      for (const operation of operations)
        costs.push(...(await measureOperation(operation, targets, postgres)));
      print(`statements measured; load ${readLoad()}\n\n${costTable(costs)}`);
    },
    dropDatabases,
  );
}

/** Returns the URLs of the nodes of a cluster, the coordinator first. */
async function readNodes(coordinator: string | undefined): Promise<string[]> {
  if (!coordinator) throw new Error('CITUS_DATABASE_URL is not set.');
  const workers = await runSql<{ host: string; port: number }>(
    coordinator,
    'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 ORDER BY groupid',
  );
  if (workers.length < 2) throw new Error('The cluster needs two worker nodes.');
  const urls = workers.map(({ host, port }) =>
    Object.assign(new URL(coordinator), { hostname: host, port: String(port) }),
  );
  return [coordinator, ...urls.map(({ href }) => href)];
}

/** Creates a database with a merchant for each placement. With two nodes, all of them are measured. */
async function createTargets(nodes: readonly string[]): Promise<Target[]> {
  const targets: Target[] = [];
  for (const { name, workerCount } of placements) {
    const servers = nodes.slice(0, 1 + workerCount);
    const [first = '', ...workers] = servers.map((node) =>
      databaseUrl(node, getDatabase(workerCount)),
    );
    for (const node of servers) await runSql(node, `CREATE DATABASE ${getDatabase(workerCount)}`);
    if (workerCount > 0) await joinNodes([first, ...workers]);
    const merchant = await createMerchantDatabase(first);
    await merchant.database.close();
    targets.push(await openTarget(name, first, merchant));
    if (workerCount < 2) continue;
    const own = await readPortOfShard(first, merchant.merchantId);
    for (const url of workers) {
      const through = new URL(url).port === own ? 'the node of the merchant' : 'another node';
      targets.push(await openTarget(`${name}, through ${through}`, url, merchant));
    }
  }
  return targets;
}

/** Makes a cluster of databases of the same name. */
async function joinNodes(urls: readonly string[]): Promise<void> {
  for (const [i, url] of urls.entries()) {
    await runSql(url, 'CREATE EXTENSION citus');
    const { hostname, port } = new URL(url);
    const join = i === 0 ? 'citus_set_coordinator_host' : 'citus_add_node';
    await runSql(urls[0] ?? '', `SELECT ${join}('${hostname}', ${port})`);
  }
}

async function openTarget(
  name: string,
  url: string,
  { encryptionKeys, merchantId }: MerchantDatabase,
): Promise<Target> {
  const database = openDatabase({ url, encryptionKeys });
  const deps = createDeps(database);
  const scope = { merchantId, mode: 'test' } as const;
  // The API has read them with the key of a request.
  const settings = (await database.forScope(scope).settings.find()) ?? undefined;
  const newCaller = (): Caller => ({
    ...scope,
    settings,
    actor: { kind: 'api_key', id: 'key_benchmark' },
    requestId: null,
    idempotency: {
      method: 'POST',
      path: '/v1/proxy_sessions',
      key: crypto.randomUUID(),
      fingerprint: 'a'.repeat(64),
      onReplay: () => {},
    },
  });
  const create = () => createSession(deps, newCaller(), order);
  const { id } = await create();
  const readView = () => getMerchantSession(deps, scope, { id });
  return { name, url, create, readView, stop: () => database.close() };
}

async function measureOperation(
  { name, runs, run }: Operation,
  targets: readonly Target[],
  postgres: PostgresUsage,
): Promise<StatementCost[]> {
  const results = targets.map((target) => ({
    target,
    cpu: [] as number[],
    latencies: [] as number[],
  }));
  for (const target of targets) {
    for (let i = 0; i < runs; i++) await run(target);
    // Otherwise the plans of PostgreSQL depend on when autovacuum analyzes the tables.
    await runSql(target.url, 'ANALYZE');
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { target, cpu, latencies } of results) {
      await run(target);
      const before = await postgres.read();
      for (let n = 0; n < runs; n++) {
        const began = performance.now();
        await run(target);
        latencies.push(performance.now() - began);
      }
      cpu.push(((await postgres.read()) - before) / runs);
    }
  }
  const costs: StatementCost[] = [];
  for (const { target, cpu, latencies } of results) {
    // Right after another one, so that no read of the database clock is due, which happens once a second.
    await run(target);
    const sent = await recordStatements(target.url, () => run(target));
    costs.push({
      operation: name,
      database: target.name,
      cpu: median(cpu),
      p50Ms: median(latencies),
      statements: sent.length,
      shards: await countShards(target.url, sent),
    });
  }
  return costs;
}

async function readPortOfShard(url: string, merchantId: string): Promise<string> {
  const [row] = await runSql<{ port: number }>(
    url,
    `SELECT nodeport AS port FROM citus_shards
     WHERE shardid = get_shard_id_for_distribution_column('proxy_session', $1::text)`,
    [merchantId],
  );
  return String(row?.port);
}

/** The number of shards of each distributed part of the statements. */
const countShards = (url: string, statements: readonly SentStatement[]): Promise<number[]> =>
  withClient(url, async (client) => {
    const counts: number[] = [];
    for (const { text, values } of statements) {
      if (values.length === 0) continue;
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
      for (const [, count] of JSON.stringify(rows).matchAll(/"Task Count":\s*(\d+)/g))
        counts.push(Number(count));
    }
    return counts;
  });

/** Ratios in bold do not reach their goal. */
function costTable(costs: readonly StatementCost[]): string {
  const compare = (value: number) => markMissed(value.toFixed(2), value <= GOAL);
  return formatTable(
    [
      'one connection',
      'database',
      'CPU µs PostgreSQL',
      `relative (≤ ${GOAL})`,
      'p50 ms',
      `relative (≤ ${GOAL})`,
      'statements',
      'shards of each part',
    ],
    costs.map((cost) => {
      const first = costs.find(({ operation }) => operation === cost.operation) ?? cost;
      return [
        cost.operation,
        cost.database,
        cost.cpu.toFixed(0),
        compare(cost.cpu / first.cpu),
        cost.p50Ms.toFixed(2),
        compare(cost.p50Ms / first.p50Ms),
        String(cost.statements),
        cost.shards.join(', ') || '–',
      ];
    }),
  );
}
