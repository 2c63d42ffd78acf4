import type { ProxySessionId } from '@parley/domain';
import { receiptMailQueue } from '../payments/receipt-mails.ts';
import type { DueMerchant } from '../queues/due-merchants.ts';
import { type ClaimSource, claimRows, FEW_PER_MERCHANT, type Lease } from '../queues/leases.ts';
import type { Scope } from '../sql/records.ts';
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
export function dueSessions(source: ClaimSource) {
  return {
    ...receiptMailQueue(source),

    /** Claims open sessions whose `expires_at` has passed, oldest first, and at most `EXPIRED_PER_MERCHANT` of each merchant. */
    claimExpired: (lease: Lease, merchants: readonly DueMerchant[]) =>
      claimRows<DueSession>(source, 'expired_sessions', lease, merchants, {
        perMerchant: EXPIRED_PER_MERCHANT,
        returning: sql`t.merchant_id AS "merchantId", t.mode, t.id`,
      }),

    /**
     * Claims sessions whose reserved attempt has no root object although its retry deadline has passed, at most
     * `FEW_PER_MERCHANT` of each merchant.
     */
    claimOverdueReservations: (lease: Lease, merchants: readonly DueMerchant[]) =>
      claimRows<DueSession>(source, 'overdue_reservations', lease, merchants, {
        perMerchant: FEW_PER_MERCHANT,
        returning: sql`t.merchant_id AS "merchantId", t.mode, t.proxy_session_id AS id`,
      }),
  };
}
