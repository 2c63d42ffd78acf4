import type {
  AcquisitionAttemptId,
  ProviderConfigId,
  ProxySessionId,
  SubscriptionId,
} from '@parley/domain';
import type { DueMerchant } from '../queues/due-merchants.ts';
import { type DueQueue, subscriptionsToRenew, unreadSubscriptions } from '../queues/due-queues.ts';
import {
  type ClaimSource,
  claimRows,
  FEW_PER_MERCHANT,
  type Lease,
  releaseRow,
} from '../queues/leases.ts';
import type { Connection } from '../sql/client.ts';
import type { Scope } from '../sql/records.ts';
import { forItemsOfEachShard, onAllShards, type Shards } from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';
import { insertProviderEvents } from './provider-event-inserts.ts';
import type { ProviderEventRecord } from './provider-events.ts';

/** An attempt whose state is to be read from the provider. */
export interface AttemptToCheck extends Scope {
  readonly id: AcquisitionAttemptId;
  readonly proxySessionId: ProxySessionId;
  /** When it is due again unless it is written before. */
  readonly nextCheckAt: Date;
  readonly leaseToken: string;
}

/** A subscription that is to be read from the provider again. */
export interface SubscriptionToRead extends Scope {
  readonly id: SubscriptionId;
  readonly proxySessionId: ProxySessionId;
  readonly attemptId: AcquisitionAttemptId;
  readonly lastSyncedAt: Date;
  /** Seconds since the last read. */
  readonly unreadSeconds: number;
  readonly leaseToken: string;
}

/** The position up to which an account's event list has been read, leased to a worker. */
export interface ProviderCursor extends Scope {
  readonly providerConfigId: ProviderConfigId;
  readonly readUntil: Date;
  readonly failures: number;
  readonly leaseToken: string;
  readonly leaseSeconds: number;
  /** The database clock. */
  readonly now: Date;
}

/** How far an account's event list was read. */
interface CursorPosition {
  readonly readUntil: Date;
  /** A period whose events the provider no longer lists. */
  readonly gap?: { readonly from: Date; readonly until: Date };
}

/** The result of reading an account's event list. */
interface CursorOutcome extends CursorPosition {
  readonly failures: number;
  readonly nextInSeconds: number;
}

