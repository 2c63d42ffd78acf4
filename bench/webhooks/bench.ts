import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@parley/db';
import { applyMigrations } from '@parley/db/migrations';
import { formatId, type MerchantId } from '@parley/domain';
import {
  createSession,
  createWebhookEndpoint,
  type Deps,
  newId,
  rotateSigningSecret,
  systemCaller,
} from '@parley/operations';
import { throwawayPostgres } from '../../packages/launch/src/postgres/throwaway-postgres.ts';
import type { Seen, ToReceiver } from './receiver.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

export interface Endpoint {
  readonly merchantId: MerchantId;
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}

/** A worker as it is deployed: its own process. */
export interface Worker {
  readonly child: ChildProcess;
  /** Bytes it holds in memory. */
  memory(): Promise<number>;
  /** Processor time it has used. */
  cpuMicroseconds(): Promise<number>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A Postgres of its own with fsync, merchants' servers in a process of theirs, nothing beyond loopback. */
export async function startBench() {
  const postgres = await throwawayPostgres({ durable: true });
  await applyMigrations({ databaseUrl: postgres.adminUrl });
  const encryptionKey = randomBytes(32).toString('base64');
  const database = openDatabase({ url: postgres.adminUrl, encryptionKey, poolSize: 10 });
  const deps: Deps = {
    database,
    newId,
    checkoutUrl: 'http://localhost:3001',
    allowLoopbackWebhooks: true,
    connectProvider: () => {
      throw new Error('no provider is asked here');
    },
  };
  const receiver = fork(fileURLToPath(new URL('./receiver.ts', import.meta.url)));
  const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
  const workers = new Set<Worker>();

  async function tell(message: ToReceiver): Promise<{ seen?: Seen[]; count?: number }> {
    receiver.send(message);
    const [answer] = await once(receiver, 'message');
    return answer as { seen?: Seen[]; count?: number };
  }

  async function startWorker(): Promise<Worker> {
    const child = spawn(process.execPath, ['apps/worker/src/main.ts'], {
      cwd: repository,
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: process.env.WORKER_NODE_OPTIONS,
        DATABASE_URL: postgres.adminUrl,
        PARLEY_ENCRYPTION_KEY: encryptionKey,
        WORKER_PORT: '0',
        WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const end = async (signal: NodeJS.Signals) => {
      workers.delete(worker);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    };
    const worker: Worker = {
      child,
      memory: async () => {
        const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
        return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
      },
      cpuMicroseconds: async () => {
        const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
        // User and system time, in hundredths of a second, behind the name in brackets.
        const [user = 0, system = 0] = stat
          .slice(stat.lastIndexOf(')'))
          .split(' ')
          .slice(12, 14)
          .map(Number);
        return (user + system) * 10_000;
      },
      kill: () => end('SIGKILL'),
      stop: () => end('SIGTERM'),
    };
    workers.add(worker);
    return worker;
  }

  return {
    database,
    deps,
    tell,
    startWorker,
    url: `http://127.0.0.1:${port}`,
    received: async (): Promise<readonly Seen[]> => (await tell({ do: 'dump' })).seen ?? [],
    receivedCount: async (): Promise<number> => (await tell({ do: 'count' })).count ?? 0,

    /** Merchants with one endpoint each, told of everything. */
    async endpoints(count: number): Promise<Endpoint[]> {
      const made: Endpoint[] = [];
      for (let i = 0; i < count; i++) {
        const merchantId = newId('merch');
        const caller = systemCaller({ merchantId, mode: 'test' });
        await database.of(caller).merchants.insert({ id: merchantId, name: `Merchant ${i}` });
        const path = `/${merchantId}`;
        const { webhook_endpoint } = await createWebhookEndpoint(deps, caller, {
          url: `http://127.0.0.1:${port}${path}`,
        });
        const { signing_secret } = await rotateSigningSecret(deps, caller, {
          webhook_endpoint_id: webhook_endpoint.id,
          previous_signing_secret_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
        });
        made.push({ merchantId, id: webhook_endpoint.id, path, secret: signing_secret });
      }
      return made;
    },

    async stop(): Promise<void> {
      await Promise.all([...workers].map((worker) => worker.stop()));
      receiver.disconnect();
      await database.close();
      await postgres.stop();
    },
  };
}

export type Bench = Awaited<ReturnType<typeof startBench>>;

/** A real event of a session, to make others of. */
export async function sampleEvent({ deps, database }: Bench, merchantId: MerchantId) {
  const caller = systemCaller({ merchantId, mode: 'test' });
  const { id } = await createSession(deps, caller, {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference: 'customer_8412',
    cart_snapshot: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 2100 }] },
    metadata: { order: 'A-1042' },
  });
  const [event] = await database.of(caller).outbox.listOfSession(id);
  if (!event) throw new Error('a session begins with an event');
  return event;
}

/** Another event like it, of a session of its own. */
export function eventLike(sample: Awaited<ReturnType<typeof sampleEvent>>) {
  const id = formatId('evt', Date.now(), randomBytes(16));
  const proxySessionId = newId('psess');
  const createdAt = new Date();
  const payload = { ...sample.payload, id, created_at: createdAt.toISOString() };
  return { ...sample, id, proxySessionId, createdAt, payload };
}

/** Waits until so many came in, or no more do. */
export async function untilReceived(bench: Bench, count: number, patienceMs: number) {
  let last = -1;
  let since = performance.now();
  for (;;) {
    const now = await bench.receivedCount();
    if (now >= count) return;
    if (now !== last) {
      last = now;
      since = performance.now();
    }
    if (performance.now() - since > patienceMs) {
      throw new Error(`${now} of ${count} came, and then nothing for ${patienceMs} ms`);
    }
    await pause(20);
  }
}

export async function everythingFannedOut(database: Database): Promise<void> {
  for (;;) {
    const waiting = await database.client.outboxWaiting.count();
    if (waiting === 0) return;
    await pause(50);
  }
}

/** A quantile of numbers, from 0 to 1. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}
