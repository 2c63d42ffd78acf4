import type {
  AcquisitionAttemptId,
  ProxySessionId,
  PspConfigId,
  SubscriptionId,
} from '@parley/domain';
import { claimSkippingLocked } from './claim-skipping-locked.ts';
import type { Client, Connection } from './client.ts';
import { translateErrors } from './errors.ts';
import { Prisma } from './generated/client.ts';
import { type ClaimRows, claimRows, type Lease, releaseRow } from './leases.ts';
import { insertProviderEvents } from './provider-event-inserts.ts';
import type { ProviderEventRecord } from './provider-events.ts';
import type { Scope } from './records.ts';

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
  readonly pspConfigId: PspConfigId;
  readonly readUntil: Date;
  readonly failures: number;
  readonly leaseToken: string;
  /** The database clock. */
  readonly now: Date;
}

/** The result of reading an account's event list. */
interface CursorOutcome {
  readonly readUntil: Date;
  /** A period whose events the provider no longer lists. */
  readonly gap?: { readonly from: Date; readonly until: Date };
  readonly failures: number;
  readonly nextInSeconds: number;
}

/** Queues of the reconciliation with the provider, over all merchants. */
export type ProviderSweeps = ReturnType<typeof providerSweeps>;

export function providerSweeps(db: Client) {
  return {
    claimAttemptChecks: (lease: Lease) =>
      claimSkippingLocked(db, (tx, claim) => claimAttemptChecks(tx, lease, claim)),
    /** Releases an attempt, which may have become due again in the meantime. */
    finishAttemptCheck: (attempt: AttemptToCheck) =>
      translateErrors(() => releaseRow(db, 'acquisition_attempt', attempt)),
    /** Cancels the next check of a claimed attempt, unless it was scheduled after the claim. */
    cancelAttemptCheck: (attempt: AttemptToCheck) =>
      translateErrors(() => cancelAttemptCheck(db, attempt)),
    claimSubscriptions: (lease: Lease, unreadSeconds: number) =>
      translateErrors(() => claimSubscriptions(db, lease, unreadSeconds)),
    /** Releases a subscription; after a failed read `inSeconds` delays the next one. */
    finishSubscription: (subscription: SubscriptionToRead, inSeconds: number) =>
      translateErrors(() => releaseRow(db, 'subscription', subscription, inSeconds)),
    claimProviderCursors: (lease: Lease) => translateErrors(() => claimProviderCursors(db, lease)),
    finishProviderCursor: (cursor: ProviderCursor, outcome: CursorOutcome) =>
      translateErrors(() => finishProviderCursor(db, cursor, outcome)),
    /** Stores the events that are not stored yet and returns how many those were. */
    insertMissedEvents: (events: readonly ProviderEventRecord[]) =>
      translateErrors(() => insertProviderEvents(db, events)),
  };
}

/** Claims attempts due for a check. The older an attempt, the later its next check. */
export function claimAttemptChecks(
  db: Connection,
  lease: Lease,
  claim: ClaimRows = claimRows,
): Promise<AttemptToCheck[]> {
  return claim<AttemptToCheck>(
    db,
    { name: 'acquisition_attempt', keys: ['merchant_id', 'id'] },
    lease,
    {
      ready: Prisma.sql`provider_check_at <= now()`,
      order: Prisma.sql`provider_check_at`,
      share: { perMerchant: lease.limit },
      times: {
        next_check: Prisma.sql`now() + LEAST(interval '1 hour',
          GREATEST(interval '1 minute', (now() - updated_at) / 4))`,
      },
      set: Prisma.sql`provider_check_at = due.due_next_check`,
      returning: Prisma.sql`
        t.merchant_id AS "merchantId", t.mode, t.id, t.proxy_session_id AS "proxySessionId",
        t.provider_check_at AS "nextCheckAt", t.lease_token AS "leaseToken"`,
    },
  );
}

