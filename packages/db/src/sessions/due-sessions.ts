import type { ProxySessionId } from '@parley/domain';
import { receiptMailQueue } from '../payments/receipt-mails.ts';
import type { DueMerchant, FindAll } from '../queues/due-merchants.ts';
import { expiredSessions, overdueReservations } from '../queues/due-queues.ts';
import { claimRows, FEW_PER_MERCHANT, type Lease } from '../queues/leases.ts';
import type { Client, Connection } from '../sql/client.ts';
import { translateErrors } from '../sql/errors.ts';
import type { Scope } from '../sql/records.ts';
import type { Shards } from '../sql/shards.ts';
import { sql } from '../sql/sql.ts';

/** A session that needs work now. */
export interface DueSession extends Scope {
  readonly id: ProxySessionId;
}

/** Maximum number of expired sessions of one merchant per claim, which one statement reads. */
const EXPIRED_PER_MERCHANT = 200;

/**
 * Sessions that need work: a deadline has passed, or a receipt waits. Successful work makes the row no longer due;
 * after a failure the row is claimed again once the lease has expired.
 */
export type DueSessions = ReturnType<typeof dueSessions>;

/** @param findAll finds all merchants with due rows, for claims without given merchants */
export function dueSessions(client: Client, findAll: FindAll, shards: Shards) {
  return {
    ...receiptMailQueue(client, findAll, shards),
    claimExpired: (lease: Lease, merchants?: readonly DueMerchant[]) =>
      translateErrors(async () =>
        claimExpired(client, shards, lease, merchants ?? (await findAll('expired_sessions'))),
      ),
    claimOverdueReservations: (lease: Lease, merchants?: readonly DueMerchant[]) =>
      translateErrors(async () =>
        claimOverdueReservations(
          client,
          shards,
          lease,
          merchants ?? (await findAll('overdue_reservations')),
        ),
      ),
  };
}

/** Claims open sessions whose `expires_at` has passed, oldest first, and at most `EXPIRED_PER_MERCHANT` of each merchant. */
export function claimExpired(
  db: Connection,
  shards: Shards,
  lease: Lease,
  merchants: readonly DueMerchant[],
): Promise<DueSession[]> {
  return claimRows<DueSession>(db, { shards, queue: expiredSessions, merchants }, lease, {
    perMerchant: EXPIRED_PER_MERCHANT,
    returning: sql`t.merchant_id AS "merchantId", t.mode, t.id`,
  });
}

/**
 * Claims sessions whose reserved attempt has no root object although its retry deadline has passed, at most
 * `FEW_PER_MERCHANT` of each merchant.
 */
export function claimOverdueReservations(
  db: Connection,
  shards: Shards,
  lease: Lease,
  merchants: readonly DueMerchant[],
): Promise<DueSession[]> {
  return claimRows<DueSession>(db, { shards, queue: overdueReservations, merchants }, lease, {
    perMerchant: FEW_PER_MERCHANT,
    returning: sql`t.merchant_id AS "merchantId", t.mode, t.proxy_session_id AS id`,
  });
}
