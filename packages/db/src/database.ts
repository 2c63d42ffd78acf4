import type pg from 'pg';
import { accountRepositories } from './accounts/account-transactions.ts';
import { findAttemptsByObject } from './attempts/attempts.ts';
import { createCommits } from './commit/create-commits.ts';
import { withArchiveLock } from './maintenance/archive-lock.ts';
import { diagnostics } from './maintenance/diagnostics.ts';
import type { RetentionPeriods } from './maintenance/old-rows.ts';
import { applyRetention } from './maintenance/retention.ts';
import { sealedValues } from './maintenance/sealed-values.ts';
import { apiKeysByHash, createKeyUses } from './merchants/api-keys.ts';
import { insertApiRequests, type NewApiRequest } from './merchants/api-requests.ts';
import { insertOperatorAction, type OperatorAction } from './merchants/operator-actions.ts';
import { createEventReceipts } from './provider/event-receipts.ts';
import { cacheProviderConfigs, createConfigCheck } from './provider/find-provider-config.ts';
import { findProviderConfigs } from './provider/provider-configs.ts';
import { createProviderEventInserts } from './provider/provider-event-inserts.ts';
import { type ProviderEventRecord, providerEventQueue } from './provider/provider-events.ts';
import { providerSweeps } from './provider/provider-sweeps.ts';
import { createDueMerchants } from './queues/due-merchants.ts';
import { dueWork } from './queues/due-work.ts';
import { rateLimits } from './queues/rate-limits.ts';
import { sweeps } from './queues/sweeps.ts';
import { type Repositories, repositories } from './repositories.ts';
import { dueSessions } from './sessions/due-sessions.ts';
import { createSessionReads } from './sessions/session-reads.ts';
import { readSessionVersions, type SessionKey } from './sessions/session-versions.ts';
import { sessionViews } from './sessions/session-views.ts';
import { type BackgroundFailure, createBackgroundFailures } from './sql/background-failures.ts';
import { batchReads } from './sql/batch-reads.ts';
import {
  type Connection,
  type ConnectionOptions,
  createClient,
  defaultTimeouts,
  GROUP_LOCK_MS,
  type PoolUsage,
} from './sql/client.ts';
import { createDatabaseClock, readClock } from './sql/database-clock.ts';
import { translateErrors, unavailable } from './sql/errors.ts';
import { admitAtOnce, admitReads, type PoolAdmission } from './sql/pool-admission.ts';
import type { AttemptRecord, Scope } from './sql/records.ts';
import { createSecretBox } from './sql/secret-box.ts';
import { createShards, type ShardFailure } from './sql/shards.ts';
import { shareChecks } from './sql/share-checks.ts';
import {
  createLockingConnection,
  createSqlConnection,
  translateConnectionErrors,
} from './sql/sql-connection.ts';
import type { GetTraceparent } from './sql/traceparent.ts';
import { runSnapshot, runTransaction, type Transaction } from './transactions.ts';
import { createWebhookQueue } from './webhooks/webhook-queue.ts';

export interface DatabaseOptions extends ConnectionOptions {
  /** As in PARLEY_ENCRYPTION_KEYS; they encrypt secrets that the service has to read again. */
  readonly encryptionKeys: string;
  /** Is called for every statement for one shard of Citus that fails while those of others may succeed. */
  readonly onShardFailure?: ((failure: ShardFailure) => void) | undefined;
  /** Is called for every failure of work that no request waits for. */
  readonly onBackgroundFailure?: ((failure: BackgroundFailure) => void) | undefined;
  /** The trace that events and webhooks continue; they have none by default. */
  readonly getTraceparent?: GetTraceparent | undefined;
  /** Shares the connections among merchants; their reads and transactions begin at once by default. */
  readonly poolAdmission?: PoolAdmission | undefined;
}

/** The database as the operations use it. */
export interface Database extends ReturnType<typeof openDatabase> {}

/**
 * Opens the database. Connections are made on first use. Every method throws service_unavailable when the
 * database is unreachable or too slow.
 */
