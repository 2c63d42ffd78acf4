import type { Connection } from '../sql/client.ts';

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
  const [row] = await db.$queryRaw<Omit<QueueDepths, keyof MailDepth>[]>`
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
  const mails = await readMailDepth(db);
  if (!row || !mails) throw new Error('the count query returned no row');
  return { ...row, ...mails };
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
