import type { Item } from '@parley/bench-shared/session-copies';
import { quantile } from '@parley/bench-shared/statistics';
import { Client, type Dispatcher } from 'undici';
import type { LoadJob, LoadMerchant, LoadResult } from './load-protocol.ts';
import { type LoadRequest, requests } from './requests.ts';

// The process that sends requests and measures how long their responses take.

const TIMEOUT_MS = 60_000;
const noItem: Item = { session: '', attempt: '' };

interface Response {
  readonly status: number;
  readonly body: string;
}

/** Sends a request on a connection. The body is returned only if the status is not 200. */
function send(client: Client, { method, path, headers, body }: LoadRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let text = '';
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_controller, statusCode) {
        status = statusCode;
      },
      onResponseData(_controller, chunk) {
        if (status !== 200) text += chunk.toString();
      },
      onResponseEnd() {
        resolve({ status, body: text });
      },
      onResponseError(_controller, error) {
        reject(error);
      },
    };
    client.dispatch({ method, path, headers, body }, handler);
  });
}

/** Returns the items in order: each of them once, or from the beginning again. */
function supply({ items }: LoadMerchant, use: LoadJob['use']): () => Item | undefined {
  if (use === 'none') return () => noItem;
  let next = 0;
  return () => items[use === 'again' ? next++ % items.length : next++];
}

async function run(job: LoadJob): Promise<LoadResult> {
  const { kind, origins, connections, seconds, use } = job;
  const build = requests[kind];
  const merchants = job.merchants.map((merchant) => ({
    credentials: merchant.credentials,
    take: supply(merchant, use),
  }));
  const latencies: number[] = [];
  let failures = 0;
  let firstFailure: string | null = null;
  const fail = (failure: string) => {
    failures += 1;
    firstFailure ??= failure.slice(0, 500);
  };
  const clients = Array.from(
    { length: connections },
    (_, i) =>
      new Client(origins[i % origins.length] ?? '', {
        pipelining: 1,
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
      }),
  );
  // Connects, so that no measured request has to.
  await Promise.all(
    clients.map((client) =>
      send(client, { method: 'GET', path: '/readyz', headers: {}, body: null }),
    ),
  );
  const cpu = process.cpuUsage();
  const began = performance.now();
  const end = began + seconds * 1_000;
  await Promise.all(
    clients.map(async (client, i) => {
      const merchant = merchants[Math.floor(i / origins.length) % merchants.length];
      while (performance.now() < end) {
        const item = merchant?.take();
        if (!merchant || item === undefined) return;
        const request = build(merchant.credentials, item);
        const sentAt = performance.now();
        try {
          const { status, body } = await send(client, request);
          if (status === 200) latencies.push(performance.now() - sentAt);
          else fail(`${request.method} ${request.path}: ${status} ${body}`);
        } catch (error) {
          fail(String(error));
        }
      }
    }),
  );
  const took = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  await Promise.all(clients.map((client) => client.destroy()));
  return {
    requests: latencies.length,
    seconds: took,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    cpuMicroseconds: user + system,
    failures,
    firstFailure,
  };
}

process.on('message', async (job: LoadJob) => {
  process.send?.(await run(job));
});
process.on('disconnect', () => process.exit(0));
