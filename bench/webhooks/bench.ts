import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type OutboxRecord, openDatabase } from '@parley/db';
import { applyMigrations } from '@parley/db/migrations';
import type { MerchantId } from '@parley/domain';
import {
  archiveWebhookEndpoint,
  createSession,
  createWebhookEndpoint,
  type Deps,
  newId,
  rotateSigningSecret,
  systemCaller,
} from '@parley/operations';
import { throwawayPostgres } from '../../packages/launch/src/postgres/throwaway-postgres.ts';
import type { Seen, ToReceiver } from './receiver.ts';
import { receiverHosts } from './receiver-hosts.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

export interface Endpoint {
  readonly merchantId: MerchantId;
  readonly id: string;
  readonly url: string;
  /** By which the receiver tells it from others. */
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
  const database = openDatabase({ url: patient(postgres.adminUrl), encryptionKey, poolSize: 10 });
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
  const samples = new Map<MerchantId, OutboxRecord>();
  let addresses = 0;

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
        NODE_ENV: 'development',
        NODE_OPTIONS: process.env.WORKER_NODE_OPTIONS,
        DATABASE_URL: postgres.adminUrl,
        PARLEY_ENCRYPTION_KEY: encryptionKey,
        WORKER_PORT: '0',
        WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
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
      cpuMicroseconds: () => cpuOf(child.pid ?? 0),
      kill: () => end('SIGKILL'),
      stop: () => end('SIGTERM'),
    };
    workers.add(worker);
    return worker;
  }

  async function endpointOf(merchantId: MerchantId, path: string): Promise<Endpoint> {
    const caller = systemCaller({ merchantId, mode: 'test' });
    const host = receiverHosts[addresses++ % receiverHosts.length] ?? '127.0.0.1';
    const url = `http://${host}:${port}${path}`;
    const { webhook_endpoint } = await createWebhookEndpoint(deps, caller, { url });
    const { signing_secret } = await rotateSigningSecret(deps, caller, {
      webhook_endpoint_id: webhook_endpoint.id,
      previous_signing_secret_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    });
    return { merchantId, id: webhook_endpoint.id, url, path, secret: signing_secret };
  }

  const bench = {
    database,
    deps,
    tell,
    startWorker,
    received: async (): Promise<readonly Seen[]> => (await tell({ do: 'dump' })).seen ?? [],
    receivedCount: async (): Promise<number> => (await tell({ do: 'count' })).count ?? 0,

    /** Merchants with so many endpoints each, told of everything; each endpoint a server of its own. */
    async endpoints(merchants: number, each = 1): Promise<Endpoint[]> {
      const made: Endpoint[] = [];
      for (let i = 0; i < merchants; i++) {
        const merchantId = newId('merch');
        const caller = systemCaller({ merchantId, mode: 'test' });
        await database.forScope(caller).merchants.insert({ id: merchantId, name: `Merchant ${i}` });
        for (let j = 0; j < each; j++)
          made.push(await endpointOf(merchantId, `/${merchantId}/${j}`));
      }
      return made;
    },

    /** Sends an endpoint nothing more; what waits for it is canceled. */
    async retire({ merchantId, id }: Endpoint): Promise<void> {
      const caller = systemCaller({ merchantId, mode: 'test' });
      await archiveWebhookEndpoint(deps, caller, { webhook_endpoint_id: id });
    },

    /** Processor time of everything else that works for a delivery, in microseconds. */
    async cpuMicroseconds(): Promise<{ postgres: number; receiver: number }> {
      const servers = await database.client.$queryRaw<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()`;
      const times = await Promise.all(servers.map(({ pid }) => cpuOf(pid)));
      return {
        postgres: times.reduce((sum, one) => sum + one, 0),
        receiver: await cpuOf(receiver.pid ?? 0),
      };
    },

    /** A real event of a merchant, always the same. */
    async sampleOf(merchantId: MerchantId): Promise<OutboxRecord> {
      const known = samples.get(merchantId);
      if (known) return known;
      const sample = await createSampleEvent(bench, merchantId);
      samples.set(merchantId, sample);
      return sample;
    },

    async stop(): Promise<void> {
      await Promise.all([...workers].map((worker) => worker.stop()));
      receiver.disconnect();
      await database.close();
      await postgres.stop();
    },
  };
  return bench;
}

/** Creates a session and returns its first event, the template of other events. */
async function createSampleEvent({ deps, database }: Bench, merchantId: MerchantId) {
  const caller = systemCaller({ merchantId, mode: 'test' });
  const { id } = await createSession(deps, caller, {
    amount_minor: 4200,
    currency: 'eur',
    buyer_reference: 'customer_8412',
    cart_snapshot: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 2100 }] },
    metadata: { order: 'A-1042' },
  });
  const [event] = await database.forScope(caller).outbox.listBySession(id);
  if (!event) throw new Error('a session begins with an event');
  return event;
}

/** The same database, where a statement may take as long as it does: a backlog is made in few. */
function patient(url: string): string {
  const at = new URL(url);
  at.searchParams.set('options', '-c statement_timeout=0');
  return at.href;
}

/** Processor time a process has used, in microseconds; 0 when it is gone. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // User and system time, in hundredths of a second, behind the name in brackets.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')'))
    .split(' ')
    .slice(12, 14)
    .map(Number);
  return (user + system) * 10_000;
}

export type Bench = Awaited<ReturnType<typeof startBench>>;
