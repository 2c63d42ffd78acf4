import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cpuMicrosecondsOf, residentBytesOf } from '@parley/bench-shared/process-usage';
import { type OutboxRecord, openDatabase } from '@parley/db';
import { applyMigrations } from '@parley/db/migrations';
import { EVENT_SCHEMA_VERSION, type MerchantId } from '@parley/domain';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import {
  archiveWebhookEndpoint,
  createSession,
  type Deps,
  newId,
  systemCaller,
} from '@parley/operations';
import { type ReceivedEvent, type ReceiverCommand, receiverHosts } from './receiver-protocol.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

export interface Endpoint {
  readonly merchantId: MerchantId;
  readonly id: string;
  readonly url: string;
  /** Identifies the endpoint at the receiver. */
  readonly path: string;
  readonly secret: string;
}

/** A worker process. */
export interface Worker {
  readonly child: ChildProcess;
  /** Returns its resident memory in bytes. */
  memory(): Promise<number>;
  /** Returns the processor time it has used. */
  cpuMicroseconds(): Promise<number>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server with fsync and a process with the merchants' servers, all on loopback. */
export async function startBench() {
  const postgres = await throwawayPostgres({ durable: true });
  await applyMigrations({ databaseUrl: postgres.adminUrl });
  const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;
  const database = openDatabase({
    url: withoutStatementTimeout(postgres.adminUrl),
    encryptionKeys,
    poolSize: 10,
  });
  const deps: Deps = {
    database,
    newId,
    checkoutUrl: 'http://localhost:3001',
    allowLoopbackWebhooks: true,
    connectProvider: () => {
      throw new Error('this benchmark has no provider');
    },
  };
  const receiver = fork(fileURLToPath(new URL('./receiver.ts', import.meta.url)));
  const [{ port }] = (await once(receiver, 'message')) as [{ port: number }];
  const workers = new Set<Worker>();
  const samples = new Map<MerchantId, OutboxRecord>();
  let addresses = 0;

  async function send(
    message: ReceiverCommand,
  ): Promise<{ seen?: ReceivedEvent[]; count?: number }> {
    receiver.send(message);
    const [response] = await once(receiver, 'message');
    return response as { seen?: ReceivedEvent[]; count?: number };
  }

  async function startWorker(): Promise<Worker> {
    const child = spawn(process.execPath, ['apps/worker/src/main.ts'], {
      cwd: repository,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'development',
        NODE_OPTIONS: process.env.WORKER_NODE_OPTIONS,
        DATABASE_URL: postgres.adminUrl,
        PARLEY_ENCRYPTION_KEYS: encryptionKeys,
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
      memory: () => residentBytesOf(child.pid ?? 0),
      cpuMicroseconds: () => cpuMicrosecondsOf(child.pid ?? 0),
      kill: () => end('SIGKILL'),
      stop: () => end('SIGTERM'),
    };
    workers.add(worker);
    return worker;
  }

  async function createEndpoint(merchantId: MerchantId, path: string): Promise<Endpoint> {
    const caller = systemCaller({ merchantId, mode: 'test' });
    const host = receiverHosts[addresses++ % receiverHosts.length] ?? '127.0.0.1';
    const url = `http://${host}:${port}${path}`;
    const id = newId('whend');
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    // Without the operation, which limits their number.
    await database.forScope(caller).webhookEndpoints.insert(
      {
        id,
        url,
        eventTypes: [],
        eventSchemaVersion: EVENT_SCHEMA_VERSION,
        status: 'active',
        inactiveReason: null,
        inactiveSince: null,
        failingSince: null,
        createdAt: new Date(),
      },
      secret,
    );
    return { merchantId, id, url, path, secret };
  }

  const bench = {
    database,
    deps,
    send,
    startWorker,
    received: async (): Promise<readonly ReceivedEvent[]> =>
      (await send({ do: 'dump' })).seen ?? [],
    receivedCount: async (): Promise<number> => (await send({ do: 'count' })).count ?? 0,

    /** Creates merchants with endpoints for all event types; each endpoint is a server of its own. */
    async endpoints(merchants: number, each = 1): Promise<Endpoint[]> {
      const created: Endpoint[] = [];
      for (let i = 0; i < merchants; i++) {
        const merchantId = newId('merch');
        const caller = systemCaller({ merchantId, mode: 'test' });
        await database.forScope(caller).merchants.insert({ id: merchantId, name: `Merchant ${i}` });
        for (let j = 0; j < each; j++)
          created.push(await createEndpoint(merchantId, `/${merchantId}/${j}`));
      }
      return created;
    },

    /** Archives an endpoint, which cancels its pending deliveries. */
    async archiveEndpoint({ merchantId, id }: Endpoint): Promise<void> {
      const caller = systemCaller({ merchantId, mode: 'test' });
      await archiveWebhookEndpoint(deps, caller, { webhook_endpoint_id: id });
    },

    /** Returns the processor time of PostgreSQL and the receiver, in microseconds. */
    async cpuMicroseconds(): Promise<{ postgres: number; receiver: number }> {
      const servers = await database.client.$queryRaw<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()`;
      const times = await Promise.all(servers.map(({ pid }) => cpuMicrosecondsOf(pid)));
      return {
        postgres: times.reduce((sum, one) => sum + one, 0),
        receiver: await cpuMicrosecondsOf(receiver.pid ?? 0),
      };
    },

    /** Returns a real event of a merchant, always the same one. */
    async sampleEventOf(merchantId: MerchantId): Promise<OutboxRecord> {
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
  if (!event) throw new Error('a new session has no event');
  return event;
}

/** Disables the statement timeout: a backlog is created by a few long statements. */
function withoutStatementTimeout(url: string): string {
  const at = new URL(url);
  at.searchParams.set('options', '-c statement_timeout=0');
  return at.href;
}

export type Bench = Awaited<ReturnType<typeof startBench>>;
