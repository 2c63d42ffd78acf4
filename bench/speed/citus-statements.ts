import {
  openSessionOperations,
  type SessionOperations,
} from '@parley/bench-shared/session-operations';
import { median } from '@parley/bench-shared/statistics';
import { recordStatements, type SentStatement } from '@parley/testing';
import pg from 'pg';
import type { PostgresUsage } from './benchmark-target.ts';
import type { CitusDatabase } from './citus-databases.ts';
import { runSql } from './product.ts';
import { table } from './report.ts';

const RUNS = { create: 200, readView: 500 } as const;
const ROUNDS = 5;
/** How much more a statement may cost than on PostgreSQL, by processor time and by latency. */
const GOAL = 1.5;

type Operation = keyof typeof RUNS;

/** What an operation of one merchant costs in the database, one after the other. */
export interface StatementCost {
  readonly operation: Operation;
  readonly database: string;
  /** Processor time of all nodes, in microseconds. */
  readonly cpu: number;
  readonly p50Ms: number;
  /** How many statements the process sends, with BEGIN and the like. */
  readonly statements: number;
  /** Of each distributed part of the statements, how many shards it touches. */
  readonly shards: readonly number[];
}

interface Target {
  readonly name: string;
  readonly operations: SessionOperations;
  readonly session: string;
  readonly url: string;
}

/** Measures a create and a view of one merchant, in this process, on all databases in turn. */
export async function measureStatements(
  databases: readonly CitusDatabase[],
  postgres: PostgresUsage,
): Promise<StatementCost[]> {
  const targets: Target[] = [];
  for (const { name, first, workers } of databases) {
    const open = async (name: string, url: string) => {
      const operations = openSessionOperations(url, first, first);
      targets.push({ name, operations, session: await operations.create(), url });
    };
    await open(name, first.url);
    if (workers.length < 2) continue;
    for (const url of workers) {
      const own = (await hasShardOf(url, first.merchantId))
        ? 'the node of the merchant'
        : 'another node';
      await open(`${name}, through ${own}`, url);
    }
  }
  try {
    const costs: StatementCost[] = [];
    for (const operation of ['create', 'readView'] as const)
      costs.push(...(await measureOperation(operation, targets, postgres)));
    return costs;
  } finally {
    for (const { operations } of targets) await operations.close();
  }
}

async function measureOperation(
  operation: Operation,
  targets: readonly Target[],
  postgres: PostgresUsage,
): Promise<StatementCost[]> {
  const run = ({ operations, session }: Target) =>
    operation === 'create' ? operations.create() : operations.readView(session);
  const rounds = targets.map(() => ({ cpu: [] as number[], latencies: [] as number[] }));
  for (const target of targets) {
    for (let i = 0; i < RUNS[operation]; i++) await run(target);
    // Otherwise the plans of PostgreSQL depend on when autovacuum analyzes the tables.
    await runSql(target.url, 'ANALYZE');
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, target] of targets.entries()) {
      await run(target);
      const before = await postgres.read();
      for (let n = 0; n < RUNS[operation]; n++) {
        const began = performance.now();
        await run(target);
        rounds[i]?.latencies.push(performance.now() - began);
      }
      rounds[i]?.cpu.push(((await postgres.read()) - before) / RUNS[operation]);
    }
  }
  const costs: StatementCost[] = [];
  for (const [i, target] of targets.entries()) {
    // Right after another one, so that no read of the database clock is due, which happens once a second.
    await run(target);
    const sent = await recordStatements(target.url, () => run(target));
    costs.push({
      operation,
      database: target.name,
      cpu: median(rounds[i]?.cpu ?? []),
      p50Ms: median(rounds[i]?.latencies ?? []),
      statements: sent.length,
      shards: await countShards(target.url, sent),
    });
  }
  return costs;
}

async function hasShardOf(url: string, merchantId: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ port: number }>(
      `SELECT nodeport AS port FROM citus_shards
       WHERE shardid = get_shard_id_for_distribution_column('proxy_session', $1::text)`,
      [merchantId],
    );
    return String(rows[0]?.port) === new URL(url).port;
  } finally {
    await client.end();
  }
}

/** The number of shards of each distributed part of the statements. */
async function countShards(url: string, statements: readonly SentStatement[]): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const counts: number[] = [];
    for (const { text, values } of statements) {
      if (values.length === 0) continue;
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
      for (const [, count] of JSON.stringify(rows).matchAll(/"Task Count":\s*(\d+)/g))
        counts.push(Number(count));
    }
    return counts;
  } finally {
    await client.end();
  }
}

const names: Readonly<Record<Operation, string>> = { create: 'create', readView: 'merchant view' };

/** The costs as a Markdown table. Ratios in bold do not reach their goal. */
export function statementTable(costs: readonly StatementCost[]): string {
  const goal = (value: number) => {
    const text = value.toFixed(2);
    return value <= GOAL ? text : `**${text}**`;
  };
  return table(
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
        names[cost.operation],
        cost.database,
        cost.cpu.toFixed(0),
        goal(cost.cpu / first.cpu),
        cost.p50Ms.toFixed(2),
        goal(cost.p50Ms / first.p50Ms),
        String(cost.statements),
        cost.shards.join(', ') || '–',
      ];
    }),
  );
}
