import { recordStatements } from '@parley/testing';
import type { Client, Connection } from '../src/sql/client.ts';
import { sql } from '../src/sql/sql.ts';

/** A node of a plan, as EXPLAIN (FORMAT JSON) shows it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Plan Rows': number;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  /** With ANALYZE: per loop. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
}

/** The name of a table or index without the number of its shard. */
const withoutShard = (name: string) => name.replace(/_\d{6,}$/, '');

/** All values of a key, however deep. */
function getValues(key: string, json: unknown): unknown[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) =>
    name === key ? [value] : getValues(key, value),
  );
}

function planNodes(plan: unknown): PlanNode[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const children = Object.values(plan).flatMap(planNodes);
  if (!('Node Type' in plan)) return children;
  const named = Object.entries(plan).map(([key, value]) => [
    key,
    key === 'Relation Name' || key === 'Index Name' ? withoutShard(String(value)) : value,
  ]);
  return [Object.fromEntries(named) as PlanNode, ...children];
}

/**
 * The nodes of a plan from EXPLAIN (FORMAT JSON). On Citus, those of one shard of each part of the
 * statement, under the names that tables and indexes have on one server.
 */
export function getNodes(explained: unknown): PlanNode[] {
  const onShards = getValues('Remote Plan', explained);
  return onShards.length > 0 ? planNodes(onShards) : planNodes(explained);
}

/**
 * The scans of tables by the statements that `work` sends, as they were executed.
 * @param prefersIndexes whether the planner uses an index wherever one fits. Without it, the tables must be
 *   large enough that it chooses the index by itself.
 */
export async function explainScans(
  client: Client,
  work: (db: Connection) => Promise<unknown>,
  { prefersIndexes = true }: { readonly prefersIndexes?: boolean } = {},
): Promise<PlanNode[]> {
  const nodes: PlanNode[] = [];
  const explain = async (strings: TemplateStringsArray, ...values: unknown[]) => {
    const statement = sql(strings, ...values);
    nodes.push(
      ...(await readScans(
        client,
        (db) => db.$queryRaw`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
        prefersIndexes,
      )),
    );
    return [];
  };
  await work({ $queryRaw: explain } as unknown as Connection);
  return nodes;
}

/** The same of the queries that `work` sends to a database, also of those that the client generates. */
export async function explainSentScans(
  client: Client,
  databaseUrl: string,
  work: () => Promise<unknown>,
): Promise<PlanNode[]> {
  const nodes: PlanNode[] = [];
  for (const { text, values } of await recordStatements(databaseUrl, work)) {
    // A new connection also reads which extensions there are.
    if (!/^\s*(SELECT|WITH)/.test(text) || text.includes('pg_extension')) continue;
    const query = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
    nodes.push(...(await readScans(client, (db) => db.$queryRawUnsafe(query, ...values))));
  }
  return nodes;
}

async function readScans(
  client: Client,
  explain: (db: Pick<Client, '$queryRaw' | '$queryRawUnsafe'>) => Promise<unknown>,
  prefersIndexes = true,
): Promise<PlanNode[]> {
  const explained = await client.$transaction(async (db) => {
    if (prefersIndexes) {
      // PostgreSQL would rather scan or sort a small table.
      await db.$executeRaw`SET LOCAL enable_seqscan = off`;
      await db.$executeRaw`SET LOCAL enable_bitmapscan = off`;
    }
    return explain(db);
  });
  return getNodes(explained).filter((node) => node['Relation Name'] !== undefined);
}

/** All rows that a scan read, also those that it did not return. */
export const rowsRead = (node: PlanNode): number =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) *
  (node['Actual Loops'] ?? 1);
