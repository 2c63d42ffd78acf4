import type { ProxySessionId } from '@parley/domain';
import type { Connection } from './client.ts';
import type { Scope } from './records.ts';

export interface DueSession extends Scope {
  readonly id: ProxySessionId;
}

/** Open sessions whose deadline has passed and whose attempt does not hold them, oldest first. */
export async function findExpiredSessions(db: Connection, limit: number): Promise<DueSession[]> {
  return db.$queryRaw<DueSession[]>`
    SELECT s.merchant_id AS "merchantId", s.mode, s.id
    FROM proxy_session s
    JOIN acquisition_attempt a
      ON a.merchant_id = s.merchant_id AND a.proxy_session_id = s.id AND a.is_current
    WHERE s.status IN ('created', 'payer_handoff_pending', 'payer_opened') AND s.expires_at <= now()
      AND a.status NOT IN ('processing', 'unknown')
    ORDER BY s.expires_at LIMIT ${limit}`;
}

/** Sessions whose reserved attempt has no root object though its retry deadline has passed. */
export async function findLostAttempts(db: Connection, limit: number): Promise<DueSession[]> {
  return db.$queryRaw<DueSession[]>`
    SELECT a.merchant_id AS "merchantId", a.mode, a.proxy_session_id AS id
    FROM acquisition_attempt a
    WHERE a.status = 'reserved' AND a.provider_retry_not_after <= now()
    ORDER BY a.provider_retry_not_after LIMIT ${limit}`;
}
