import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@parley/domain';
import { type ApiKeyRecord, apiKeyRepository, findLiveApiKey } from './api-keys.ts';
import { attemptRepository } from './attempts.ts';
import { auditRepository } from './audit-entries.ts';
import { cartRepository } from './carts.ts';
import {
  type Client,
  type Connection,
  type ConnectionOptions,
  createClient,
  type PoolUsage,
} from './client.ts';
import { type DueSessions, dueSessions } from './due-sessions.ts';
import { isRetryable, StaleWrite, translate } from './errors.ts';
import { historyRepository } from './history.ts';
import { idempotencyRepository } from './idempotency.ts';
import type { Lease } from './leases.ts';
import { merchantRepository } from './merchants.ts';
import { outboxRepository } from './outbox.ts';
import {
  claimProviderEvents,
  finishProviderEvent,
  insertProviderEvent,
  type LeasedProviderEvent,
  type ProviderEventOutcome,
  type ProviderEventRecord,
  providerEventRepository,
} from './provider-events.ts';
import { type ProviderSweeps, providerSweeps } from './provider-sweeps.ts';
import { findPspConfig, type PspConfigRecord, pspConfigRepository } from './psp-configs.ts';
import { type QueueDepths, readQueueDepths } from './queue-depths.ts';
import {
  consumeRateLimits,
  deleteIdleRateLimits,
  type RateLimit,
  type RateLimitConsumption,
} from './rate-limits.ts';
import type { Scope } from './records.ts';
import { type RemovedRows, removeOldRows } from './retention.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { sessionRepository } from './sessions.ts';
import { subscriptionRepository } from './subscriptions.ts';
import { claimSweep, finishSweep } from './sweeps.ts';
import { webhookDeliveryRepository } from './webhook-deliveries.ts';
import { webhookEndpointRepository } from './webhook-endpoints.ts';
import { openWebhookQueue, type WebhookQueue } from './webhook-queue.ts';

/** Times a transaction is run at most, when PostgreSQL asks for another try. */
const MAX_TRIES = 4;
const MAX_TRANSACTION_MS = 10_000;
const MAX_WAIT_MS = 3_000;

/** Tried in vain because others were faster: the same request may well succeed a moment later. */
const overtaken = (cause: unknown) =>
  new DomainError('service_unavailable', undefined, { retryAfterSeconds: 1, cause });

function repositories(db: Connection, { merchantId, mode }: Scope, box: SecretBox) {
  // Callers hand in more than a scope; only this much of it ever becomes a column.
  const scope: Scope = { merchantId, mode };
  return {
    merchants: merchantRepository(db),
    apiKeys: apiKeyRepository(db, scope),
    pspConfigs: pspConfigRepository(db, scope, box),
    sessions: sessionRepository(db, scope),
    attempts: attemptRepository(db, scope),
    carts: cartRepository(db, scope),
    history: historyRepository(db, scope),
    outbox: outboxRepository(db, scope),
    idempotency: idempotencyRepository(db, scope),
    audit: auditRepository(db, scope),
    providerEvents: providerEventRepository(db, scope),
    webhookEndpoints: webhookEndpointRepository(db, scope, box),
    webhookDeliveries: webhookDeliveryRepository(db, scope),
    subscriptions: subscriptionRepository(db, scope),
  };
}

/** One merchant's rows in one mode, and nothing else. */
export type Repositories = ReturnType<typeof repositories>;

/** Repositories inside a transaction. */
export interface Transaction extends Repositories {
  /** When the transaction began, by the database's clock. */
  now(): Promise<Date>;
  /** Runs `work`; when it throws, what it wrote is undone and the transaction can go on. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

export interface DatabaseOptions extends ConnectionOptions {
  /** 32 bytes in base64; seals what must be read back. */
  readonly encryptionKey: string;
}

