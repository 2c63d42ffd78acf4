import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type OutboxRecord, openDatabase } from '@parley/db';
import { applyMigrations } from '@parley/db/migrations';
import { EVENT_SCHEMA_VERSION, type MerchantId } from '@parley/domain';
import { createSession, newId, systemCaller } from '@parley/operations';
import type { Environment } from '../harness/environment.ts';
import { createDeps } from '../harness/merchant-database.ts';
import { order } from '../harness/order.ts';
import { readCpuMicroseconds } from '../harness/process-usage.ts';
import { startProcess } from '../harness/start-process.ts';
import type { ReceiverAddress, ReceiverCommand, ReceiverReply } from './receiver.ts';

export interface Endpoint {
  readonly merchantId: MerchantId;
  readonly id: string;
  readonly url: string;
  /** Identifies the endpoint at the receiver. */
  readonly path: string;
}

/** Starts a process with the merchants' servers, all on loopback. */
export async function startBench({ adminUrl, folder, postgres, use }: Environment) {
  await applyMigrations({ databaseUrl: adminUrl });
  const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;
  const url = new URL(adminUrl);
  // A backlog is created by a few long statements.
  url.searchParams.set('options', '-c statement_timeout=0');
  const database = openDatabase({ url: url.href, encryptionKeys, poolSize: 10 });
  use({ stop: () => database.close() });
  const deps = createDeps(database);
  const receiver = fork(fileURLToPath(new URL('./receiver.ts', import.meta.url)));
  use({ stop: () => receiver.disconnect() });
  const [{ port, hosts }] = (await once(receiver, 'message')) as [ReceiverAddress];
  const samples = new Map<MerchantId, OutboxRecord>();
  let addresses = 0;

  async function send(message: ReceiverCommand): Promise<ReceiverReply> {
    receiver.send(message);
    const [reply] = (await once(receiver, 'message')) as [ReceiverReply];
    return reply;
  }

  async function createEndpoint(merchantId: MerchantId, path: string): Promise<Endpoint> {
    const url = `http://${hosts[addresses++ % hosts.length]}:${port}${path}`;
    const id = newId('whend');
    // Without the operation, which limits their number.
    await database.forScope({ merchantId, mode: 'test' }).webhookEndpoints.insert(
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
      `whsec_${randomBytes(24).toString('base64')}`,
    );
    return { merchantId, id, url, path };
  }

  return {
    database,
    send,
    startWorker: async () =>
      use(
        await startProcess({
          script: 'apps/worker/dist/main.js',
          portVariable: 'WORKER_PORT',
          folder,
          env: {
            NODE_ENV: 'development',
            DATABASE_URL: adminUrl,
            PARLEY_ENCRYPTION_KEYS: encryptionKeys,
            WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
            SHUTDOWN_GRACE_MS: '0',
            LOG_LEVEL: 'error',
          },
        }),
      ),

    /** Creates merchants with endpoints for all event types; each endpoint is a server of its own. */
    async createEndpoints(merchants: number, each = 1): Promise<Endpoint[]> {
      const created: Endpoint[] = [];
      for (let i = 0; i < merchants; i++) {
        const merchantId = newId('merch');
        const scope = { merchantId, mode: 'test' } as const;
        await database.forScope(scope).merchants.insert({ id: merchantId, name: `Merchant ${i}` });
        for (let j = 0; j < each; j++)
          created.push(await createEndpoint(merchantId, `/${merchantId}/${j}`));
      }
      return created;
    },

    /** Returns the processor time of PostgreSQL and the receiver, in microseconds. */
    readCpuMicroseconds: async () => ({
      postgres: await postgres.read(),
      receiver: await readCpuMicroseconds(receiver.pid ?? 0),
    }),

    /** Returns a real event of a merchant, always the same one: the first one of a session. */
    async readSampleEvent(merchantId: MerchantId): Promise<OutboxRecord> {
      const known = samples.get(merchantId);
      if (known) return known;
      const caller = systemCaller({ merchantId, mode: 'test' });
      const { id } = await createSession(deps, caller, order);
      const [event] = await database.forScope(caller).outbox.listBySession(id);
      if (!event) throw new Error('a new session has no event');
      samples.set(merchantId, event);
      return event;
    },
  };
}

export type Bench = Awaited<ReturnType<typeof startBench>>;
