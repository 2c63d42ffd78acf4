import type pg from 'pg';
import { findAttemptsByObject } from './attempts/attempts.ts';
import { openCommits } from './commit/open-commits.ts';
import type { CommitResult, SessionCommit } from './commit/session-commit.ts';
import { type Diagnostics, diagnostics } from './maintenance/diagnostics.ts';
import {
  applyRetention,
  type RetentionCounts,
  type RetentionPeriods,
} from './maintenance/retention.ts';
import { type SealedValues, sealedValues } from './maintenance/sealed-values.ts';
import {
  type ApiKeyRecord,
  cacheApiKeys,
  type KeyHolder,
  type LiveApiKey,
  locateApiKey,
  openKeyHolders,
  openKeyUses,
} from './merchants/api-keys.ts';
import { insertApiRequests, type NewApiRequest } from './merchants/api-requests.ts';
import { insertOperatorAction, type OperatorAction } from './merchants/operator-actions.ts';
import { openEventReceipts } from './provider/event-receipts.ts';
import {
  cacheProviderConfigs,
  type ProviderConfigVerification,
} from './provider/find-provider-config.ts';
import { openProviderEventInserts } from './provider/provider-event-inserts.ts';
import {
  claimProviderEvents,
  finishProviderEvent,
  type LeasedProviderEvent,
  type ProviderEventOutcome,
  type ProviderEventRecord,
} from './provider/provider-events.ts';
import { type ProviderSweeps, providerSweeps } from './provider/provider-sweeps.ts';
import { type DueMerchant, openDueMerchants } from './queues/due-merchants.ts';
import { type DueWork, dueWork } from './queues/due-work.ts';
import type { Holding, Lease } from './queues/leases.ts';
import { type QueueDepths, readQueueDepths } from './queues/queue-depths.ts';
import {
  consumeRateLimits,
  deleteIdleRateLimits,
  type RateLimit,
  type RateLimitConsumption,
} from './queues/rate-limits.ts';
import { claimSweep, finishSweep } from './queues/sweeps.ts';
import { type Repositories, repositories } from './repositories.ts';
import { type DueSessions, dueSessions } from './sessions/due-sessions.ts';
import type { IdempotencyScope } from './sessions/idempotency.ts';
import { openSessionReads, type SessionWithOutcome } from './sessions/session-reads.ts';
import {
  readSessionVersions,
  type SessionKey,
  type SessionVersion,
} from './sessions/session-versions.ts';
import { type SessionViews, sessionViews } from './sessions/session-views.ts';
import {
  type BackgroundFailure,
  type BackgroundTask,
  createBackgroundFailures,
} from './sql/background-failures.ts';
import {
  type Client,
  type Connection,
  type ConnectionOptions,
  createClient,
  defaultTimeouts,
  GROUP_LOCK_MS,
  type PoolUsage,
} from './sql/client.ts';
import { createDatabaseClock, readClock } from './sql/database-clock.ts';
import { translateErrors } from './sql/errors.ts';
import { compareNodeClocks, type NodeClock } from './sql/node-clocks.ts';
import type { AttemptRecord, Scope } from './sql/records.ts';
import { createSecretBox, type SecretBox } from './sql/secret-box.ts';
import { openShards, type ShardFailure, type ShardFailureCount } from './sql/shards.ts';
import { shareChecks } from './sql/share-checks.ts';
import { shareReads } from './sql/shared-reads.ts';
import { openLockingConnection, openSqlConnection } from './sql/sql-connection.ts';
import { runSnapshot, runTransaction, type Transaction } from './transactions.ts';
import { openWebhookQueue, type WebhookQueue } from './webhooks/webhook-queue.ts';

