import type { SessionState } from '@parley/db';
import { isOpenNow } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/change-session.ts';
import { loadSession } from '../session-change/load-session.ts';
import type { PayerLink, PreparedPayment } from './payment-context.ts';
import { preparePayment } from './prepare-payment.ts';

export interface OpenPayerPageInput extends PayerLink {
  /** The language and region of the page. */
  readonly locale?: string | undefined;
}

/**
 * Records that the payer has opened the page, and prepares the payment. A cart that costs nothing is completed.
 * @throws DomainError not_found, provider_error
 */
export async function openPayerPage(
  deps: Deps,
  caller: Caller,
  input: OpenPayerPageInput,
): Promise<PreparedPayment> {
  await recordOpening(deps, caller, input);
  return preparePayment(deps, caller, input);
}

/**
 * Records the first time an open session is opened, and the language of the page if its receipt is emailed.
 * @throws DomainError not_found
 */
async function recordOpening(
  deps: Deps,
  caller: Caller,
  { id, locale: payerLocale }: Omit<OpenPayerPageInput, 'pk'>,
): Promise<void> {
  const loaded = await loadSession(deps, caller, id);
  const isNew = ({ session }: SessionState) => session.status !== 'payer_opened';
  const hasNewLocale = ({ session }: SessionState) =>
    session.emailsReceipt && payerLocale !== undefined && session.payerLocale !== payerLocale;
  const isChanged = isNew(loaded) || hasNewLocale(loaded);
  if (!isChanged || !isOpenNow(loaded.session, loaded.now)) return;
  await changeSession(deps, caller, id, (change) => {
    if (!isOpenNow(change.session, change.now)) return;
    if (payerLocale !== undefined && hasNewLocale(change.state)) {
      change.patchSession({ payerLocale });
    }
    change.command('open');
  });
}
