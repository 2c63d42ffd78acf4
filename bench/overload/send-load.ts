import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';

const CONNECTIONS = 4_000;

/** What happened to the requests of one load. Times are in milliseconds. */
export interface LoadResult {
  readonly seconds: number;
  readonly sent: number;
  readonly admitted: readonly number[];
  readonly refused: readonly number[];
  /** Requests without a response, or with another status. */
  readonly failed: number;
}

export interface LoadOptions {
  readonly url: string;
  readonly secretKey: string;
  readonly seconds: number;
}

const order = JSON.stringify({
  amount_minor: 4200,
  currency: 'EUR',
  buyer_reference: 'customer_8412',
  cart_snapshot: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 2100 }] },
});

/** Creates sessions and records the outcome of each request. */
function createClient({ url, secretKey }: LoadOptions) {
  const pool = new Pool(url, { connections: CONNECTIONS, headersTimeout: 60_000 });
  const admitted: number[] = [];
  const refused: number[] = [];
  let failed = 0;
  return {
    /** @param dueAt when the request was due: a client that is late counts as latency */
    async send(dueAt: number): Promise<void> {
      try {
        const { statusCode, body } = await pool.request({
          method: 'POST',
          path: '/v1/proxy_sessions',
          headers: {
            authorization: `Bearer ${secretKey}`,
            'content-type': 'application/json',
          },
          body: order,
        });
        await body.dump();
        const took = performance.now() - dueAt;
        if (statusCode === 200) admitted.push(took);
        else if (statusCode === 503) refused.push(took);
        else failed += 1;
      } catch {
        failed += 1;
      }
    },
    result: (seconds: number, sent: number): LoadResult => ({
      seconds,
      sent,
      admitted,
      refused,
      failed,
    }),
    close: () => pool.close(),
  };
}

/** Sends the next request as soon as one of `clients` has its response: measures the capacity. */
export async function sendClosedLoop(options: LoadOptions, clients: number): Promise<LoadResult> {
  const client = createClient(options);
  const start = performance.now();
  const end = start + options.seconds * 1_000;
  let sent = 0;
  const loop = async () => {
    while (performance.now() < end) {
      sent += 1;
      await client.send(performance.now());
    }
  };
  await Promise.all(Array.from({ length: clients }, loop));
  await client.close();
  return client.result((performance.now() - start) / 1_000, sent);
}

/** Sends requests at a fixed rate, whether or not earlier ones have their responses. */
export async function sendOpenLoop(options: LoadOptions, perSecond: number): Promise<LoadResult> {
  const client = createClient(options);
  const start = performance.now();
  const total = Math.round(perSecond * options.seconds);
  const pending: Promise<void>[] = [];
  while (pending.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - start) * perSecond) / 1_000) + 1);
    while (pending.length < due) {
      pending.push(client.send(start + (pending.length * 1_000) / perSecond));
    }
    await delay(2);
  }
  await Promise.all(pending);
  await client.close();
  return client.result(options.seconds, total);
}
