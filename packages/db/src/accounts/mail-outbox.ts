import { randomUUID } from 'node:crypto';
import type { Connection } from '../sql/client.ts';

/** An email to one address. */
export interface OutgoingMail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** An email that this process tries to send. */
export interface ClaimedMail extends OutgoingMail {
  /** Whose change caused it: a merchant, or the user of an account. */
  readonly merchantId: string;
  readonly id: string;
  /** The number of this attempt. It proves the claim: a later attempt has a higher one. */
  readonly attempt: number;
  /** Seconds from the time at which the email was written to the end of the claim. */
  readonly ageSeconds: number;
}

/**
 * The emails that one merchant, or the account of one person, causes.
 * @param merchantId the merchant, or the id of the user
 */
export function mailOutboxRepository(db: Connection, merchantId: string) {
  return {
    /** Adds emails, which are sent after the commit. */
    async add(mails: readonly OutgoingMail[]): Promise<void> {
      if (mails.length === 0) return;
      await db.mailOutbox.createMany({
        data: mails.map((mail) => ({ ...mail, merchantId, id: randomUUID() })),
      });
    },

    /** Locks the emails about a topic until the end of the transaction, so that they can be counted. */
    async lockTopic(topic: string): Promise<void> {
      const key = `mail ${merchantId} ${topic}`;
      await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))::text`;
    },

    /**
     * Adds emails that are sent at a time, or replaces those about the same topic for that time. Requires
     * the lock of the topic. One that is being sent already stays, and the new one is sent after it.
     */
    async replaceAt(topic: string, at: Date, mails: readonly OutgoingMail[]): Promise<void> {
      const prefix = `${topic} ${at.toISOString()} `;
      await db.$executeRaw`
        DELETE FROM mail_outbox
        WHERE merchant_id = ${merchantId} AND starts_with(id, ${prefix}) AND attempts = 0`;
      await db.mailOutbox.createMany({
        data: mails.map((mail) => ({
          ...mail,
          merchantId,
          id: `${prefix}${randomUUID()}`,
          createdAt: at,
          dueAt: at,
        })),
      });
    },
  };
}

/** The emails of all merchants, which any number of workers send. */
export function mailQueue({ connection: db }: { readonly connection: Connection }) {
  return {
    /**
     * Claims emails whose next attempt is due: those of a merchant in the order in which they became due,
     * and of all merchants the same number as far as they have so many. If more merchants than `limit` have
     * emails, chance decides which of them have a turn, so that no backlog keeps others waiting.
     * @param seconds after which an attempt that has not finished counts as lost
     */
    claim: (limit: number, seconds: number): Promise<ClaimedMail[]> =>
      db.$queryRaw<ClaimedMail[]>`
        UPDATE mail_outbox SET attempts = attempts + 1,
          due_at = now() + make_interval(secs => ${seconds})
        WHERE (merchant_id, id) IN (
          SELECT merchant_id, id FROM (
            SELECT mail.merchant_id, mail.id, mail.due_at,
              row_number() OVER (PARTITION BY mail.merchant_id ORDER BY mail.due_at) AS turn
            FROM (
              SELECT merchant_id FROM mail_outbox WHERE due_at <= now()
              GROUP BY merchant_id ORDER BY random() LIMIT ${limit}
            ) due CROSS JOIN LATERAL (
              SELECT merchant_id, id, due_at FROM mail_outbox
              WHERE merchant_id = due.merchant_id AND due_at <= now()
              ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
            ) mail
          ) turns ORDER BY turn, due_at LIMIT ${limit})
        RETURNING merchant_id AS "merchantId", id, recipient, subject, text, html,
          attempts AS attempt, EXTRACT(epoch FROM due_at - created_at)::float8 AS "ageSeconds"`,

    /** Removes an email that was sent or given up. Does nothing if another worker has claimed it since. */
    async remove({ merchantId, id, attempt }: ClaimedMail): Promise<void> {
      await db.mailOutbox.deleteMany({ where: { merchantId, id, attempts: attempt } });
    },

    /** Removes emails that were written longer ago, and returns how many. */
    removeOlderThan: (seconds: number): Promise<number> =>
      db.$executeRaw`
        DELETE FROM mail_outbox WHERE created_at < now() - make_interval(secs => ${seconds})`,

    /** Makes an email due again. Does nothing if another worker has claimed it since. */
    async retry({ merchantId, id, attempt }: ClaimedMail, inSeconds: number): Promise<void> {
      await db.$executeRaw`
        UPDATE mail_outbox SET due_at = now() + make_interval(secs => ${inSeconds})
        WHERE merchant_id = ${merchantId} AND id = ${id} AND attempts = ${attempt}`;
    },
  };
}