/** The database, as the operations see it. */
export interface Database {
  /** Reads outside a transaction. */
  forScope(scope: Scope): Repositories;
  /**
   * All of `work` or none of it, READ COMMITTED. Run again when PostgreSQL reports a serialization
   * failure or a deadlock, so `work` must not do anything but write here.
   * @throws DomainError service_unavailable when the database cannot be reached or is too slow
   */
  transaction<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  findApiKey(keyHash: string): Promise<ApiKeyRecord | null>;
  findPspConfig(id: string): Promise<PspConfigRecord | null>;
  insertProviderEvent(event: ProviderEventRecord): Promise<boolean>;
  claimProviderEvents(lease: Lease): Promise<LeasedProviderEvent[]>;
  finishProviderEvent(event: LeasedProviderEvent, outcome: ProviderEventOutcome): Promise<boolean>;
  /** What finds what no event of the provider told. */
  readonly providerSweeps: ProviderSweeps;
  /** What time alone makes work. */
  readonly dueSessions: DueSessions;
  /** Counts requests against the allowances all processes share; what is left of each. */
  consumeRateLimits(
    limit: RateLimit,
    spends: readonly RateLimitConsumption[],
  ): Promise<ReadonlyMap<string, number>>;
  deleteIdleRateLimits(idleSeconds: number): Promise<void>;
  /** How much work waits, over all merchants. */
  readQueueDepths(): Promise<QueueDepths>;
  poolUsage(): PoolUsage;
  /** What waits to be told to merchants, over all of them. */
  readonly webhookQueue: WebhookQueue;
  /** Takes a sweep that is due for one worker; false when there is nothing to do now. */
  claimSweep(name: string, lease: Omit<Lease, 'limit'>): Promise<boolean>;
  finishSweep(name: string, token: string, inSeconds: number): Promise<void>;
  removeOldRows(limit: number): Promise<RemovedRows>;
  /** @throws DomainError service_unavailable when the database does not answer */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** For libraries that bring their own tables (sign-in); ours go through repositories. */
  readonly client: Client;
}

/** Opens the database; connections are made when they are first needed. */
export function openDatabase(options: DatabaseOptions): Database {
  const { client, queuePool, poolUsage } = createClient(options);
  const box = createSecretBox(options.encryptionKey);
  const reader = client.$extends({
    query: { $allOperations: ({ args, query }) => translated(() => query(args)) },
  }) as unknown as Connection;

  async function translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw translate(error);
    }
  }

  async function attempt<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return client.$transaction(
      async (db) =>
        work({
          ...repositories(db, scope, box),
          now: async () => {
            const rows = await db.$queryRaw<
              { now: Date }[]
            >`SELECT date_trunc('milliseconds', now()) AS now`;
            if (!rows[0]) throw new Error('the database did not tell the time');
            return rows[0].now;
          },
          savepoint: async (step) => {
            await db.$executeRaw`SAVEPOINT nested`;
            try {
              const result = await step();
              await db.$executeRaw`RELEASE SAVEPOINT nested`;
              return result;
            } catch (error) {
              await db.$executeRaw`ROLLBACK TO SAVEPOINT nested`;
              throw error;
            }
          },
        }),
      { isolationLevel: 'ReadCommitted', timeout: MAX_TRANSACTION_MS, maxWait: MAX_WAIT_MS },
    );
  }

  return {
    client,
    forScope: (scope) => repositories(reader, scope, box),
    transaction: (scope, work) =>
      translated(async () => {
        for (let tries = 1; ; tries++) {
          try {
            return await attempt(scope, work);
          } catch (error) {
            const again = isRetryable(error) || error instanceof StaleWrite;
            if (!again) throw error;
            if (tries === MAX_TRIES) throw overtaken(error);
            await pause(Math.random() * 20 * 2 ** tries);
          }
        }
      }),
    findApiKey: (hash) => translated(() => findLiveApiKey(client, hash)),
    findPspConfig: (id) => translated(() => findPspConfig(client, id, box)),
    insertProviderEvent: (event) => translated(() => insertProviderEvent(client, event)),
    claimProviderEvents: (lease) => translated(() => claimProviderEvents(client, lease)),
    finishProviderEvent: (event, outcome) =>
      translated(() => finishProviderEvent(client, event, outcome)),
    providerSweeps: providerSweeps(client, translated),
    dueSessions: dueSessions(client, translated),
    consumeRateLimits: (limit, spends) =>
      translated(() => consumeRateLimits(client, limit, spends)),
    deleteIdleRateLimits: (idleSeconds) =>
      translated(() => deleteIdleRateLimits(client, idleSeconds)),
    readQueueDepths: () => translated(() => readQueueDepths(client)),
    poolUsage,
    webhookQueue: openWebhookQueue(queuePool, box, translated),
    claimSweep: (name, lease) => translated(() => claimSweep(client, name, lease)),
    finishSweep: (name, token, inSeconds) =>
      translated(() => finishSweep(client, name, token, inSeconds)),
    removeOldRows: (limit) => translated(() => removeOldRows(client, limit)),
    ping: () =>
      translated(async () => {
        await client.$queryRaw`SELECT 1`;
      }),
    close: async () => {
      await Promise.all([client.$disconnect(), queuePool.end()]);
    },
  };
}