/** Queues of the reconciliation with the provider, over all merchants. It finds changes for which no event arrived. */
export function providerSweeps(source: ClaimSource) {
  const { db, shards } = source;

  async function setNextCheck({ merchantId, id, nextCheckAt }: AttemptToCheck, at: Sql) {
    await db.$executeRaw`
      UPDATE acquisition_attempt SET provider_check_at = ${at}
      WHERE merchant_id = ${merchantId} AND id = ${id} AND provider_check_at = ${nextCheckAt}`;
  }

  async function updateCursor(
    { merchantId, providerConfigId, leaseToken }: ProviderCursor,
    { readUntil, gap }: CursorPosition,
    set: Sql,
  ): Promise<boolean> {
    const count = await db.$executeRaw`
      UPDATE provider_cursor
      SET read_until = ${readUntil},
          gap_from = COALESCE(${gap?.from ?? null}, gap_from),
          gap_until = COALESCE(${gap?.until ?? null}, gap_until), ${set}
      WHERE merchant_id = ${merchantId} AND psp_config_id = ${providerConfigId}
        AND lease_token = ${leaseToken}`;
    return count === 1;
  }

  return {
    /**
     * Claims attempts due for a check, at most `FEW_PER_MERCHANT` of each merchant. The older an attempt, the later
     * its next check.
     */
    claimAttemptChecks: (lease: Lease, merchants: readonly DueMerchant[]) =>
      claimRows<AttemptToCheck>(source, 'attempt_checks', lease, merchants, {
        perMerchant: FEW_PER_MERCHANT,
        times: {
          next_check: sql`now() + LEAST(interval '1 hour',
            GREATEST(interval '1 minute', (now() - updated_at) / 4))`,
        },
        set: sql`provider_check_at = due.due_next_check`,
        returning: sql`
          t.merchant_id AS "merchantId", t.mode, t.id, t.proxy_session_id AS "proxySessionId",
          t.provider_check_at AS "nextCheckAt", t.lease_token AS "leaseToken"`,
      }),

    /** Releases an attempt, which may have become due again in the meantime. */
    finishAttemptCheck: (attempt: AttemptToCheck) => releaseRow(db, 'acquisition_attempt', attempt),

    /** Cancels the next check of a claimed attempt, unless it was scheduled after the claim. */
    cancelAttemptCheck: (attempt: AttemptToCheck) => setNextCheck(attempt, sql`NULL`),

    /** Postpones the next check of a claimed attempt, unless it was scheduled after the claim. */
    postponeAttemptCheck: (attempt: AttemptToCheck, seconds: number) =>
      setNextCheck(attempt, sql`now() + make_interval(secs => ${seconds})`),

    /**
     * Claims subscriptions that have not ended: first those whose period ended an hour ago without a read
     * of the next one, then those not read for `unreadSeconds`. Of both, at most `FEW_PER_MERCHANT` of each
     * merchant.
     */
    async claimSubscriptions(
      lease: Lease,
      unreadSeconds: number,
      merchants: readonly DueMerchant[],
    ): Promise<SubscriptionToRead[]> {
      const claim = (queue: DueQueue, limit: number) =>
        claimRows<SubscriptionToRead>(source, 'subscriptions', { ...lease, limit }, merchants, {
          queue,
          perMerchant: FEW_PER_MERCHANT,
          returning: sql`
            t.merchant_id AS "merchantId", t.mode, t.id, t.proxy_session_id AS "proxySessionId",
            t.attempt_id AS "attemptId", t.last_synced_at AS "lastSyncedAt",
            EXTRACT(epoch FROM due.due_now - t.last_synced_at)::float8 AS "unreadSeconds",
            t.lease_token AS "leaseToken"`,
        });
      const stale = await claim(subscriptionsToRenew, lease.limit);
      if (stale.length === lease.limit) return stale;
      const unread = await claim(unreadSubscriptions(unreadSeconds), lease.limit - stale.length);
      return [...stale, ...unread];
    },

    /** Releases a subscription; after a failed read `inSeconds` delays the next one. */
    finishSubscription: (subscription: SubscriptionToRead, inSeconds: number) =>
      releaseRow(db, 'subscription', subscription, inSeconds),

    /** Adds cursors for new accounts. */
    addProviderCursors: () => addProviderCursors(db, shards),

    /** Claims the cursors due for reading, at most `FEW_PER_MERCHANT` of each merchant. */
    claimProviderCursors: (lease: Lease, merchants: readonly DueMerchant[]) =>
      claimRows<ProviderCursor>(source, 'provider_cursors', lease, merchants, {
        perMerchant: FEW_PER_MERCHANT,
        returning: sql`
          t.merchant_id AS "merchantId", t.mode, t.psp_config_id AS "providerConfigId",
          t.read_until AS "readUntil", t.failures, t.lease_token AS "leaseToken",
          ${lease.seconds}::int AS "leaseSeconds", due.due_now AS "now"`,
      }),

    /** Stores the position of a read that continues, and renews its lease; false when the lease has passed to another worker. */
    advanceProviderCursor: (cursor: ProviderCursor, position: CursorPosition): Promise<boolean> =>
      updateCursor(
        cursor,
        position,
        sql`leased_until = now() + make_interval(secs => ${cursor.leaseSeconds})`,
      ),

    /** Stores the new position and ends the lease; false when the lease has passed to another worker. */
    finishProviderCursor: (
      cursor: ProviderCursor,
      { failures, nextInSeconds, ...position }: CursorOutcome,
    ): Promise<boolean> =>
      updateCursor(
        cursor,
        position,
        sql`failures = ${failures}, due_at = now() + make_interval(secs => ${nextInSeconds}),
            lease_token = NULL, leased_until = NULL`,
      ),

    /** Stores the events that are not stored yet and returns how many those were. */
    insertMissedEvents: (events: readonly ProviderEventRecord[]) =>
      insertProviderEvents(db, events),
  };
}

/**
 * Adds cursors for new accounts. A cursor begins when its account was connected. It is due at once, so
 * its time is truncated: the column would round it up, to after the next claim.
 */
async function addProviderCursors(db: Connection, shards: Shards): Promise<void> {
  const operation = 'add_provider_cursors';
  const accounts: { merchantId: string; id: string }[] = [];
  await onAllShards(shards, operation, async (ofShard) => {
    const rows = await db.$queryRaw<typeof accounts>`
      SELECT c.merchant_id AS "merchantId", c.id FROM psp_config c
      LEFT JOIN provider_cursor p ON p.merchant_id = c.merchant_id AND p.psp_config_id = c.id
        ${ofShard('p.merchant_id')}
      WHERE p.merchant_id IS NULL ${ofShard('c.merchant_id')}`;
    accounts.push(...rows);
  });
  const getMerchant = ({ merchantId }: (typeof accounts)[number]) => merchantId;
  await forItemsOfEachShard(shards, operation, accounts, getMerchant, async (some) => {
    for (const { merchantId, id } of some) {
      await db.$executeRaw`
        INSERT INTO provider_cursor (merchant_id, psp_config_id, mode, read_until, due_at)
        SELECT merchant_id, id, mode, created_at, date_trunc('milliseconds', now())
        FROM psp_config WHERE merchant_id = ${merchantId} AND id = ${id}
        ON CONFLICT DO NOTHING`;
    }
  });
}