export interface DatabaseOptions extends ConnectionOptions {
  /** As in PARLEY_ENCRYPTION_KEYS; they encrypt secrets that the service has to read again. */
  readonly encryptionKeys: string;
  /** Is called for every statement for one shard of Citus that fails while those of others may succeed. */
  readonly onShardFailure?: ((failure: ShardFailure) => void) | undefined;
  /** Is called for every failure of work that no request waits for. */
  readonly onBackgroundFailure?: ((failure: BackgroundFailure) => void) | undefined;
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
  /** Finds any key by the SHA-256 of the key, also one that is revoked or expired. */
  locateApiKey(keyHash: string): Promise<(Scope & Pick<ApiKeyRecord, 'id'>) | null>;
  /**
   * Reads tables as they were at one moment.
   * @throws DomainError service_unavailable
   */
  snapshot<T>(scope: Scope, work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /** Sessions as their views show them. */
  readonly sessionViews: SessionViews;
  /** Reads the versions of sessions of any merchants; what does not exist is left out. */
  readSessionVersions(keys: readonly SessionKey[]): Promise<SessionVersion[]>;
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
  /** Encrypts the secrets of accounts, which belong to no merchant. */
  readonly box: SecretBox;
  /** The database clock, which is read at most once a second. */
  now(): Promise<Date>;
  /** Finds a provider account by its id alone. A change may take effect a second later. */
  findProviderConfig(id: string): Promise<ProviderConfigVerification | null>;
  /** Finds a provider account again, at most once a second: strangers can request it with wrong signatures. */
  refreshProviderConfig(id: string): Promise<ProviderConfigVerification | null>;
  /**
   * Stores an event once, in a statement that concurrent events share. Once it returns, the event is
   * committed. When the account last received one is recorded in the background.
   * @returns false for a duplicate
   */
  insertProviderEvent(event: ProviderEventRecord): Promise<boolean>;
  /** Records in the background that an account received a genuine event that is not stored. */
  addEventReceipt(id: ProviderConfigVerification['id']): void;
  /** Stores requests in the log, and returns how many of them. The others are lost. */
  insertApiRequests(requests: readonly NewApiRequest[]): Promise<number>;
  /** The search for due work, and the leases by which workers divide the merchants. */
  readonly dueWork: DueWork;
  claimProviderEvents(
    lease: Lease,
    merchants?: readonly DueMerchant[],
    holding?: Holding,
  ): Promise<LeasedProviderEvent[]>;
  finishProviderEvent(event: LeasedProviderEvent, outcome: ProviderEventOutcome): Promise<boolean>;
  /** Reconciliation with the provider: finds changes for which no event arrived. */
  readonly providerSweeps: ProviderSweeps;
  /** Sessions that need work: a deadline has passed, or a receipt waits. */
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
  /** How often statements for one shard of Citus have failed. */
  shardFailures(): readonly ShardFailureCount[];
  /** Counts and logs a failure of work that no request reports. */
  reportFailure(task: BackgroundTask, error: unknown): void;
  /** How often such work has failed, by task. */
  backgroundFailures(): ReadonlyMap<BackgroundTask, number>;
  /** Webhook deliveries of all merchants. */
  readonly webhookQueue: WebhookQueue;
  /** Leases a due sweep to one worker; returns false when it is not due or another worker has it. */
  claimSweep(name: string, lease: Omit<Lease, 'limit'>): Promise<boolean>;
  finishSweep(name: string, token: string, inSeconds: number): Promise<void>;
  /** Deletes, empties or cancels up to `limit` rows of each kind that are past their retention period. */
  applyRetention(limit: number, periods?: RetentionPeriods): Promise<RetentionCounts>;
  /** What an operator checks about the database. */
  readonly diagnostics: Diagnostics;
  /** All encrypted values, for the rotation of encryption keys. */
  readonly sealedValues: SealedValues;
  /** Adds an action that concerns more than one merchant to the log of operators. */
  insertOperatorAction(action: OperatorAction): Promise<void>;
  /**
   * Checks that the database responds, at most once a second: other calls share the result.
   * @throws DomainError service_unavailable when it does not
   */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** For libraries that bring their own tables (sign-in). The service's tables go through repositories. */
  readonly client: Client;
}

/** Opens the database. Connections are made on first use. */
export function openDatabase(options: DatabaseOptions): Database {
  const { client, pool, queuePool, viewPool, commitPool, eventPool, poolUsage, isCitus, close } =
    createClient(options);
  const clock = createDatabaseClock(() => translateErrors(() => readClock(client)));
  const box = createSecretBox(options.encryptionKeys);
  const failures = createBackgroundFailures(options.onBackgroundFailure);
  const keyUses = openKeyUses(client, (error) => failures.report('key_uses', error));
  const apiKeys = cacheApiKeys(client, keyUses);
  const providerConfigs = cacheProviderConfigs(client, box, (error) =>
    failures.report('previous_webhook_secret', error),
  );
  const receipts = openEventReceipts(
    client,
    () => clock.now(),
    (error) => failures.report('event_receipts', error),
  );
  const { connectionMs, lockMs } = { ...defaultTimeouts, ...options.timeouts };
  const limitLocks = (one: pg.Pool, ms: number) => openLockingConnection(one, isCitus, ms);
  const reader = client.$extends({
    query: { $allOperations: ({ args, query }) => translateErrors(() => query(args)) },
  }) as unknown as Connection;
  const views = openSqlConnection(viewPool);
  const queues = openSqlConnection(queuePool);
  const shards = openShards(queues, isCitus, options.onShardFailure);
  const due = openDueMerchants(queues, shards);
  const transactions = { isCitus, clock, box, connectionMs, lockMs };
  const findAttempt = shareReads<string, AttemptRecord>((scope, ids) =>
    translateErrors(() => findAttemptsByObject(views, scope, ids)),
  );

  const insertEvent = openProviderEventInserts(
    limitLocks(eventPool, GROUP_LOCK_MS),
    limitLocks(pool, lockMs),
    isCitus,
  );

  return {
    client,
    box,
    forScope: (scope) => repositories(reader, scope, box, (id) => findAttempt(scope, id)),
    transaction: (scope, work) => runTransaction(client, transactions, scope, work),
    snapshot: (scope, work) => runSnapshot(client, transactions, scope, work),
    commit: openCommits(
      { db: openSqlConnection(commitPool), lockMs: GROUP_LOCK_MS, isCitus },
      { db: openSqlConnection(pool), lockMs, isCitus },
      clock,
    ),
    findSession: openSessionReads(viewPool, clock),
    now: () => clock.now(),
    findApiKey: apiKeys.find,
    findKeyHolder: openKeyHolders(viewPool),
    locateApiKey: (keyHash) => translateErrors(() => locateApiKey(client, keyHash)),
    sessionViews: sessionViews(viewPool),
    readSessionVersions: (keys) => translateErrors(() => readSessionVersions(views, shards, keys)),
    findProviderConfig: providerConfigs.find,
    refreshProviderConfig: providerConfigs.refresh,
    insertProviderEvent: async (event) => {
      const isNew = await insertEvent(event);
      receipts.add(event.providerConfigId);
      return isNew;
    },
    addEventReceipt: receipts.add,
    insertApiRequests: (requests) =>
      translateErrors(() => insertApiRequests(queues, shards, requests)),
    dueWork: dueWork(client, due.find),
    claimProviderEvents: (lease, merchants, holding) =>
      translateErrors(async () =>
        claimProviderEvents(
          client,
          shards,
          lease,
          merchants ?? (await due.findAll('provider_events')),
          holding,
        ),
      ),
    finishProviderEvent: (event, outcome) =>
      translateErrors(() => finishProviderEvent(client, event, outcome)),
    providerSweeps: providerSweeps(client, due.findAll, shards),
    dueSessions: dueSessions(client, due.findAll, shards),
    consumeRateLimits: (limit, consumptions) =>
      translateErrors(() => consumeRateLimits(client, shards, limit, consumptions)),
    deleteIdleRateLimits: (idleSeconds) =>
      translateErrors(() => deleteIdleRateLimits(client, shards, idleSeconds)),
    compareNodeClocks: () => translateErrors(() => compareNodeClocks(client, isCitus)),
    readQueueDepths: () => translateErrors(() => readQueueDepths(client)),
    poolUsage,
    shardFailures: shards.failures,
    reportFailure: failures.report,
    backgroundFailures: failures.counts,
    webhookQueue: openWebhookQueue(queuePool, box, due.findAll, shards),
    claimSweep: (name, lease) => translateErrors(() => claimSweep(client, name, lease)),
    finishSweep: (name, token, inSeconds) =>
      translateErrors(() => finishSweep(client, name, token, inSeconds)),
    applyRetention: (limit, periods = {}) =>
      translateErrors(() => applyRetention(client, shards, limit, periods)),
    diagnostics: diagnostics(client),
    sealedValues: sealedValues(client, box, shards),
    insertOperatorAction: (action) => translateErrors(() => insertOperatorAction(client, action)),
    ping: shareChecks(() =>
      translateErrors(async () => {
        await client.$queryRaw`SELECT 1`;
      }),
    ),
    close: async () => {
      await Promise.all([keyUses.flush(), receipts.flush()]);
      await close();
    },
  };
}
