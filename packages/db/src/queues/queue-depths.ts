import type { Connection } from '../sql/client.ts';
import { sql } from '../sql/sql.ts';
import { isNotSuspended } from './due-queues.ts';

/** Pending work per queue. Counts stop at `MAX_COUNT`. */
export interface QueueDepths {
  /** Events that have not been fanned out, without those of suspended merchants. */
  readonly outboxWaiting: number;
  /** Age of the oldest event that has not been fanned out, in seconds. */
  readonly outboxLagSeconds: number;
  /** Merchants whose events are set aside because their fan-out failed. */
  readonly merchantsSetAside: number;
  readonly providerEventsWaiting: number;
  /** Age of the oldest provider event that is waiting, in seconds. */
  readonly providerEventLagSeconds: number;
  readonly providerEventsParked: number;
  readonly providerEventsFailed: number;
  readonly deliveriesWaiting: number;
  /** Seconds for which the oldest webhook queue of a merchant that is not suspended has been due; 0 if none is. */
  readonly webhookLagSeconds: number;
  readonly receiptsWaiting: number;
  /** Age of the oldest receipt that is not emailed, in seconds. */
  readonly receiptLagSeconds: number;
  /** Messages that the worker sends. */
  readonly mailsWaiting: number;
  /** Age of the oldest of them, in seconds. */
  readonly mailLagSeconds: number;
}

const MAX_COUNT = 10_000;

/** Counts pending work of all merchants, using tables and partial indexes that contain nothing else. */
export async function readQueueDepths(db: Connection): Promise<QueueDepths> {
  const [row] = await db.$queryRaw<Omit<QueueDepths, keyof MailDepth | 'webhookLagSeconds'>[]>`
    SELECT
      (SELECT count(*)::int FROM (
        SELECT 1 FROM outbox_waiting WHERE NOT held LIMIT ${MAX_COUNT}
      ) o) AS "outboxWaiting",
      (SELECT COALESCE(EXTRACT(epoch FROM now() - min(created_at)), 0)::float8
       FROM outbox_waiting WHERE NOT held) AS "outboxLagSeconds",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM fan_out_failure LIMIT ${MAX_COUNT}
      ) a) AS "merchantsSetAside",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM provider_event WHERE status = 'waiting' LIMIT ${MAX_COUNT}
      ) w) AS "providerEventsWaiting",
      (SELECT COALESCE(EXTRACT(epoch FROM now() - min(received_at)), 0)::float8
       FROM provider_event WHERE status = 'waiting') AS "providerEventLagSeconds",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM provider_event WHERE status = 'parked' LIMIT ${MAX_COUNT}
      ) p) AS "providerEventsParked",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM provider_event WHERE status = 'failed' LIMIT ${MAX_COUNT}
      ) f) AS "providerEventsFailed",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM webhook_delivery WHERE status = 'waiting' LIMIT ${MAX_COUNT}
      ) d) AS "deliveriesWaiting",
      (SELECT count(*)::int FROM (
        SELECT 1 FROM receipt_mail WHERE outcome IS NULL LIMIT ${MAX_COUNT}
      ) r) AS "receiptsWaiting",
      (SELECT COALESCE(EXTRACT(epoch FROM now() - min(created_at)), 0)::float8
       FROM receipt_mail WHERE outcome IS NULL) AS "receiptLagSeconds"`;
  const webhookLagSeconds = await readWebhookLag(db);
  const mails = await readMailDepth(db);
  if (!row || !mails) throw new Error('the count query returned no row');
  return { ...row, webhookLagSeconds, ...mails };
}

async function readWebhookLag(db: Connection): Promise<number> {
  const [row] = await db.$queryRaw<{ seconds: number }[]>`
    SELECT COALESCE(EXTRACT(epoch FROM now() - min(due_at)), 0)::float8 AS seconds
    FROM webhook_endpoint_queue
    WHERE due_at IS NOT NULL AND ${isNotSuspended(sql`merchant_id`)}`;
  return Math.max(0, row?.seconds ?? 0);
}

type MailDepth = Pick<QueueDepths, 'mailsWaiting' | 'mailLagSeconds'>;

/** A message that is written for later waits from then on. A statement of its own, because the table is on one node of a Citus cluster. */
async function readMailDepth(db: Connection): Promise<MailDepth | undefined> {
  const [row] = await db.$queryRaw<MailDepth[]>`
    SELECT
      (SELECT count(*)::int FROM (
        SELECT 1 FROM mail_outbox WHERE created_at <= now() LIMIT ${MAX_COUNT}) m) AS "mailsWaiting",
      (SELECT COALESCE(EXTRACT(epoch FROM now() - min(created_at)), 0)::float8
       FROM mail_outbox WHERE created_at <= now()) AS "mailLagSeconds"`;
  return row;
}
