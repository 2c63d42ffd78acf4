import type pg from 'pg';
import {
  apiKeyRepository,
  findLiveApiKey,
  type KeyHolder,
  type LiveApiKey,
  openKeyHolders,
  openKeyUses,
} from './api-keys.ts';
import { attemptRepository, type FindAttemptByObject, findAttemptsByObject } from './attempts.ts';
import { auditRepository } from './audit-entries.ts';
import { cartRepository } from './carts.ts';
import {
  type Client,
  type Connection,
  type ConnectionOptions,
  createClient,
  defaultTimeouts,
  GROUP_LOCK_MS,
  type PoolUsage,
} from './client.ts';

import { openCommits, writeInTransaction } from './commit/open-commits.ts';
import type { CommitResult, SessionCommit } from './commit/session-commit.ts';
import { createDatabaseClock } from './database-clock.ts';
import {
  type DueFilter,
  type DueKind,
  type DueMerchant,
  openDueMerchants,
} from './due-merchants.ts';
import { type DueSessions, dueSessions } from './due-sessions.ts';
import { translateErrors } from './errors.ts';
import { historyRepository } from './history.ts';
import { type IdempotencyScope, idempotencyRepository } from './idempotency.ts';
import type { Lease } from './leases.ts';
import { cacheLookups } from './lookup-cache.ts';
import { merchantRepository } from './merchants.ts';
import { compareNodeClocks, type NodeClock } from './node-clocks.ts';
import { outboxRepository } from './outbox.ts';
import { openProviderEventInserts } from './provider-event-inserts.ts';
import {
  claimProviderEvents,
  finishProviderEvent,
  type LeasedProviderEvent,
  type ProviderEventOutcome,
  type ProviderEventRecord,
  providerEventRepository,
} from './provider-events.ts';
import { type ProviderSweeps, providerSweeps } from './provider-sweeps.ts';
import { findPspConfig, type PspConfigVerification, pspConfigRepository } from './psp-configs.ts';
import { type QueueDepths, readQueueDepths } from './queue-depths.ts';
import {
  consumeRateLimits,
  deleteIdleRateLimits,
  type RateLimit,
  type RateLimitConsumption,
} from './rate-limits.ts';
import type { AttemptRecord, Scope } from './records.ts';
import { type RemovedRows, removeOldRows } from './retention.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { runInSavepoint } from './savepoint.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { openSessionReads, type SessionWithOutcome } from './session-reads.ts';
import { type SessionViews, sessionViews } from './session-views.ts';
import { sessionRepository } from './sessions.ts';
import { shareReads } from './shared-reads.ts';
import {
  openLockingConnection,
  openSqlConnection,
  type SqlConnection,
  setLockTimeout,
} from './sql-connection.ts';
import { subscriptionRepository } from './subscriptions.ts';
import { claimSweep, finishSweep } from './sweeps.ts';
import { webhookDeliveryRepository } from './webhook-deliveries.ts';
import { webhookEndpointRepository } from './webhook-endpoints.ts';
import { openWebhookQueue, type WebhookQueue } from './webhook-queue.ts';
import { endWorkerLease, type MerchantShare, renewWorkerLease } from './worker-leases.ts';

const MAX_TRANSACTION_MS = 10_000;

