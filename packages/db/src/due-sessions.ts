import type { ProxySessionId } from '@parley/domain';
import { claimSkippingLocked } from './claim-skipping-locked.ts';
import type { Client, Connection } from './client.ts';
import { Prisma } from './generated/client.ts';
import { type ClaimRows, claimRows, type Lease } from './leases.ts';
import type { Scope } from './records.ts';

/** A session that needs work now. */
export interface DueSession extends Scope {
  readonly id: ProxySessionId;
}

/**
 * Sessions of all merchants that need work because a deadline has passed. Successful work makes the
 * row no longer due; after a failure the row is claimed again once the lease has expired.
 */
export type DueSessions = ReturnType<typeof dueSessions>;

export function dueSessions(client: Client) {
  return {
    claimExpired: (lease: Lease) =>
      claimSkippingLocked(client, (db, claim) => claimExpired(db, lease, claim)),
    claimOverdueReservations: (lease: Lease) =>
      claimSkippingLocked(client, (db, claim) => claimOverdueReservations(db, lease, claim)),
  };
}

/** Maximum number of expired sessions of one merchant per claim, which one statement reads. */
const EXPIRED_PER_MERCHANT = 200;

/** Claims open sessions whose `expires_at` has passed, oldest first, and a share of each merchant's. */
export function claimExpired(
  db: Connection,
  lease: Lease,
  claim: ClaimRows = claimRows,
): Promise<DueSession[]> {
  return claim<DueSession>(db, { name: 'proxy_session', keys: ['merchant_id', 'id'] }, lease, {
    ready: Prisma.sql`status IN ('created', 'payer_handoff_pending', 'payer_opened')
      AND expires_at <= now()`,
    order: Prisma.sql`expires_at`,
    share: { perMerchant: EXPIRED_PER_MERCHANT },
    returning: Prisma.sql`t.merchant_id AS "merchantId", t.mode, t.id`,
  });
}

/** Claims sessions whose reserved attempt has no root object although its retry deadline has passed. */
export function claimOverdueReservations(
  db: Connection,
  lease: Lease,
  claim: ClaimRows = claimRows,
): Promise<DueSession[]> {
  return claim<DueSession>(
    db,
    { name: 'acquisition_attempt', keys: ['merchant_id', 'id'] },
    lease,
    {
      ready: Prisma.sql`status = 'reserved' AND provider_retry_not_after <= now()`,
      order: Prisma.sql`provider_retry_not_after`,
      returning: Prisma.sql`t.merchant_id AS "merchantId", t.mode, t.proxy_session_id AS id`,
    },
  );
}
