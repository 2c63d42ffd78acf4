import type { ProxySessionId } from '@parley/domain';
import type { DueMerchant, FindAll } from '../queues/due-merchants.ts';
import { receiptMails } from '../queues/due-queues.ts';
import { claimRows, type Lease } from '../queues/leases.ts';
import type { Client } from '../sql/client.ts';
import { translateErrors } from '../sql/errors.ts';
import type { Scope } from '../sql/records.ts';
import type { Shards } from '../sql/shards.ts';
import { sql } from '../sql/sql.ts';

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
export function receiptMailQueue(db: Client, findAll: FindAll, shards: Shards) {
  const ofClaim = ({ merchantId, mode, proxySessionId, leaseToken }: ClaimedReceipt) => sql`
    merchant_id = ${merchantId} AND mode = ${mode} AND proxy_session_id = ${proxySessionId}
    AND lease_token = ${leaseToken}`;
  return {
    /** The first receipt of every merchant comes before the second of any. */
    claimReceipts: (lease: Lease, merchants?: readonly DueMerchant[]): Promise<ClaimedReceipt[]> =>
      translateErrors(async () => {
        const due = merchants ?? (await findAll('receipt_mails'));
        return claimRows(db, { shards, queue: receiptMails, merchants: due }, lease, {
          perMerchant: lease.limit,
          set: sql`attempts = t.attempts + 1`,
          times: { age: sql`EXTRACT(epoch FROM now() - created_at)::float8` },
          returning: sql`t.merchant_id AS "merchantId", t.mode,
            t.proxy_session_id AS "proxySessionId", t.lease_token AS "leaseToken",
            t.attempts AS attempt, due.due_age AS "ageSeconds"`,
        });
      }),

    /** Ends the work on a receipt for good. Does nothing if another worker has claimed it since. */
    finishReceipt: (receipt: ClaimedReceipt, outcome: ReceiptOutcome): Promise<void> =>
      translateErrors(async () => {
        await db.$executeRaw`
          UPDATE receipt_mail SET outcome = ${outcome}, finished_at = now(), lease_token = NULL,
            leased_until = NULL
          WHERE ${ofClaim(receipt)}`;
      }),

    /** Makes a receipt due again. Does nothing if another worker has claimed it since. */
    retryReceipt: (receipt: ClaimedReceipt, inSeconds: number): Promise<void> =>
      translateErrors(async () => {
        await db.$executeRaw`
          UPDATE receipt_mail SET due_at = now() + make_interval(secs => ${inSeconds}),
            lease_token = NULL, leased_until = NULL
          WHERE ${ofClaim(receipt)}`;
      }),
  };
}
