import type { Item } from '@parley/bench-shared/session-copies';
import { type BenchmarkTarget, httpTarget, type Measurement } from './benchmark-target.ts';
import {
  type CitusDatabase,
  createCitusDatabases,
  dropCitusDatabases,
  readNodes,
} from './citus-databases.ts';
import { measureStatements, type StatementCost, statementTable } from './citus-statements.ts';
import { measureInTurn, medianMeasurement, warmUp } from './compare.ts';
import { createSession } from './create-session.ts';
import { type Environment, openEnvironment } from './environment.ts';
import type { LoadMerchant } from './load-protocol.ts';
import type { Options } from './options.ts';
import { type Product, startApis } from './product.ts';
import { load, table } from './report.ts';

const CONNECTIONS_PER_PROCESS = 32;
/** One for each connection of a process, which all processes serve. */
const MERCHANTS = CONNECTIONS_PER_PROCESS;
const SESSIONS_PER_MERCHANT = 10;
const PROCESS_COUNTS = [1, 2, 4];

const kinds = [
  { name: 'create', kind: 'create', use: 'none' },
  { name: 'merchant view', kind: 'merchantView', use: 'again' },
] as const;

/** What creates or views cost that several API processes share. */
interface CitusCost {
  readonly kind: string;
  readonly database: string;
  readonly processes: string;
  readonly measurement: Measurement;
}

export interface CitusResults {
  readonly statements: readonly StatementCost[];
  readonly costs: readonly CitusCost[];
}

/**
 * Opens the cluster of CITUS_DATABASE_URL.
 * @throws Error unless it has two worker nodes
 */
export async function openCluster(): Promise<{ environment: Environment; nodes: string[] }> {
  const nodes = await readNodes(process.env.CITUS_DATABASE_URL);
  await dropCitusDatabases(nodes);
  return { environment: await openEnvironment(nodes, () => dropCitusDatabases(nodes)), nodes };
}

/** Measures statements, creates and views on PostgreSQL and on Citus, in turn. */
export async function measureCitus(
  environment: Environment,
  nodes: readonly string[],
  options: Options,
  print: (line: string) => void,
): Promise<CitusResults> {
  const databases = await createCitusDatabases(nodes, MERCHANTS);
  const statements = await measureStatements(databases, environment.postgres);
  print(`statements measured; load ${load()}`);
  const groups = [];
  for (const database of databases) groups.push(...(await startGroups(environment, database)));
  const costs: CitusCost[] = [];
  for (const { name, kind, use } of kinds) {
    const targets = groups.map(({ database, processes, apis, merchants }): BenchmarkTarget => {
      const { run } = httpTarget({
        ...environment,
        name: `${name}, ${database}, ${processes}`,
        servers: apis,
        job: { kind, use },
        merchants: async () => merchants,
      });
      return { name, run: (connections, seconds) => run(connections * apis.length, seconds) };
    });
    const connections = CONNECTIONS_PER_PROCESS;
    await warmUp(targets, { connections, seconds: options.warmUpSeconds });
    const measured = await measureInTurn(targets, { ...options, connections });
    for (const [i, { database, processes }] of groups.entries()) {
      const measurement = medianMeasurement(measured[i] ?? []);
      costs.push({ kind: name, database, processes, measurement });
    }
    print(`${name} measured; load ${load()}`);
  }
  return { statements, costs };
}

/** API processes on one database that are measured together. */
interface Group {
  readonly database: string;
  readonly processes: string;
  readonly apis: Product['apis'];
  readonly merchants: readonly LoadMerchant[];
}

/** Starts four processes. On Citus, the last one connects to a worker node. */
async function startGroups(
  { folder, use: register }: Environment,
  { name, first, merchants, workers }: CitusDatabase,
): Promise<Group[]> {
  const onServer = Math.max(...PROCESS_COUNTS) - 1;
  const urls = [...Array<string>(onServer).fill(first.url), workers.at(-1) ?? first.url];
  const { apis } = register(
    await startApis(first, urls, { name: `citus-${workers.length}`, folder }),
  );
  const loaded: LoadMerchant[] = [];
  for (const { secretKey, publishableKey, providerConfigId } of merchants) {
    const { webhookSecret } = first.account;
    const items: Item[] = [];
    while (items.length < SESSIONS_PER_MERCHANT)
      items.push({ session: await createSession(apis[0]?.url ?? '', secretKey), attempt: '' });
    loaded.push({
      credentials: { secretKey, publishableKey, providerConfigId, webhookSecret },
      items,
    });
  }
  const group = (processes: string, some: Product['apis']) => ({
    database: name,
    processes,
    apis: some,
    merchants: loaded,
  });
  const [last] = apis.slice(-1);
  return [
    ...PROCESS_COUNTS.map((count) => {
      // Of several processes, one connects to a worker node.
      const chosen = count === 1 ? apis.slice(0, 1) : apis.slice(-count);
      return group(String(count), chosen);
    }),
    ...(workers.length > 0 && last ? [group('1, through a worker node', [last])] : []),
  ];
}

/** The results as Markdown tables. */
export function citusTables({ statements, costs }: CitusResults): string {
  const costOf = ({ measurement: { cpu } }: CitusCost) => cpu.server + cpu.postgres;
  const rows = costs.map((cost) => {
    const { kind, database, processes, measurement } = cost;
    const first = costs.find((one) => one.kind === kind) ?? cost;
    return [
      kind,
      database,
      processes,
      measurement.perSecond.toFixed(0),
      measurement.p50Ms.toFixed(1),
      measurement.p99Ms.toFixed(1),
      measurement.cpu.server.toFixed(0),
      measurement.cpu.postgres.toFixed(0),
      (costOf(cost) / costOf(first)).toFixed(2),
    ];
  });
  const head = [
    `${MERCHANTS} merchants`,
    'database',
    'API processes',
    '/s',
    'p50 ms',
    'p99 ms',
    'CPU µs API',
    'CPU µs PostgreSQL',
    'cost relative to the first',
  ];
  return [statementTable(statements), table(head, rows)].join('\n\n');
}