export function openDatabase(options: DatabaseOptions) {
  const { client, pool, queuePool, viewPool, writePool, poolUsage, isCitus, close } =
    createClient(options);
  // Errors are translated here and, for a transaction, in retryConflicts.
  const connection = client.$extends({
    query: { $allOperations: ({ args, query }) => translateErrors(() => query(args)) },
  }) as unknown as Connection;
  const views = translateConnectionErrors(createSqlConnection(viewPool));
  const queues = translateConnectionErrors(createSqlConnection(queuePool));
  const clock = createDatabaseClock(() => readClock(connection));
  const box = createSecretBox(options.encryptionKeys);
  const failures = createBackgroundFailures(options.onBackgroundFailure);
  const keyUses = createKeyUses(connection, (error) => failures.report('key_uses', error));
  const receipts = createEventReceipts(
    connection,
    () => clock.now(),
    (error) => failures.report('event_receipts', error),
  );
  const { getTraceparent, poolAdmission = admitAtOnce } = options;
  const { connectionMs, lockMs } = { ...defaultTimeouts, ...options.timeouts };
  const limitLocks = (one: pg.Pool, ms: number) => createLockingConnection(one, isCitus, ms);
  const shards = createShards(queues, isCitus, options.onShardFailure);
  const source = { db: connection, shards };
  const transactions = { isCitus, clock, box, connectionMs, lockMs, getTraceparent };
  const findAttempt = batchReads<string, AttemptRecord>((scope, ids) =>
    findAttemptsByObject(views, scope, ids),
  );
  const findConfig = batchReads((scope: Scope, ids: readonly string[]) =>
    findProviderConfigs(views, scope, ids, box),
  );
  const insertEvent = createProviderEventInserts(
    limitLocks(writePool, GROUP_LOCK_MS),
    limitLocks(pool, lockMs),
    isCitus,
    getTraceparent,
  );

  return {
    /** For transactions on accounts, and for tests. Everything else goes through repositories. */
    client,
    /** For the memberships of accounts. */
    connection,
    /** Accounts of users, for reads outside a transaction. */
    users: accountRepositories(connection, box),
    /** Encrypts the secrets of accounts. */
    box,
    /** The database clock, which is read at most once a second. */
    now: () => clock.now(),
    /** Repositories for reads outside a transaction. */
    forScope: (scope: Scope): Repositories =>
      repositories(
        admitReads(connection, scope, poolAdmission),
        scope,
        box,
        {
          findAttempt: (id) => findAttempt(scope, id),
          findConfig: (id) => findConfig(scope, id),
        },
        getTraceparent,
      ),
    /**
     * Runs `work` in one READ COMMITTED transaction. `work` runs again after a serialization failure,
     * a deadlock or a stale write, so its only side effects must be writes to this database.
     * @throws DomainError service_unavailable also when every try conflicted
     */
    transaction: <T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> =>
      poolAdmission.run(scope, () => runTransaction(client, transactions, scope, work)),
    /** Reads tables as they were at one moment. */
    snapshot: <T>(scope: Scope, work: (repositories: Repositories) => Promise<T>): Promise<T> =>
      runSnapshot(client, transactions, scope, work),
    /**
     * Writes everything that one operation changed in one statement.
     * @throws DomainError provider_object_conflict, idempotency_in_flight when another request holds the
     *   idempotency key for too long
     */
    commit: createCommits(
      { db: createSqlConnection(writePool), lockMs: GROUP_LOCK_MS, isCitus },
      { db: createSqlConnection(pool), lockMs, isCitus },
      clock,
      getTraceparent,
    ),
    /** Reads a session without a lock, with the stored outcome of a request, if it has an idempotency key. */
    findSession: createSessionReads(viewPool, clock),
    /** Sessions as their views show them. */
    sessionViews: sessionViews(viewPool),
    /** Reads the versions of sessions of any merchants; what does not exist is left out. */
    readSessionVersions: (keys: readonly SessionKey[]) => readSessionVersions(views, shards, keys),
    apiKeysByHash: apiKeysByHash(connection, views, keyUses),
    /** Provider configs of all merchants. A change may take effect a second later. */
    providerConfigsById: {
      ...cacheProviderConfigs(connection, box, (error) =>
        failures.report('previous_webhook_secret', error),
      ),
      exists: createConfigCheck(views),
    },
    providerEvents: {
      ...providerEventQueue(source),
      /**
       * Stores an event once, in a statement that concurrent events share. Once it returns, the event is
       * committed. When the account last received one is recorded in the background.
       * @returns false for a duplicate
       */
      async insert(event: ProviderEventRecord): Promise<boolean> {
        const isNew = await insertEvent(event);
        receipts.add(event.providerConfigId);
        return isNew;
      },
      /** Records in the background that an account received a genuine event that is not stored. */
      addReceipt: receipts.add,
    },
    providerSweeps: providerSweeps(source),
    dueSessions: dueSessions(source),
    dueWork: dueWork(connection, createDueMerchants(queues, shards)),
    sweeps: sweeps(connection),
    webhookQueue: createWebhookQueue(queuePool, box, shards),
    rateLimits: rateLimits(connection, shards),
    /** Stores requests in the log, and returns how many of them. The others are lost. */
    insertApiRequests: (requests: readonly NewApiRequest[]) =>
      insertApiRequests(queues, shards, requests),
    /** Deletes, empties or cancels up to `limit` rows of each kind that are past their retention period. */
    applyRetention: (limit: number, periods: RetentionPeriods = {}) =>
      applyRetention(connection, shards, limit, periods),
    /**
     * Runs `work` while no other process changes archives of this database.
     * @throws Error if another process does
     */
    withArchiveLock: <T>(work: () => Promise<T>): Promise<T> => withArchiveLock(options.url, work),
    diagnostics: diagnostics(connection, shards),
    /** For the rotation of encryption keys. */
    sealedValues: sealedValues(connection, box, shards),
    /** Adds an action that concerns more than one merchant to the log of operators. */
    insertOperatorAction: (action: OperatorAction) => insertOperatorAction(connection, action),
    poolUsage: (): PoolUsage => {
      const usage = poolUsage();
      return { ...usage, waiting: usage.waiting + poolAdmission.waiting() };
    },
    /** How often statements for one shard of Citus have failed. */
    shardFailures: shards.failures,
    /** Failures of work that no request reports. */
    backgroundFailures: failures,
    /**
     * Checks that the database responds and accepts writes, at most once a second: other calls share the result.
     * A standby accepts none.
     */
    ping: shareChecks(async () => {
      const [server] = await connection.$queryRaw<{ isReadOnly: boolean }[]>`
        SELECT current_setting('transaction_read_only')::boolean AS "isReadOnly"`;
      if (server?.isReadOnly) throw unavailable(new Error('the database is unavailable (25006)'));
    }),
    close: async () => {
      await Promise.all([keyUses.flush(), receipts.flush()]);
      await close();
    },
  };
}
