import { randomUUID } from 'node:crypto';
import type { MerchantId } from '@parley/domain';
import type { Client, Connection } from './client.ts';
import { translateErrors } from './errors.ts';

/** A message to one address. */
export interface OutgoingMail {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A message that this process tries to send. */
export interface ClaimedMail extends OutgoingMail {
  readonly merchantId: MerchantId;
  readonly id: string;
  /** The number of this attempt. It proves the claim: a later attempt has a higher one. */
  readonly attempt: number;
  /** Seconds from the time at which the message was written to the end of the claim. */
  readonly ageSeconds: number;
}

/** The messages of one merchant. */
export function mailOutboxRepository(db: Connection, merchantId: MerchantId) {
  return {
    /** Adds messages, which are sent after the commit. */
    async add(mails: readonly OutgoingMail[]): Promise<void> {
      if (mails.length === 0) return;
      await db.mailOutbox.createMany({
        data: mails.map((mail) => ({ ...mail, merchantId, id: randomUUID() })),
      });
    },
  };
}

/** The messages of all merchants, which any number of workers send. */
export function mailQueue({ client }: { readonly client: Client }) {
  return {
    /**
     * Claims messages whose next attempt is due, those due for the longest time first.
     * @param seconds after which an attempt that has not finished counts as lost
     */
    claim: (limit: number, seconds: number): Promise<ClaimedMail[]> =>
      translateErrors(
        () => client.$queryRaw<ClaimedMail[]>`
          UPDATE mail_outbox SET attempts = attempts + 1,
            due_at = now() + make_interval(secs => ${seconds})
          WHERE (merchant_id, id) IN (
            SELECT merchant_id, id FROM mail_outbox WHERE due_at <= now()
            ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
          RETURNING merchant_id AS "merchantId", id, recipient, subject, text, html,
            attempts AS attempt, EXTRACT(epoch FROM due_at - created_at)::float8 AS "ageSeconds"`,
      ),

    /** Removes a message that was sent or given up. Does nothing if another worker has claimed it since. */
    remove: ({ merchantId, id, attempt }: ClaimedMail): Promise<void> =>
      translateErrors(async () => {
        const where = { merchantId, id, attempts: attempt };
        await client.mailOutbox.deleteMany({ where });
      }),

    /** Removes messages that were written longer ago, and returns how many. */
    removeOlderThan: (seconds: number): Promise<number> =>
      translateErrors(
        () => client.$executeRaw`
          DELETE FROM mail_outbox WHERE created_at < now() - make_interval(secs => ${seconds})`,
      ),

    /** Makes a message due again. Does nothing if another worker has claimed it since. */
    retry: ({ merchantId, id, attempt }: ClaimedMail, inSeconds: number): Promise<void> =>
      translateErrors(async () => {
        await client.$executeRaw`
          UPDATE mail_outbox SET due_at = now() + make_interval(secs => ${inSeconds})
          WHERE merchant_id = ${merchantId} AND id = ${id} AND attempts = ${attempt}`;
      }),
  };
}
