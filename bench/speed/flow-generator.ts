import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { order } from '@parley/bench-shared/order';
import { quantile } from '@parley/bench-shared/statistics';
import pg from 'pg';
import { Pool } from 'undici';
import type { FlowJob, LoadResult } from './load-protocol.ts';
import { attemptOptions, confirmation } from './requests.ts';

// The process that runs sessions from their creation to `paid`.

const POLL_MS = 10;
const PAID_WITHIN_MS = 60_000;

interface Reserved {
  readonly acquisition_attempt: { readonly id: string; readonly version: number };
  readonly provider: {
    readonly idempotency_keys: { readonly root: string };
    readonly metadata: Readonly<Record<string, string>>;
  };
}

/** Sends a request and returns its JSON. @throws Error when the status is not 200 */
async function post<Body>(
  pool: Pool,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Body> {
  const response = await pool.request({ method: 'POST', path, headers, body });
  if (response.statusCode === 200) return (await response.body.json()) as Body;
  throw new Error(`POST ${path}: ${response.statusCode} ${await response.body.text()}`);
}

/**
 * Finds out when sessions are paid. One statement looks for all of them, so that waiting costs the
 * measured processes next to nothing.
 */
function watchPaid(client: pg.Client, merchantId: string) {
  const pending = new Map<string, () => void>();
  let running = true;
  const watch = async () => {
    while (running) {
      if (pending.size > 0) {
        const { rows } = await client.query<{ id: string }>({
          name: 'paid',
          text: `SELECT id FROM proxy_session WHERE merchant_id = $1 AND id = ANY($2) AND status = 'paid'`,
          values: [merchantId, [...pending.keys()]],
        });
        for (const { id } of rows) {
          pending.get(id)?.();
          pending.delete(id);
        }
      }
      await pause(POLL_MS);
    }
  };
  const watching = watch();
  return {
    /** @throws Error when the session is not paid in time */
    untilPaid: (id: string) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          pending.delete(id);
          reject(new Error(`${id} was not paid within ${PAID_WITHIN_MS / 1000} s`));
        }, PAID_WITHIN_MS);
        pending.set(id, () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    stop: () => {
      running = false;
      return watching;
    },
  };
}

async function run(job: FlowJob): Promise<LoadResult> {
  const { secretKey, sandboxKey } = job;
  const api = new Pool(job.apiUrl, { connections: job.connections, pipelining: 1 });
  const sandbox = new Pool(job.sandboxUrl, { connections: job.connections, pipelining: 1 });
  const client = new pg.Client({ connectionString: job.databaseUrl });
  await client.connect();
  const watcher = watchPaid(client, job.merchantId);

  const callApi = <Body>(path: string, body: object) =>
    post<Body>(
      api,
      `/v1/proxy_sessions${path}`,
      {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      JSON.stringify(body),
    );
  const callProvider = <Body>(path: string, fields: Record<string, string>, key: string) =>
    post<Body>(
      sandbox,
      `/v1/payment_intents${path}`,
      {
        authorization: `Bearer ${sandboxKey}`,
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': key,
      },
      new URLSearchParams(fields).toString(),
    );

  /** Creates, reserves, creates the provider's object, attaches, confirms, pays, waits. */
  async function runFlow(): Promise<void> {
    const { id } = await callApi<{ id: string }>('', order);
    const reserved = await callApi<Reserved>(`/${id}/acquisition_attempts`, attemptOptions);
    const { acquisition_attempt: attempt, provider } = reserved;
    const metadata = Object.entries(provider.metadata).map(([k, v]) => [`metadata[${k}]`, v]);
    const intent = await callProvider<{ id: string }>(
      '',
      {
        amount: String(order.amount_minor),
        currency: order.currency,
        ...Object.fromEntries(metadata),
      },
      provider.idempotency_keys.root,
    );
    await callApi(`/${id}/acquisition_attempts/${attempt.id}/provider_objects`, {
      role: 'root',
      object_type: 'payment_intent',
      object_id: intent.id,
      expected_version: attempt.version,
      provider_confirmation: confirmation,
    });
    const paid = watcher.untilPaid(id);
    const card = { payment_method: 'pm_card_visa', use_stripe_sdk: 'true' };
    await callProvider(`/${intent.id}/confirm`, card, randomUUID());
    await paid;
  }

  const latencies: number[] = [];
  let failures = 0;
  let firstFailure: string | null = null;
  const cpu = process.cpuUsage();
  const began = performance.now();
  const end = began + job.seconds * 1_000;
  await Promise.all(
    Array.from({ length: job.connections }, async () => {
      while (performance.now() < end) {
        const startedAt = performance.now();
        try {
          await runFlow();
          latencies.push(performance.now() - startedAt);
        } catch (error) {
          failures += 1;
          firstFailure ??= String(error).slice(0, 500);
        }
      }
    }),
  );
  const took = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  await watcher.stop();
  await Promise.all([client.end(), api.close(), sandbox.close()]);
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

process.on('message', async (job: FlowJob) => {
  process.send?.(await run(job));
});
process.on('disconnect', () => process.exit(0));
