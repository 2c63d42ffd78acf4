import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { runSql } from '../harness/database.ts';
import { type Environment, withServers } from '../harness/environment.ts';
import { addBenchmarkMerchant, createMerchantDatabase } from '../harness/merchant-database.ts';
import { readOptions, readPositive } from '../harness/read-options.ts';
import { formatTable, print } from '../harness/report.ts';
import { startApi } from '../harness/start-process.ts';
import { type Client, CREATED, startClient } from './create-load.ts';

const usage = `npm run bench:node-failure -- --node <host:port> --stop <command> --start <command> [option…]

Creates sessions of eight merchants through two API processes on the coordinator and one on a worker node
of a Citus cluster, while a node is stopped and started again. Prints creates per second by API and by the
node of the merchant, and fails if an acknowledged session is missing or a repeated request made another one.

CITUS_DATABASE_URL names an empty database on the coordinator.

Options:
  --node <host:port>  the node that is stopped: a worker node or the coordinator
  --stop <command>    a shell command that stops it, such as pg_ctl -D /data/7701 -m immediate stop
  --start <command>   a shell command that starts it again
  --seconds <n>       length of each of the three parts: before, while it is stopped, after (10)
  --help
`;

const MERCHANTS = 8;
/** After the last part, every client has to receive its acknowledgement within this time. */
const FINISH_WITHIN_MS = 90_000;

/** A client of an API process, for a merchant whose rows are on a node. */
interface Source {
  /** The node to which the API connects. */
  readonly api: string;
  readonly merchantId: string;
  readonly merchantNode: string;
  readonly client: Client;
}

