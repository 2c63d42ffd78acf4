import { openTestDatabase } from '@parley/db/testing';
import {
  createSession,
  createWebhookEndpoint,
  type Deps,
  issuePayerHandoff,
  newId,
  recordPayerOpened,
  rotateSigningSecret,
  systemCaller,
} from '@parley/operations';
import {
  type ReceivedWebhook,
  type ServerProcess,
  spawnApp,
  startWebhookReceiver,
  waitFor,
} from '@parley/testing';
import { createSender } from '@parley/webhooks/send';
import pino from 'pino';
import { Registry } from 'prom-client';
import { Webhook } from 'standardwebhooks';
import { createDueWork } from '../src/due-merchants.ts';
import { findWork } from '../src/find-work.ts';
import { runWebhooks } from '../src/webhooks/run-webhooks.ts';
import { createWorkerReport } from '../src/worker-report.ts';

/** Whether a webhook verifies with the signing secret, by the public Standard Webhooks library. */
export function isSignedWith(secret: string, { text, headers }: ReceivedWebhook): boolean {
  try {
    new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
}

export const getWebhookIds = (received: readonly ReceivedWebhook[]): string[] =>
  received.map(({ headers }) => headers['webhook-id']);

/** A database with one merchant in test mode, a webhook receiver, and workers that can be started. */
export async function startWebhooks() {
  const { database, env, close } = await openTestDatabase();
  const deps: Deps = {
    database,
    newId,
    checkoutUrl: 'https://pay.test',
    allowLoopbackWebhooks: true,
    connectProvider: () => {
      throw new Error('these tests use no provider');
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
  const registry = new Registry();
  const report = createWorkerReport(logger, registry);
  const { client } = database;

  return {
    deps,
    database,
    client,
    scope,
    caller,
    receiver,
    /** The metrics of all workers in this process. */
    registry,

    /** Starts the part of a worker that delivers. Returns what stops it. */
    startWorker(totalMs = 5_000): () => Promise<void> {
      const stopping = new AbortController();
      const sender = createSender({ allowLoopback: true, totalMs });
      const due = createDueWork();
      const { signal } = stopping;
      const done = Promise.all([
        findWork(due, {
          database,
          logger,
          signal,
          subscriptionUnreadSeconds: 86_400,
          subscriptionSweepSeconds: 60,
        }),
        runWebhooks({ deps, sender, due, report, logger, signal }),
      ]);
      const stop = async () => {
        workers.delete(stop);
        stopping.abort();
        await done;
        await sender.close();
      };
      workers.add(stop);
      return stop;
    },

    /** Starts a worker as a separate process, as it is deployed. */
    spawnWorker: (): Promise<ServerProcess> =>
      spawnApp({
        app: 'worker',
        env: { ...env, WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' },
      }),

    /** Creates an endpoint at a path of the receiver. */
    async endpoint(path: string, given: { event_types?: ['proxy_session.created'] } = {}) {
      const { webhook_endpoint } = await createWebhookEndpoint(deps, caller, {
        url: `${receiver.url}${path}`,
        ...given,
      });
      return webhook_endpoint.id;
    },

    /** Creates a session, which emits one event. */
    async session(): Promise<string> {
      const { id } = await createSession(deps, caller, {
        amount_minor: 4200,
        currency: 'eur',
        buyer_reference: 'customer_8412',
        cart_snapshot: { lines: [] },
      });
      return id;
    },

    /** Issues the payer handoff and opens the session, which emits two events. */
    async open(id: string): Promise<void> {
      await issuePayerHandoff(deps, caller, { id });
      await recordPayerOpened(deps, caller, { id });
    },

    /** Rotates the signing secret; the previous one stays valid for an hour. Returns the new one. */
    async rotateSecret(endpointId: string): Promise<string> {
      const { signing_secret } = await rotateSigningSecret(deps, caller, {
        webhook_endpoint_id: endpointId,
        previous_signing_secret_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      });
      return signing_secret;
    },

    delivery: (endpointId: string, eventId: string) =>
      database.forScope(scope).webhookDeliveries.find(endpointId, eventId),

    /** Waits until a delivery has this status and number of attempts, and returns it. */
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
        { what: `the delivery of ${eventId} to be ${JSON.stringify(wanted)}` },
      );
    },

    /** Makes every waiting delivery due now. */
    async retryNow(): Promise<void> {
      await client.$executeRaw`
        UPDATE webhook_delivery SET due_at = now() - interval '1 second' WHERE status = 'waiting'`;
      await client.$executeRaw`UPDATE webhook_endpoint_queue SET due_at = now() - interval '1 millisecond', notification_count = notification_count + 1`;
    },

    async stop(): Promise<void> {
      await Promise.all([...workers].map((stop) => stop()));
      await receiver.stop();
      await close();
    },
  };
}

export type Webhooks = Awaited<ReturnType<typeof startWebhooks>>;
