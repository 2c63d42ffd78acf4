import type {
  AcquisitionAttemptId,
  ProxySessionId,
  PspConfigId,
  SubscriptionId,
} from '@parley/domain';
import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';
import { claimRows, type Lease, releaseRow } from './leases.ts';
import {
  insertMissedEvents,
  type ProviderEventRecord,
  replayParkedEvents,
} from './provider-events.ts';
import type { Scope } from './records.ts';

/** An attempt the provider is to be asked about. */
export interface AttemptToCheck extends Scope {
  readonly id: AcquisitionAttemptId;
  readonly proxySessionId: ProxySessionId;
  readonly leaseToken: string;
}

/** A subscription that is to be read again. */
export interface SubscriptionToRead extends Scope {
  readonly id: SubscriptionId;
  readonly proxySessionId: ProxySessionId;
  readonly attemptId: AcquisitionAttemptId;
  readonly lastSyncedAt: Date;
  /** Seconds since it was read last. */
  readonly unreadSeconds: number;
  readonly leaseToken: string;
}

/** How far one account's list of events has been read; held until its lease ends. */
export interface ProviderCursor extends Scope {
  readonly pspConfigId: PspConfigId;
  readonly readUntil: Date;
  readonly failures: number;
  readonly leaseToken: string;
  /** The database's clock. */
  readonly now: Date;
}

/** How a reading of the list ended. */
interface CursorOutcome {
  readonly readUntil: Date;
  /** What the list does not reach back to any more. */
  readonly gap?: { readonly from: Date; readonly until: Date };
  readonly failures: number;
  readonly nextInSeconds: number;
}

/** The work that finds what no event told, over all merchants. */
export interface ProviderSweeps {
  /** Takes attempts that are due for a check. */
  claimAttemptChecks(lease: Lease): Promise<AttemptToCheck[]>;
  /** Gives an attempt back; something may have made it due again meanwhile. */
  finishAttemptCheck(attempt: AttemptToCheck): Promise<boolean>;
  /** Takes subscriptions that have not ended: those whose period is over though nothing was heard of the next, then those not read for so long. */
  claimSubscriptions(lease: Lease, unreadSeconds: number): Promise<SubscriptionToRead[]>;
  /** Gives a subscription back, at once or, where it could not be read, in so many seconds. */
  finishSubscription(subscription: SubscriptionToRead, inSeconds: number): Promise<boolean>;
  claimProviderCursors(lease: Lease): Promise<ProviderCursor[]>;
  /** False when the lease is no longer ours. */
  finishProviderCursor(cursor: ProviderCursor, outcome: CursorOutcome): Promise<boolean>;
  /** How many of these events were not kept yet. */
  insertMissedEvents(events: readonly ProviderEventRecord[]): Promise<number>;
  replayParkedEvents(limit: number): Promise<number>;
}

export function providerSweeps(
  db: Connection,
  translated: <T>(work: () => Promise<T>) => Promise<T>,
): ProviderSweeps {
  return {
    claimAttemptChecks: (lease) => translated(() => claimAttemptChecks(db, lease)),
    finishAttemptCheck: (attempt) =>
      translated(() => releaseRow(db, 'acquisition_attempt', attempt)),
    claimSubscriptions: (lease, unreadSeconds) =>
      translated(() => claimSubscriptions(db, lease, unreadSeconds)),
    finishSubscription: (subscription, inSeconds) =>
      translated(() => releaseRow(db, 'subscription', subscription, inSeconds)),
    claimProviderCursors: (lease) => translated(() => claimProviderCursors(db, lease)),
    finishProviderCursor: (cursor, outcome) =>
      translated(() => finishProviderCursor(db, cursor, outcome)),
    insertMissedEvents: (events) => translated(() => insertMissedEvents(db, events)),
    replayParkedEvents: (limit) => translated(() => replayParkedEvents(db, limit)),
  };
}

/** Each is due again later, the longer it has stood. */
export function claimAttemptChecks(db: Connection, lease: Lease): Promise<AttemptToCheck[]> {
  return claimRows<AttemptToCheck>(
    db,
    { name: 'acquisition_attempt', keys: ['merchant_id', 'id'] },
    lease,
    {
      ready: Prisma.sql`provider_check_at <= now()`,
      order: Prisma.sql`provider_check_at`,
      set: Prisma.sql`provider_check_at = now() + LEAST(interval '1 hour',
        GREATEST(interval '1 minute', (now() - t.updated_at) / 4))`,
      returning: Prisma.sql`
        t.merchant_id AS "merchantId", t.mode, t.id, t.proxy_session_id AS "proxySessionId",
        t.lease_token AS "leaseToken"`,
    },
  );
}

export async function claimSubscriptions(
  db: Connection,
  lease: Lease,
  unreadSeconds: number,
): Promise<SubscriptionToRead[]> {
  const take = (limit: number, ready: Prisma.Sql, order: Prisma.Sql) =>
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
          EXTRACT(epoch FROM now() - t.last_synced_at)::float8 AS "unreadSeconds",
          t.lease_token AS "leaseToken"`,
      },
    );
  const stale = await take(
    lease.limit,
    Prisma.sql`last_synced_at < current_period_end
      AND current_period_end <= now() - interval '1 hour'`,
    Prisma.sql`current_period_end`,
  );
  if (stale.length === lease.limit) return stale;
  const unread = await take(
    lease.limit - stale.length,
    Prisma.sql`last_synced_at <= now() - make_interval(secs => ${unreadSeconds})`,
    Prisma.sql`last_synced_at`,
  );
  return [...stale, ...unread];
}

/** An account begins where it was connected. */
export async function claimProviderCursors(
  db: Connection,
  lease: Lease,
): Promise<ProviderCursor[]> {
  await db.$executeRaw`
    INSERT INTO provider_cursor (merchant_id, psp_config_id, mode, read_until, due_at)
    SELECT c.merchant_id, c.id, c.mode, c.created_at, now() FROM psp_config c
    WHERE NOT EXISTS (SELECT FROM provider_cursor p
      WHERE p.merchant_id = c.merchant_id AND p.psp_config_id = c.id)
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
        date_trunc('milliseconds', now()) AS "now"`,
    },
  );
}

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
