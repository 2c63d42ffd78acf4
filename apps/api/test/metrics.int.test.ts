import type { Database } from '@parley/db';
import { createMetrics, type Metrics } from '@parley/telemetry';
import { spawnApp } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { createRateLimits } from '../src/rate-limits.ts';
import { order, startApi } from './api.ts';

const TOKEN = 'scrape-me-if-you-can';
const one = { perSecond: 0.001, burst: 3 };
const databaseWithFailure = (database: Database): Database => ({
  ...database,
  backgroundFailures: {
    ...database.backgroundFailures,
    counts: () => new Map([['event_receipts', 2]]),
  },
  shardFailures: () => [{ operation: 'fan_out', node: 'worker-1:5432', count: 3 }],
});
function measure(database: Database): Metrics {
  const metrics = createMetrics('api');
  metrics.addDatabase(database);
  // The server of the tests archives no WAL.
  metrics.addQueues({
    ...database.diagnostics,
    readWalArchive: async () => ({
      ...(await database.diagnostics.readWalArchive()),
      isOn: true,
      failingSegment: '000000010000000000000001',
    }),
  });
  return metrics;
}
const api = await startApi({
  serve: (deps) => ({
    metrics: { metrics: measure(databaseWithFailure(deps.database)), token: TOKEN },
    rateLimits: createRateLimits(deps, { perKey: one, perAddress: one }),
  }),
});
afterAll(() => api.stop());

const scrape = (token: string) =>
  fetch(`${api.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });

/** The value of a line, whatever the order of its labels. */
function getSample(
  text: string,
  name: string,
  labels: Record<string, string>,
  process = 'api',
): number {
  const wanted = [...Object.entries(labels), ['process', process]].map(
    ([label, value]) => `${label}="${value}"`,
  );
  const line = text
    .split('\n')
    .find((one) => one.startsWith(`${name}{`) && wanted.every((label) => one.includes(label)));
  return Number(line?.split(' ').at(-1));
}

describe('the metrics of the API', () => {
  it('count and time requests by operation and status without merchant data', async () => {
    const responses = [];
    for (let tries = 0; tries < 6; tries++)
      responses.push(await api.post('/proxy_sessions', order));
    const statuses = responses.map(({ status }) => status);
    // A process may let one request through before it reads the shared count.
    const refused = statuses.filter((status) => status === 429).length;
    expect(statuses.toSorted()).toEqual([
      ...Array(6 - refused).fill(200),
      ...Array(refused).fill(429),
    ]);
    expect(refused).toBeGreaterThan(0);
    const response = await scrape(TOKEN);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    const value = (name: string, labels: Record<string, string> = {}) =>
      getSample(text, name, labels);
    const created = { operation: 'createSession' };
    const durations = 'parley_http_request_duration_seconds_count';
    expect(value(durations, { ...created, status: '200' })).toBe(6 - refused);
    expect(value('parley_rate_limited_total', created)).toBe(refused);
    expect(value('parley_http_requests_in_flight')).toBe(1);
    expect(value('parley_database_connections', { state: 'allowed' })).toBe(10);
    expect(value('parley_queue_depth', { queue: 'outbox_waiting' })).toBe(6 - refused);
    const failures = { operation: 'fan_out', node: 'worker-1:5432' };
    expect(value('parley_shard_failures_total', failures)).toBe(3);
    expect(value('parley_background_failures_total', { task: 'event_receipts' })).toBe(2);
    expect(value('parley_queue_depth', { queue: 'provider_events_parked' })).toBe(0);
    expect(value('parley_queue_depth', { queue: 'mails_waiting' })).toBe(0);
    expect(value('parley_mail_lag_seconds')).toBe(0);
    expect(value('parley_queue_depth', { queue: 'provider_events_waiting' })).toBe(0);
    expect(value('parley_queue_depth', { queue: 'provider_events_failed' })).toBe(0);
    expect(value('parley_provider_event_lag_seconds')).toBe(0);
    expect(value('parley_queue_depth', { queue: 'deliveries_waiting' })).toBe(0);
    expect(value('parley_wal_archive_failing')).toBe(1);
    expect(value('parley_outbox_lag_seconds')).toBeGreaterThanOrEqual(0);
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    for (const { id, secretKey } of [api.merchant, api.other]) {
      expect(text).not.toContain(id);
      expect(text).not.toContain(secretKey);
    }
  });

  it('require the token and are not served under the public base path', async () => {
    expect((await scrape('something else')).status).toBe(404);
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
    expect((await api.get('/metrics')).status).toBe(404);
  });
});

describe('the metrics of a worker', () => {
  it('are served next to its health check', async () => {
    const worker = await spawnApp({ app: 'worker', env: api.env });
    const text = await (await fetch(`${worker.url}/metrics`)).text();
    const parked = { queue: 'provider_events_parked' };
    expect(getSample(text, 'parley_queue_depth', parked, 'worker')).toBe(0);
    const allowed = { state: 'allowed' };
    expect(getSample(text, 'parley_database_connections', allowed, 'worker')).toBeGreaterThan(0);
    expect(text).not.toContain('parley_wal_archive_failing{');
    await worker.stop();
    for (const line of worker.output().trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ name: 'worker', level: expect.any(Number) });
    }
  });
});
