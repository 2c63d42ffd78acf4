import type { ProxySessionId } from '@parley/domain';
import type { DueMerchant } from '../queues/due-merchants.ts';
import {
  type ClaimSource,
  claimRows,
  type Holding,
  holdingNothing,
  type Lease,
} from '../queues/leases.ts';
import type { Scope } from '../sql/records.ts';
import { type Sql, sql } from '../sql/sql.ts';

/** The receipt of a session that this worker tries to send. */
export interface ClaimedReceipt extends Scope {
  readonly proxySessionId: ProxySessionId;
  readonly leaseToken: string;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  /** Seconds since the session was paid. */
  readonly ageSeconds: number;
}

/** skipped: there was nothing to send, or no one to send it to. */
export type ReceiptOutcome = 'sent' | 'skipped' | 'failed';

/** The receipts that are to be emailed, over all merchants. */
export function receiptMailQueue(source: ClaimSource) {
  const update = async (receipt: ClaimedReceipt, set: Sql): Promise<void> => {
    const { merchantId, mode, proxySessionId, leaseToken } = receipt;
    await source.db.$executeRaw`
      UPDATE receipt_mail SET ${set}, lease_token = NULL, leased_until = NULL
      WHERE merchant_id = ${merchantId} AND mode = ${mode} AND proxy_session_id = ${proxySessionId}
        AND lease_token = ${leaseToken}`;
  };
  return {
    /**
     * The merchant with the fewest receipts in progress is first.
     * @param holding the receipts that the worker sends. By default none, and one merchant may get all
     */
    claimReceipts: (
      lease: Lease,
      merchants: readonly DueMerchant[],
      holding: Holding = holdingNothing(lease.limit),
    ) =>
      claimRows<ClaimedReceipt>(source, 'receipt_mails', lease, merchants, {
        holding,
        set: sql`attempts = t.attempts + 1`,
        times: { age: sql`EXTRACT(epoch FROM now() - created_at)::float8` },
        returning: sql`t.merchant_id AS "merchantId", t.mode,
          t.proxy_session_id AS "proxySessionId", t.lease_token AS "leaseToken",
          t.attempts AS attempt, due.due_age AS "ageSeconds"`,
      }),

    /** Ends the work on a receipt for good. Does nothing if another worker has claimed it since. */
    finishReceipt: (receipt: ClaimedReceipt, outcome: ReceiptOutcome) =>
      update(receipt, sql`outcome = ${outcome}, finished_at = now()`),

    /** Makes a receipt due again. Does nothing if another worker has claimed it since. */
    retryReceipt: (receipt: ClaimedReceipt, inSeconds: number) =>
      update(receipt, sql`due_at = now() + make_interval(secs => ${inSeconds})`),
  };
}
