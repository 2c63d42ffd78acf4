import { randomBytes } from 'node:crypto';
import { openDatabase } from '@parley/db';
import {
  createSession,
  createWebhookEndpoint,
  type Deps,
  issuePayerHandoff,
  newId,
  recordPayerOpened,
  systemCaller,
} from '@parley/operations';
import {
  createTestDatabase,
  type SpawnedApp,
  spawnApp,
  startWebhookReceiver,
  waitFor,
} from '@parley/testing';
import { createSender } from '@parley/webhooks';
import pino from 'pino';
import { runWebhooks } from '../src/webhooks/run-webhooks.ts';

/** A database with one merchant in test mode, its own server, and workers to be started. */
export async function startWebhooks() {
  const postgres = await createTestDatabase();
  const encryptionKey = randomBytes(32).toString('base64');
  const database = openDatabase({ url: postgres.url, encryptionKey });
  const deps: Deps = {
    database,
    newId,
    checkoutUrl: 'https://pay.test',
    allowLoopbackWebhooks: true,
    connectProvider: () => {
      throw new Error('no provider is asked here');
    },
  };
  const scope = { merchantId: newId('merch'), mode: 'test' } as const;
  const caller = systemCaller(scope);
  await database
    .forScope(scope)
    .merchants.insert({ id: scope.merchantId, name: 'Nordlicht Coffee' });
  const receiver = await startWebhookReceiver();
  const logger = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const workers = new Set<() => Promise<void>>();
  const { client } = database;

  return {
    deps,
    database,
    client,
    scope,
    caller,
    receiver,

    /** A worker's part that delivers; ended by what it gives back. */
    startWorker(totalMs = 5_000): () => Promise<void> {
      const stopping = new AbortController();
      const sender = createSender({ allowLoopback: true, totalMs });
      const done = runWebhooks({ deps, sender, logger, signal: stopping.signal });
      const stop = async () => {
        workers.delete(stop);
        stopping.abort();
        await done;
        await sender.close();
      };
      workers.add(stop);
      return stop;
    },

    /** A worker as it is deployed: a process of its own. */
    spawnWorker: (): Promise<SpawnedApp> =>
      spawnApp({
        app: 'worker',
        portVariable: 'WORKER_PORT',
        env: {
          DATABASE_URL: postgres.url,
          PARLEY_ENCRYPTION_KEY: encryptionKey,
          WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true',
        },
      }),

    /** An endpoint at a path of the merchant's server. */
    async endpoint(path: string, given: { event_types?: ['proxy_session.created'] } = {}) {
      const { webhook_endpoint } = await createWebhookEndpoint(deps, caller, {
        url: `${receiver.url}${path}`,
        ...given,
      });
      return webhook_endpoint.id;
    },

    /** A session that was created: one event. */
    async session(): Promise<string> {
      const { id } = await createSession(deps, caller, {
        amount_minor: 4200,
        currency: 'eur',
        buyer_reference: 'customer_8412',
        cart_snapshot: { lines: [] },
      });
      return id;
    },

    /** Two more events of a session. */
    async open(id: string): Promise<void> {
      await issuePayerHandoff(deps, caller, { id });
      await recordPayerOpened(deps, caller, { id });
    },

    delivery: (endpointId: string, eventId: string) =>
      database.forScope(scope).webhookDeliveries.find(endpointId, eventId),

    /** The delivery once it stands as it is waited for. */
    async deliveryThat(
      endpointId: string,
      eventId: string,
      wanted: { status?: string; attempts?: number },
    ) {
      return waitFor(
        async () => {
          const found = await database.forScope(scope).webhookDeliveries.find(endpointId, eventId);
          const { status = found?.status, attempts = found?.attempts } = wanted;
          return found?.status === status && found?.attempts === attempts && found;
        },
        { what: `the delivery of ${eventId} to be ${JSON.stringify(wanted)}`, timeoutMs: 15_000 },
      );
    },

    /** Lets the next attempt of everything that waits be now. */
    async retryNow(): Promise<void> {
      await client.$executeRaw`
        UPDATE webhook_delivery SET due_at = now() - interval '1 second' WHERE status = 'waiting'`;
      await client.$executeRaw`UPDATE webhook_lane SET due_at = now(), wakes = wakes + 1`;
    },

    async stop(): Promise<void> {
      await Promise.all([...workers].map((stop) => stop()));
      await receiver.stop();
      await database.close();
      await postgres.drop();
    },
  };
}

export type Webhooks = Awaited<ReturnType<typeof startWebhooks>>;
