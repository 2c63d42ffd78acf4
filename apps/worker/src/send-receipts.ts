import type { ClaimedReceipt, DueMerchant } from '@parley/db';
import type { Mailer } from '@parley/mail';
import { type Deps, getEmailedReceipt } from '@parley/operations';
import { negotiateLocale } from '@parley/payer-view/locale';
import { renderReceiptMail } from '@parley/payer-view/receipt-mail';
import type { Logger } from 'pino';
import { claimInSlots, type FairSlots } from './fair-slots.ts';
import { createLease } from './leases.ts';
import { judgeFailure, MAIL_BATCH, MAIL_LEASE_SECONDS, waitSeconds } from './send-mails.ts';

/** Receipts that one worker sends at once. A round claims half of them at most. */
export const MAX_RECEIPTS = 2 * MAIL_BATCH;

export interface ReceiptMailing {
  /** Without it, no receipt is sent. */
  readonly mailer?: Pick<Mailer, 'deliver'> | undefined;
  /** Whether receipts of test mode are sent too: only where emails reach no one outside. */
  readonly sendsTestMode: boolean;
}

/**
 * Begins to email the receipts that are due, in the given slots: the provider may have to return the address, and
 * an account that responds slowly does not delay the receipts of other merchants. Each is sent at least once: a
 * worker that crashes between sending a receipt and recording it sends it twice, with the same Message-ID. One that
 * fails is tried again after growing delays for three days, unless the SMTP server refuses its recipient for good.
 * @returns whether there may be more
 */
export async function sendReceipts(
  deps: Deps,
  { mailer, sendsTestMode }: ReceiptMailing,
  logger: Pick<Logger, 'warn' | 'error'>,
  slots: FairSlots,
  merchants: readonly DueMerchant[],
): Promise<boolean> {
  const { dueSessions } = deps.database;

  async function trySending(receipt: ClaimedReceipt): Promise<'sent' | 'skipped'> {
    if (!mailer || (receipt.mode === 'test' && !sendsTestMode)) return 'skipped';
    const found = await getEmailedReceipt(deps, receipt, { id: receipt.proxySessionId });
    if (!found) return 'skipped';
    const { content, headers } = renderReceiptMail(found.receipt, negotiateLocale(found.locale));
    await mailer.deliver(found.recipient, content, headers);
    return 'sent';
  }

  async function send(receipt: ClaimedReceipt): Promise<void> {
    const context = {
      merchant_id: receipt.merchantId,
      proxy_session_id: receipt.proxySessionId,
      attempt: receipt.attempt,
    };
    const outcome = await trySending(receipt).catch((error: unknown) => {
      const { level, isLast, outcome: next } = judgeFailure(error, receipt.ageSeconds);
      logger[level](
        { ...getFailure(error), ...context },
        `a receipt could not be emailed; ${next}`,
      );
      return isLast ? 'failed' : null;
    });
    const recorded = outcome
      ? dueSessions.finishReceipt(receipt, outcome)
      : dueSessions.retryReceipt(receipt, waitSeconds(receipt.attempt));
    // It is sent again when its lease ends.
    await recorded.catch((err: unknown) =>
      logger.error({ err, ...context }, 'the outcome of a receipt was not stored'),
    );
  }

  const receipts = await claimInSlots(slots, merchants, (served) => {
    const { free, taken: of } = slots;
    const lease = createLease(Math.min(MAIL_BATCH, free), MAIL_LEASE_SECONDS);
    return dueSessions.claimReceipts(lease, served, { of, free });
  });
  if (!receipts) return true;
  const sent = receipts.map((receipt) => slots.hold(receipt.merchantId, send(receipt)));
  await slots.wait(Promise.all(sent));
  return receipts.length > 0;
}

/** What the log has of a failure: the message of an SMTP server can quote the address of the payer. */
function getFailure(error: unknown): { code: unknown; response_code: unknown } {
  const { code, responseCode } = Object(error) as { code?: unknown; responseCode?: unknown };
  return { code, response_code: responseCode };
}
