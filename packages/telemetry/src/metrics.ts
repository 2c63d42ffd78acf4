import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database, QueueDepths } from '@parley/db';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Milliseconds for which the results of a database query are reused. */
const CACHE_MS = 5_000;

/** What each metric `parley_…_lag_seconds` says, by its name in the queue depths. */
const lagHelp = {
  outboxLagSeconds: 'Age of the oldest event that has not been fanned out.',
  providerEventLagSeconds: 'Age of the oldest provider event that waits to be applied.',
  webhookLagSeconds:
    'Time for which the oldest queue of a webhook endpoint has been due without being processed.',
  mailLagSeconds: 'Age of the oldest message that the worker has not sent.',
  receiptLagSeconds: 'Age of the oldest receipt that the worker has not emailed.',
} as const satisfies Record<Extract<keyof QueueDepths, `${string}LagSeconds`>, string>;

export interface Metrics {
  readonly registry: Registry;
  /** The metrics in the text format of Prometheus. */
  page(): Promise<{ contentType: string; text: string }>;
}

/** Metrics of every process: Node.js (event loop, memory), database connections and queue depths. */
export function createMetrics(
  database: Pick<Database, 'poolUsage' | 'diagnostics' | 'shardFailures' | 'backgroundFailures'>,
  process: string,
): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  const pool = new Gauge({
    name: 'parley_database_connections',
    help: 'PostgreSQL connections by state; waiting counts requests for a connection.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { size, open, idle, waiting } = database.poolUsage();
      pool.set({ state: 'allowed' }, size);
      pool.set({ state: 'busy' }, open - idle);
      pool.set({ state: 'idle' }, idle);
      pool.set({ state: 'waiting' }, waiting);
    },
  });
  const shardFailures = new Counter({
    name: 'parley_shard_failures_total',
    help: 'Statements for one shard of a Citus cluster that failed, by operation and node.',
    labelNames: ['operation', 'node'],
    registers: [registry],
    collect() {
      shardFailures.reset();
      for (const { operation, node, count } of database.shardFailures())
        shardFailures.inc({ operation, node: node ?? 'unknown' }, count);
    },
  });
  const backgroundFailures = new Counter({
    name: 'parley_background_failures_total',
    help: 'Failures of work that no request waits for, by task.',
    labelNames: ['task'],
    registers: [registry],
    collect() {
      backgroundFailures.reset();
      for (const [task, count] of database.backgroundFailures.counts())
        backgroundFailures.inc({ task }, count);
    },
  });
  const queue = new Gauge({
    name: 'parley_queue_depth',
    help: 'Waiting rows of each queue over all merchants, at most 10000.',
    labelNames: ['queue'],
    registers: [registry],
  });
  const lags = new Map(
    Object.entries(lagHelp).map(([name, help]) => [
      name,
      new Gauge({ name: `parley_${toSnakeCase(name)}`, help, registers: [registry] }),
    ]),
  );
  let readAt = Number.NEGATIVE_INFINITY;

  async function readQueues(): Promise<void> {
    if (performance.now() - readAt < CACHE_MS) return;
    readAt = performance.now();
    // If the database is not available, no values are better than old ones.
    queue.reset();
    for (const lag of lags.values()) lag.remove();
    const depths = await database.diagnostics.readQueueDepths().catch(() => null);
    for (const [name, value] of Object.entries(depths ?? {})) {
      const lag = lags.get(name);
      if (lag) lag.set(value);
      else queue.set({ queue: toSnakeCase(name) }, value);
    }
  }

  return {
    registry,
    async page() {
      await readQueues();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/**
 * Whether a request may read the metrics.
 * @param token the required bearer token; null if none is required
 */
export function canReadMetrics(token: string | null, authorization: string | undefined): boolean {
  if (token === null) return true;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

const toSnakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
