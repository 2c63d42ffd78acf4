import type { Connection } from '../sql/client.ts';
import { sql } from '../sql/sql.ts';
import { isDueForWorker } from './due-merchants.ts';
import { type DueKind, type DueQueue, dueQueues } from './due-queues.ts';

/** A merchant with rows of one kind that are due. */
export interface WaitingMerchant {
  readonly kind: DueKind;
  readonly merchantId: string;
  /** Rows that are due, without those beyond `MAX_ROWS` of all merchants. */
  readonly rows: number;
  /** When the oldest of them became due. */
  readonly since: Date;
}

/** Rows of a queue that are read at most, those that have been due for the longest time. */
const MAX_ROWS = 10_000;

/** Lists the merchants of all due rows, for each kind those that wait for the longest time first. */
export async function listWaitingMerchants(db: Connection): Promise<WaitingMerchant[]> {
  const found: WaitingMerchant[] = [];
  for (const [kind, queue] of Object.entries<DueQueue>(dueQueues)) {
    const rows = await db.$queryRaw<WaitingMerchant[]>`
      SELECT ${kind}::text AS kind, merchant_id AS "merchantId", count(*)::int AS rows,
        min(since) AS since
      FROM (
        SELECT merchant_id, ${queue.dueSince ?? queue.order} AS since FROM ${sql.raw(queue.table)}
        WHERE ${isDueForWorker(queue, {})}
        ORDER BY ${queue.order} LIMIT ${MAX_ROWS}
      ) due
      GROUP BY merchant_id ORDER BY since, merchant_id`;
    found.push(...rows);
  }
  return found;
}