async function cancelAttemptCheck(
  db: Connection,
  { merchantId, id, nextCheckAt }: AttemptToCheck,
): Promise<void> {
  await db.$executeRaw`
    UPDATE acquisition_attempt SET provider_check_at = NULL
    WHERE merchant_id = ${merchantId} AND id = ${id} AND provider_check_at = ${nextCheckAt}`;
}

/**
 * Claims subscriptions that have not ended: first those whose period ended an hour ago without news
 * of the next one, then those not read for `unreadSeconds`.
 */
export async function claimSubscriptions(
  db: Connection,
  lease: Lease,
  unreadSeconds: number,
): Promise<SubscriptionToRead[]> {
  const claim = (limit: number, ready: Prisma.Sql, order: Prisma.Sql) =>
    claimRows<SubscriptionToRead>(
      db,
      { name: 'subscription', keys: ['merchant_id', 'id'] },
      { ...lease, limit },
      {
        ready: Prisma.sql`ended_at IS NULL AND ${ready}`,
        order,
        returning: Prisma.sql`
          t.merchant_id AS "merchantId", t.mode, t.id, t.proxy_session_id AS "proxySessionId",
          t.attempt_id AS "attemptId", t.last_synced_at AS "lastSyncedAt",
          EXTRACT(epoch FROM due.due_now - t.last_synced_at)::float8 AS "unreadSeconds",
          t.lease_token AS "leaseToken"`,
      },
    );
  const stale = await claim(
    lease.limit,
    Prisma.sql`last_synced_at < current_period_end
      AND current_period_end <= now() - interval '1 hour'`,
    Prisma.sql`current_period_end`,
  );
  if (stale.length === lease.limit) return stale;
  const unread = await claim(
    lease.limit - stale.length,
    Prisma.sql`last_synced_at <= now() - make_interval(secs => ${unreadSeconds})`,
    Prisma.sql`last_synced_at`,
  );
  return [...stale, ...unread];
}

/**
 * Claims the cursors due for reading. The cursor of a new account begins when it was connected. It is
 * due at once, so its time is truncated: the column would round it up, to after the claim.
 */
export async function claimProviderCursors(
  db: Connection,
  lease: Lease,
): Promise<ProviderCursor[]> {
  await db.$executeRaw`
    INSERT INTO provider_cursor (merchant_id, psp_config_id, mode, read_until, due_at)
    SELECT c.merchant_id, c.id, c.mode, c.created_at, date_trunc('milliseconds', now())
    FROM psp_config c
    LEFT JOIN provider_cursor p ON p.merchant_id = c.merchant_id AND p.psp_config_id = c.id
    WHERE p.merchant_id IS NULL
    ON CONFLICT DO NOTHING`;
  return claimRows<ProviderCursor>(
    db,
    { name: 'provider_cursor', keys: ['merchant_id', 'psp_config_id'] },
    lease,
    {
      ready: Prisma.sql`due_at <= now()`,
      order: Prisma.sql`due_at`,
      returning: Prisma.sql`
        t.merchant_id AS "merchantId", t.mode, t.psp_config_id AS "pspConfigId",
        t.read_until AS "readUntil", t.failures, t.lease_token AS "leaseToken",
        due.due_now AS "now"`,
    },
  );
}

/** Stores the new position and ends the lease; false when the lease has passed to another worker. */
async function finishProviderCursor(
  db: Connection,
  cursor: ProviderCursor,
  { readUntil, gap, failures, nextInSeconds }: CursorOutcome,
): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE provider_cursor
    SET read_until = ${readUntil}, failures = ${failures},
        gap_from = COALESCE(${gap?.from ?? null}, gap_from),
        gap_until = COALESCE(${gap?.until ?? null}, gap_until),
        due_at = now() + make_interval(secs => ${nextInSeconds}),
        lease_token = NULL, leased_until = NULL
    WHERE merchant_id = ${cursor.merchantId} AND psp_config_id = ${cursor.pspConfigId}
      AND lease_token = ${cursor.leaseToken}`;
  return count === 1;
}
