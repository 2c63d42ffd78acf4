import { type ClaimedMail, type Database, mailQueue } from '@parley/db';
import type { Mailer } from '@parley/mail';
import type { Logger } from 'pino';

/** Emails of a kind that one worker sends at once. */
export const MAIL_BATCH = 10;
/** Seconds after which an attempt counts as lost. An SMTP server has 10 s for each of its responses. */
export const MAIL_LEASE_SECONDS = 300;
const MIN_WAIT_SECONDS = 15;
const MAX_WAIT_SECONDS = 3_600;
/** SMTP servers give up after days too. Later, the email is of no use. */
const MAX_AGE_SECONDS = 3 * 86_400;

/**
 * Sends the emails that are due. One that fails is tried again after growing delays for three days,
 * unless the SMTP server refuses its sender or recipient for good.
 * A worker that crashes between sending and removing an email sends it twice.
 * @returns whether there may be more
 */
export async function sendMails(
  database: Database,
  mailer: Pick<Mailer, 'deliver'>,
  logger: Pick<Logger, 'warn' | 'error'>,
): Promise<boolean> {
  const queue = mailQueue(database);
  const send = async (mail: ClaimedMail) => {
    const { merchantId, id, recipient, attempt, ageSeconds, ...content } = mail;
    try {
      await mailer.deliver(recipient, content);
    } catch (err) {
      const { level, isLast, outcome } = judgeFailure(err, ageSeconds);
      const context = { err, merchant_id: merchantId, mail_id: id, attempt };
      logger[level](context, `an email could not be sent; ${outcome}`);
      if (!isLast) return queue.retry(mail, waitSeconds(attempt));
    }
    return queue.remove(mail);
  };
  const mails = await queue.claim(MAIL_BATCH, MAIL_LEASE_SECONDS);
  await Promise.all(mails.map(send));
  return mails.length > 0;
}

/** Removes the emails that are too old to be sent, in an installation without a mailer. */
export async function removeOldMails(
  database: Database,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const removed = await mailQueue(database).removeOlderThan(MAX_AGE_SECONDS);
  if (removed > 0) logger.warn({ removed }, 'emails were removed unsent: SMTP_URL is not set');
}

/**
 * Decides whether an email that could not be sent is given up, and how that is logged.
 * @param ageSeconds its age in seconds
 */
export function judgeFailure(error: unknown, ageSeconds: number) {
  const isRefused = isPermanentRefusal(error);
  const isLast = isRefused || ageSeconds > MAX_AGE_SECONDS;
  const outcome = isLast ? 'it is given up' : 'it will be sent again';
  return { isLast, outcome, level: isRefused ? 'warn' : 'error' } as const;
}

/** An address that the SMTP server refused with 5xx. Refused credentials can be corrected meanwhile. */
function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error && 'responseCode' in error)) return false;
  const { code, responseCode } = error;
  return code === 'EENVELOPE' && Number(responseCode) >= 500 && Number(responseCode) < 600;
}

/** Seconds until the next attempt, after the given number of them. */
export const waitSeconds = (attempt: number) =>
  Math.min(MIN_WAIT_SECONDS * 2 ** (attempt - 1), MAX_WAIT_SECONDS);