/** A part of the run, on the clock of `performance.now()`. */
interface Part {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const { values } = readOptions(usage, {
  node: { type: 'string' },
  stop: { type: 'string' },
  start: { type: 'string' },
  seconds: { type: 'string', default: '10' },
});

/** @throws Error unless the URL names the coordinator of a cluster, in a database without tables */
async function requireEmptyCluster(url: string): Promise<void> {
  const [state] = await runSql<{ workers: number; tables: number }>(
    url,
    `SELECT (SELECT count(*)::int FROM pg_dist_node WHERE groupid <> 0) AS workers,
      (SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public') AS tables`,
  ).catch((error: Error) => {
    throw new Error(`CITUS_DATABASE_URL has to name a database with the citus extension: ${error}`);
  });
  if (!state || state.workers < 2) throw new Error('the cluster needs at least two worker nodes');
  if (state.tables > 0) throw new Error('the database of CITUS_DATABASE_URL has to be empty');
}

/** The node with the sessions of a merchant, as host:port. */
async function readReadNode(url: string, merchantId: string): Promise<string> {
  const [row] = await runSql<{ node: string }>(
    url,
    `SELECT format('%s:%s', nodename, nodeport) AS node FROM citus_shards
     WHERE shardid = get_shard_id_for_distribution_column('proxy_session', $1::text)`,
    [merchantId],
  );
  if (!row) throw new Error(`${merchantId} has no shard`);
  return row.node;
}

/** Starts the APIs and a client of each of them for each merchant. */
async function startSources(
  { folder, use }: Environment,
  url: string,
  stoppedNode: string,
): Promise<Source[]> {
  const first = await createMerchantDatabase(url);
  const merchants = [{ merchantId: first.merchantId, secretKey: first.secretKey }];
  while (merchants.length < MERCHANTS)
    merchants.push(await addBenchmarkMerchant(first.database, first.account));
  await first.database.close();
  const nodes = await Promise.all(merchants.map(({ merchantId }) => readReadNode(url, merchantId)));
  // The coordinator has no shards, so some other node has a merchant.
  const other = Object.assign(new URL(url), {
    host: nodes.find((node) => node !== stoppedNode) ?? '',
  });
  const sources: Source[] = [];
  for (const databaseUrl of [url, url, other.href]) {
    const api = use(await startApi({ ...first, url: databaseUrl }, { folder }));
    for (const [at, { merchantId, secretKey }] of merchants.entries())
      sources.push({
        api: new URL(databaseUrl).host,
        merchantId,
        merchantNode: nodes[at] ?? '',
        client: startClient(api.url, secretKey),
      });
  }
  return sources;
}

async function run(environment: Environment, url: string): Promise<void> {
  const { node, stop, start } = values;
  if (!node || !stop || !start) throw new Error('--node, --stop and --start are required.');
  const seconds = readPositive('--seconds', values.seconds);
  const sources = await startSources(environment, url, node);
  const shell = (command: string) => promisify(execFile)('sh', ['-c', command]);
  const parts: Part[] = [];
  const pass = async (name: string) => {
    const from = performance.now();
    await delay(seconds * 1_000);
    parts.push({ name, from, to: performance.now() });
  };
  await delay(3_000);
  await pass('before');
  await shell(stop);
  print(`stopped ${node}`);
  await pass('stopped');
  await shell(start);
  const started = performance.now();
  print(`started ${node}`);
  await pass('after');
  const all = Promise.all(sources.map(({ client }) => client.stop()));
  const late = delay(FINISH_WITHIN_MS, undefined, { ref: false }).then(() => {
    const since = performance.now() - 10_000;
    throw new Error(
      `Some creates were not acknowledged after the node had started. In the last 10 s: ${listFailures(sources, since)}.`,
    );
  });
  await Promise.race([all, late]);
  print(recoveryTable(sources, parts, started));
  print(`requests that were repeated: ${listFailures(sources)}`);
  await checkSessions(url, sources);
}

/** Compares what the clients received with what the database contains. */
async function checkSessions(url: string, sources: readonly Source[]): Promise<void> {
  const rows = await runSql<{ id: string }>(url, 'SELECT id FROM proxy_session');
  const stored = new Set(rows.map(({ id }) => id));
  const received = new Set(sources.flatMap(({ client }) => [...client.sessions.values()]));
  const missing = [...received].filter((id) => !stored.has(id)).length;
  const unknown = [...stored].filter((id) => !received.has(id)).length;
  const differing = sources.reduce((sum, { client }) => sum + client.differing, 0);
  print(
    `${received.size} sessions acknowledged: ${missing} missing, ${unknown} stored without acknowledgement, ${differing} repeated requests that made another one`,
  );
  if (missing + unknown + differing > 0) process.exitCode = 1;
}

/** Creates per second in each part, by node of the API and of the merchant. */
function recoveryTable(sources: readonly Source[], parts: readonly Part[], started: number) {
  const groups = Map.groupBy(sources, ({ api, merchantNode }) => `${api} | ${merchantNode}`);
  const rows = [...groups].map(([name, group]) => {
    const created = group.map(({ client }) =>
      client.attempts.filter(({ result }) => result === CREATED).map(({ at }) => at),
    );
    const perSecond = parts.map(({ from, to }) => {
      const count = created.flat().filter((at) => at >= from && at < to).length;
      return (count / ((to - from) / 1_000)).toFixed(0);
    });
    // Of each client, because the slowest one ends the outage of the group.
    const recovered = created.map((times) => {
      const next = times.find((at) => at >= started) ?? Number.POSITIVE_INFINITY;
      return (next - started) / 1_000;
    });
    return [name, ...perSecond, Math.max(...recovered).toFixed(1)];
  });
  const names = parts.map(({ name }) => `${name}, /s`);
  const head = ['API connects to | merchant is on', ...names, 'seconds until all clients succeed'];
  return formatTable(head, rows.sort());
}

/** How often each refusal and failure occurred, since a time on the clock of `performance.now()`. */
function listFailures(sources: readonly Source[], since = 0): string {
  const failures = sources
    .flatMap(({ client }) => client.attempts)
    .filter(({ at, result }) => at >= since && result !== CREATED);
  const counts = [...Map.groupBy(failures, ({ result }) => result)];
  return counts.map(([result, { length }]) => `${length} × ${result}`).join(', ') || 'none';
}

try {
  const url = process.env.CITUS_DATABASE_URL;
  if (!url) throw new Error('CITUS_DATABASE_URL is not set.');
  await requireEmptyCluster(url);
  await withServers(
    [url],
    (environment) => run(environment, url),
    async () => {},
  );
} catch (error) {
  print(String(error));
  // Ends clients that still wait for an acknowledgement.
  process.exit(1);
}
