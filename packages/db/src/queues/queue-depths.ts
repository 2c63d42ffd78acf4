import type { Connection } from '../sql/client.ts';
import { type Sql, sql } from '../sql/sql.ts';
import { isNotSuspended } from './due-queues.ts';

/** Pending work per queue. Counts stop at `MAX_COUNT`. */
export interface QueueDepths {
  /** Events that have not been fanned out, without those of suspended merchants. */
  readonly outboxWaiting: number;
  /** Age of the oldest event that has not been fanned out, in seconds; without those that are set aside. */
  readonly outboxLagSeconds: number;
  /** Merchants whose events are set aside because their fan-out failed. */
  readonly merchantsSetAside: number;
  readonly providerEventsWaiting: number;
  /** Age of the oldest provider event that is waiting, in seconds. */
  readonly providerEventLagSeconds: number;
  readonly providerEventsParked: number;
  readonly providerEventsFailed: number;
  readonly merchantsWithFailedEvents: number;
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

/** The number of rows, up to `MAX_COUNT`. */
const count = (rows: Sql): Sql =>
  sql`(SELECT count(*)::int FROM (SELECT 1 FROM ${rows} LIMIT ${MAX_COUNT}) AS counted)`;

/** The age of the oldest row in seconds; 0 without rows. */
const lag = (time: Sql, rows: Sql): Sql =>
  sql`(SELECT COALESCE(EXTRACT(epoch FROM now() - min(${time})), 0)::float8 FROM ${rows})`;

/** Counts pending work of all merchants, using tables and partial indexes that contain nothing else. */
export async function readQueueDepths(db: Connection): Promise<QueueDepths> {
  const outbox = sql`outbox_waiting WHERE NOT held`;
  const isSetAside = sql`
    EXISTS (SELECT 1 FROM fan_out_failure f WHERE f.merchant_id = outbox_waiting.merchant_id)`;
  const receipts = sql`receipt_mail WHERE outcome IS NULL`;
  const events = (status: Sql) => sql`provider_event WHERE status = ${status}`;
  const [row] = await db.$queryRaw<Omit<QueueDepths, keyof MailDepth | 'webhookLagSeconds'>[]>`
    SELECT ${count(outbox)} AS "outboxWaiting",
      ${lag(sql`created_at`, sql`${outbox} AND NOT ${isSetAside}`)} AS "outboxLagSeconds",
      ${count(sql`fan_out_failure`)} AS "merchantsSetAside",
      ${count(events(sql`'waiting'`))} AS "providerEventsWaiting",
      ${lag(sql`received_at`, events(sql`'waiting'`))} AS "providerEventLagSeconds",
      ${count(events(sql`'parked'`))} AS "providerEventsParked",
      ${count(events(sql`'failed'`))} AS "providerEventsFailed",
      ${count(sql`(SELECT DISTINCT merchant_id FROM ${events(sql`'failed'`)}) AS merchants`)}
        AS "merchantsWithFailedEvents",
      ${count(sql`webhook_delivery WHERE status = 'waiting'`)} AS "deliveriesWaiting",
      ${count(receipts)} AS "receiptsWaiting",
      ${lag(sql`created_at`, receipts)} AS "receiptLagSeconds"`;
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
  const mails = sql`mail_outbox WHERE created_at <= now()`;
  const [row] = await db.$queryRaw<MailDepth[]>`
    SELECT ${count(mails)} AS "mailsWaiting", ${lag(sql`created_at`, mails)} AS "mailLagSeconds"`;
  return row;
}
