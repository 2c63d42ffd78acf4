import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database } from '@parley/db';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Milliseconds for which numbers that cost the database a question are told again. */
const FRESH_MS = 5_000;

export interface Metrics {
  readonly registry: Registry;
  /** The page as Prometheus reads it. */
  page(): Promise<{ contentType: string; text: string }>;
}

/** What every process tells: itself (event loop, memory), its connections, and what waits. */
export function createMetrics(
  database: Pick<Database, 'poolUsage' | 'readQueueDepths'>,
  process: string,
): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  const pool = new Gauge({
    name: 'parley_database_connections',
    help: 'Connections to Postgres by what they do; waiting are requests without one.',
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
  const queue = new Gauge({
    name: 'parley_queue_depth',
    help: 'What waits, over all merchants, counted to 10000 at most.',
    labelNames: ['queue'],
    registers: [registry],
  });
  const lag = new Gauge({
    name: 'parley_outbox_lag_seconds',
    help: 'How long the oldest event has waited to be told.',
    registers: [registry],
  });
  let readAt = Number.NEGATIVE_INFINITY;

  async function readQueues(): Promise<void> {
    if (performance.now() - readAt < FRESH_MS) return;
    readAt = performance.now();
    // Without the database there are no numbers, rather than old ones.
    queue.reset();
    lag.remove();
    const depths = await database.readQueueDepths().catch(() => null);
    if (!depths) return;
    const { outboxLagSeconds, ...waiting } = depths;
    lag.set(outboxLagSeconds);
    for (const [name, count] of Object.entries(waiting)) queue.set({ queue: snake(name) }, count);
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
 * Whether a request may read the page.
 * @param token what it must send as a bearer token; null lets everybody
 */
export function canReadMetrics(token: string | null, authorization: string | undefined): boolean {
  if (token === null) return true;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
