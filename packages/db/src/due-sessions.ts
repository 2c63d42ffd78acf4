import type { ProxySessionId } from '@parley/domain';
import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';
import { claimRows, type Lease } from './leases.ts';
import type { Scope } from './records.ts';

/** A session somebody has to look at now. */
export interface DueSession extends Scope {
  readonly id: ProxySessionId;
}

/**
 * Work that time alone makes, over all merchants. What is done with it ends its being due; what
 * could not be done is left alone until the lease ends, so no lease has to be given back.
 */
export interface DueSessions {
  /** Takes open sessions whose deadline has passed, oldest first. */
  claimExpired(lease: Lease): Promise<DueSession[]>;
  /** Takes sessions whose reserved attempt has no root object though its retry deadline has passed. */
  claimOverdueReservations(lease: Lease): Promise<DueSession[]>;
}

export function dueSessions(
  db: Connection,
  translated: <T>(work: () => Promise<T>) => Promise<T>,
): DueSessions {
  return {
    claimExpired: (lease) => translated(() => claimExpired(db, lease)),
    claimOverdueReservations: (lease) => translated(() => claimOverdueReservations(db, lease)),
  };
}

export function claimExpired(db: Connection, lease: Lease): Promise<DueSession[]> {
  return claimRows<DueSession>(db, { name: 'proxy_session', keys: ['merchant_id', 'id'] }, lease, {
    ready: Prisma.sql`status IN ('created', 'payer_handoff_pending', 'payer_opened')
      AND expires_at <= now()`,
    order: Prisma.sql`expires_at`,
    returning: Prisma.sql`t.merchant_id AS "merchantId", t.mode, t.id`,
  });
}

export function claimOverdueReservations(db: Connection, lease: Lease): Promise<DueSession[]> {
  return claimRows<DueSession>(
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
