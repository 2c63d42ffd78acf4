import type { AcquisitionAttemptId, ProxySessionId, PspConfigId } from '@parley/domain';
import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';
import { claimRows, type Lease } from './leases.ts';
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
  /** Takes attempts that are due for a check; each is due again later, the longer it has stood. */
  claimAttemptChecks(limit: number): Promise<AttemptToCheck[]>;
  claimProviderCursors(lease: Lease): Promise<ProviderCursor[]>;
  /** False when the lease is no longer ours. */
  finishProviderCursor(cursor: ProviderCursor, outcome: CursorOutcome): Promise<boolean>;
  /** How many of these events were not kept yet. */
  keepMissedEvents(events: readonly ProviderEventRecord[]): Promise<number>;
  replayParkedEvents(limit: number): Promise<number>;
}

export function providerSweeps(
  db: Connection,
  translated: <T>(work: () => Promise<T>) => Promise<T>,
): ProviderSweeps {
  return {
    claimAttemptChecks: (limit) => translated(() => claimAttemptChecks(db, limit)),
    claimProviderCursors: (lease) => translated(() => claimProviderCursors(db, lease)),
    finishProviderCursor: (cursor, outcome) =>
      translated(() => finishProviderCursor(db, cursor, outcome)),
    keepMissedEvents: (events) => translated(() => insertMissedEvents(db, events)),
    replayParkedEvents: (limit) => translated(() => replayParkedEvents(db, limit)),
  };
}

/** Candidates are selected without a lock and taken by a guarded update; the next check is the lease. */
function claimAttemptChecks(db: Connection, limit: number): Promise<AttemptToCheck[]> {
  return db.$queryRaw<AttemptToCheck[]>`
    UPDATE acquisition_attempt a
    SET provider_check_at = now() + LEAST(interval '1 hour',
      GREATEST(interval '1 minute', (now() - a.updated_at) / 4))
    FROM (
      SELECT merchant_id, id FROM acquisition_attempt WHERE provider_check_at <= now()
      ORDER BY provider_check_at LIMIT ${limit}
    ) due
    WHERE a.merchant_id = due.merchant_id AND a.id = due.id AND a.provider_check_at <= now()
    RETURNING a.merchant_id AS "merchantId", a.mode, a.id, a.proxy_session_id AS "proxySessionId"`;
}

/** An account begins where it was connected. */
async function claimProviderCursors(db: Connection, lease: Lease): Promise<ProviderCursor[]> {
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