function repositories(
  db: Connection,
  { merchantId, mode }: Scope,
  box: SecretBox,
  findAttempt: FindAttemptByObject,
) {
  // Callers pass objects with more fields; only these two may become column values.
  const scope: Scope = { merchantId, mode };
  return {
    merchants: merchantRepository(db),
    apiKeys: apiKeyRepository(db, scope),
    pspConfigs: pspConfigRepository(db, scope, box),
    sessions: sessionRepository(db, scope),
    attempts: attemptRepository(db, scope, findAttempt),
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

/** Access to the rows of one merchant in one mode, and to no others. */
export type Repositories = ReturnType<typeof repositories>;

/** Repositories inside a transaction. */
export interface Transaction extends Repositories {
  /** When the transaction began, by the database clock. */
  now(): Promise<Date>;
  /**
   * Writes everything that one operation changed.
   * @throws StaleWrite when the idempotency key was used or a row has changed
   * @throws DomainError provider_object_conflict
   */
  commit(commit: SessionCommit): Promise<'applied'>;
  /** Runs `work` inside a savepoint: if it throws, its writes are rolled back and the transaction continues. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

export interface DatabaseOptions extends ConnectionOptions {
  /** 32 bytes in base64; encrypts secrets that the service has to read again. */
  readonly encryptionKey: string;
}

/** The database as the operations use it. */
export interface Database {
  /** Repositories for reads outside a transaction. */
  forScope(scope: Scope): Repositories;
  /**
   * Runs `work` in one READ COMMITTED transaction. `work` runs again after a serialization failure,
   * a deadlock or a stale write, so its only side effects must be writes to this database.
   * @throws DomainError service_unavailable when the database is unreachable, too slow, or every try
   *   conflicted
   */
  transaction<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Finds a valid API key by the SHA-256 of the key, in lowercase hex. A revoked key may still be
   * found for a second.
   */
  findApiKey(keyHash: string): Promise<LiveApiKey | null>;
  /**
   * Finds who holds a valid API key, by the SHA-256 of the key. For keys that may be made up: all of them
   * together take one connection.
   */
  findKeyHolder(keyHash: string): Promise<KeyHolder | null>;
  /** Sessions as their views show them. */
  readonly sessionViews: SessionViews;
  /**
   * Writes everything that one operation changed in one statement.
   * @throws DomainError provider_object_conflict, idempotency_in_flight when another request holds the
   *   idempotency key for too long, service_unavailable
   */
  commit(commit: SessionCommit): Promise<CommitResult>;
  /**
   * Reads a session without a lock, with the stored outcome of a request.
   * @param request the idempotency key of the request, if it has one
   */
  findSession(
    scope: Scope,
    id: string,
    request?: IdempotencyScope,
  ): Promise<SessionWithOutcome | null>;
  /** The database clock, which is read at most once a second. */
  now(): Promise<Date>;
  /** Finds a provider account by its id alone. A change may take effect a second later. */
  findPspConfig(id: string): Promise<PspConfigVerification | null>;
  /** Finds a provider account as it is now. */
  refreshPspConfig(id: string): Promise<PspConfigVerification | null>;
  /**
   * Stores an event once, in a statement that concurrent events share. Once it returns, the event is
   * committed.
   * @returns false for a duplicate
   */
  insertProviderEvent(event: ProviderEventRecord): Promise<boolean>;
  /**
   * Finds merchants with due work, without locks. The claims take these merchants, so that each of their
   * statements stays on one shard; without them a claim finds its merchants itself.
   * @returns kinds without due work are missing
   */
  findDueMerchants(
    kinds: readonly DueKind[],
    filter?: DueFilter,
  ): Promise<ReadonlyMap<DueKind, readonly DueMerchant[]>>;
  /**
   * Renews the lease by which workers divide the merchants.
   * @param token identifies the worker; random
   * @returns the share of this worker
   */
  renewWorkerLease(token: string, seconds: number): Promise<MerchantShare>;
  endWorkerLease(token: string): Promise<void>;
  claimProviderEvents(
    lease: Lease,
    merchants?: readonly DueMerchant[],
  ): Promise<LeasedProviderEvent[]>;
  finishProviderEvent(event: LeasedProviderEvent, outcome: ProviderEventOutcome): Promise<boolean>;
  /** Reconciliation with the provider: finds changes for which no event arrived. */
  readonly providerSweeps: ProviderSweeps;
  /** Sessions that need work because a deadline has passed. */
  readonly dueSessions: DueSessions;
  /** Consumes tokens from the shared buckets; returns how many remain in each. */
  consumeRateLimits(
    limit: RateLimit,
    consumptions: readonly RateLimitConsumption[],
  ): Promise<ReadonlyMap<string, number>>;
  deleteIdleRateLimits(idleSeconds: number): Promise<void>;
  /** Compares the clocks of the nodes of a Citus cluster; none for another database. */
  compareNodeClocks(): Promise<NodeClock[]>;
  /** Counts pending work across all merchants. */
  readQueueDepths(): Promise<QueueDepths>;
  poolUsage(): PoolUsage;
  /** Webhook deliveries of all merchants. */
  readonly webhookQueue: WebhookQueue;
  /** Leases a due sweep to one worker; returns false when it is not due or another worker has it. */
  claimSweep(name: string, lease: Omit<Lease, 'limit'>): Promise<boolean>;
  finishSweep(name: string, token: string, inSeconds: number): Promise<void>;
  removeOldRows(limit: number): Promise<RemovedRows>;
  /** @throws DomainError service_unavailable when the database does not respond */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** For libraries that bring their own tables (sign-in). The service's tables go through repositories. */
  readonly client: Client;
}

/** When the current transaction began. */
async function readClock(db: Pick<SqlConnection, '$queryRaw'>): Promise<Date> {
  const rows = await db.$queryRaw<{ now: Date }[]>`SELECT date_trunc('milliseconds', now()) AS now`;
  // Stryker disable next-line all: PostgreSQL always returns the row; the type does not say so.
  if (!rows[0]) throw new Error('SELECT now() returned no row');
  return rows[0].now;
}

/** Opens the database. Connections are made on first use. */
export function openDatabase(options: DatabaseOptions): Database {
  const { client, pool, queuePool, viewPool, commitPool, eventPool, poolUsage, isCitus, close } =
    createClient(options);
  const clock = createDatabaseClock(() => translateErrors(() => readClock(client)));
  const box = createSecretBox(options.encryptionKey);
  const keyUses = openKeyUses(client);
  const findApiKey = findLiveApiKey(client, keyUses);
  const apiKeys = cacheLookups(
    (hash) => translateErrors(() => findApiKey(hash)),
    ({ expiresInMs }) => expiresInMs,
  );
  const pspConfigs = cacheLookups((id) => translateErrors(() => findPspConfig(client, id, box)));
  const { connectionMs, lockMs } = { ...defaultTimeouts, ...options.timeouts };
  const limitLocks = (one: pg.Pool, ms: number) => openLockingConnection(one, isCitus, ms);
  const reader = client.$extends({
    query: { $allOperations: ({ args, query }) => translateErrors(() => query(args)) },
  }) as unknown as Connection;
  const views = openSqlConnection(viewPool);
  const due = openDueMerchants(openSqlConnection(queuePool), isCitus);
  const findAttempt = shareReads<string, AttemptRecord>((scope, ids) =>
    translateErrors(() => findAttemptsByObject(views, scope, ids)),
  );

  async function runOnce<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return client.$transaction(
      async (db) => {
        // A connection option does not apply to shards.
        if (isCitus()) await db.$executeRaw(setLockTimeout(lockMs));
        return work({
          ...repositories(
            db,
            scope,
            box,
            async (id) => (await findAttemptsByObject(db, scope, [id])).get(id) ?? null,
          ),
          now: () => readClock(db),
          commit: (commit) => writeInTransaction(db, isCitus(), clock, commit),
          savepoint: (step) => runInSavepoint(db, step),
        });
      },
      { isolationLevel: 'ReadCommitted', timeout: MAX_TRANSACTION_MS, maxWait: connectionMs },
    );
  }

  return {
    client,
    forScope: (scope) => repositories(reader, scope, box, (id) => findAttempt(scope, id)),
    transaction: (scope, work) => retryConflicts(() => runOnce(scope, work)),
    commit: openCommits(
      limitLocks(commitPool, GROUP_LOCK_MS),
      limitLocks(pool, lockMs),
      isCitus,
      clock,
    ),
    findSession: openSessionReads(viewPool, clock),
    now: () => clock.now(),
    findApiKey: apiKeys.find,
    findKeyHolder: openKeyHolders(viewPool),
    sessionViews: sessionViews(viewPool),
    findPspConfig: pspConfigs.find,
    refreshPspConfig: pspConfigs.refresh,
    insertProviderEvent: openProviderEventInserts(
      limitLocks(eventPool, GROUP_LOCK_MS),
      limitLocks(pool, lockMs),
      isCitus,
    ),
    findDueMerchants: due.find,
    renewWorkerLease: (token, seconds) =>
      translateErrors(() => renewWorkerLease(client, token, seconds)),
    endWorkerLease: (token) => translateErrors(() => endWorkerLease(client, token)),
    claimProviderEvents: (lease, merchants) =>
      translateErrors(async () =>
        claimProviderEvents(client, lease, merchants ?? (await due.findAll('provider_events'))),
      ),
    finishProviderEvent: (event, outcome) =>
      translateErrors(() => finishProviderEvent(client, event, outcome)),
    providerSweeps: providerSweeps(client, due.findAll),
    dueSessions: dueSessions(client, due.findAll),
    consumeRateLimits: (limit, consumptions) =>
      translateErrors(() => consumeRateLimits(client, limit, consumptions)),
    deleteIdleRateLimits: (idleSeconds) =>
      translateErrors(() => deleteIdleRateLimits(client, idleSeconds)),
    compareNodeClocks: () => translateErrors(() => compareNodeClocks(client, isCitus)),
    readQueueDepths: () => translateErrors(() => readQueueDepths(client)),
    poolUsage,
    webhookQueue: openWebhookQueue(queuePool, box, due.findAll),
    claimSweep: (name, lease) => translateErrors(() => claimSweep(client, name, lease)),
    finishSweep: (name, token, inSeconds) =>
      translateErrors(() => finishSweep(client, name, token, inSeconds)),
    removeOldRows: (limit) => translateErrors(() => removeOldRows(client, limit, due.locate)),
    ping: () =>
      translateErrors(async () => {
        await client.$queryRaw`SELECT 1`;
      }),
    close: async () => {
      await keyUses.flush();
      await close();
    },
  };
}
