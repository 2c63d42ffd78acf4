import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database, QueueDepths } from '@parley/db';
import { version } from '@parley/environment/version';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { createProviderReport, type ProviderReport } from './provider-report.ts';

/** Milliseconds for which the results of a database query are reused. */
const CACHE_MS = 5_000;

/** What each metric `parley_…_lag_seconds` says, by its name in the queue depths. */
const lagHelp = {
  outboxLagSeconds:
    'Age of the oldest event that has not been fanned out, without those of merchants that are set aside.',
  providerEventLagSeconds: 'Age of the oldest provider event that waits to be applied.',
  webhookLagSeconds:
    'Time for which the oldest queue of a webhook endpoint has been due without being processed.',
  mailLagSeconds: 'Age of the oldest message that the worker has not sent.',
  receiptLagSeconds: 'Age of the oldest receipt that the worker has not emailed.',
} as const satisfies Record<Extract<keyof QueueDepths, `${string}LagSeconds`>, string>;

type MeasuredDiagnostics = Pick<Database['diagnostics'], 'readQueueDepths' | 'readWalArchive'>;
type MeasuredDatabase = Pick<Database, 'poolUsage' | 'shardFailures' | 'backgroundFailures'>;

export interface Metrics {
  readonly registry: Registry;
  /** Adds the connections and failures of a database. The bundles of a web app have one each. */
  addDatabase(database: MeasuredDatabase): void;
  /** Adds the depths of the queues and the state of the WAL archive, which are the same in every process. */
  addQueues(diagnostics: MeasuredDiagnostics): void;
  readonly providerReport: ProviderReport;
  /** The values of all metrics. */
  collect(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
  /** The metrics in the text format of Prometheus. */
  page(): Promise<{ contentType: string; text: string }>;
}

/** Metrics of every process: Node.js (event loop, memory), database connections and provider calls. */
export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'parley_build_info',
    help: 'Always 1. The label has the version of Parley.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  const providerReport = createProviderReport(registry);
  const databases: MeasuredDatabase[] = [];
  const pool = new Gauge({
    name: 'parley_database_connections',
    help: 'PostgreSQL connections by state; waiting counts requests for a connection.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      pool.reset();
      for (const database of databases) {
        const { size, open, idle, waiting } = database.poolUsage();
        pool.inc({ state: 'allowed' }, size);
        pool.inc({ state: 'busy' }, open - idle);
        pool.inc({ state: 'idle' }, idle);
        pool.inc({ state: 'waiting' }, waiting);
      }
    },
  });
  const shardFailures = new Counter({
    name: 'parley_shard_failures_total',
    help: 'Statements for one shard of a Citus cluster that failed, by operation and node.',
    labelNames: ['operation', 'node'],
    registers: [registry],
    collect() {
      shardFailures.reset();
      for (const { operation, node, count } of databases.flatMap((one) => one.shardFailures()))
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
      for (const { backgroundFailures: failures } of databases)
        for (const [task, count] of failures.counts()) backgroundFailures.inc({ task }, count);
    },
  });
  let readQueues = async () => {};
  return {
    registry,
    addDatabase: (database) => databases.push(database),
    addQueues(diagnostics) {
      readQueues = createQueueReader(registry, diagnostics);
    },
    providerReport,
    async collect() {
      await readQueues();
      return registry.getMetricsAsJSON();
    },
    async page() {
      await readQueues();
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** Returns a function that reads the queues and the archive, at most once in `CACHE_MS`, and sets their metrics. */
function createQueueReader(
  registry: Registry,
  diagnostics: MeasuredDiagnostics,
): () => Promise<void> {
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
  const walArchive = new Gauge({
    name: 'parley_wal_archive_failing',
    help: '1 while PostgreSQL cannot archive a WAL segment, 0 otherwise. Missing where it archives none.',
    labelNames: [],
    registers: [registry],
  });
  let readAt = Number.NEGATIVE_INFINITY;

  return async () => {
    if (performance.now() - readAt < CACHE_MS) return;
    readAt = performance.now();
    // If the database is not available, no values are better than old ones.
    queue.reset();
    for (const lag of lags.values()) lag.remove();
    walArchive.remove();
    const archive = await diagnostics.readWalArchive().catch(() => null);
    if (archive?.isOn) walArchive.set(archive.failingSegment === null ? 0 : 1);
    const depths = await diagnostics.readQueueDepths().catch(() => null);
    for (const [name, value] of Object.entries(depths ?? {})) {
      const lag = lags.get(name);
      if (lag) lag.set(value);
      else queue.set({ queue: toSnakeCase(name) }, value);
    }
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
