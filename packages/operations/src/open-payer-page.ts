import { isOpen } from '@parley/domain';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import { loadSession } from './get-session.ts';
import { type PayerPage, payerPageView } from './payer-page.ts';
import { changeSession } from './session-change.ts';

/**
 * The page as the payer sees it now, without recording anything.
 * @throws DomainError not_found
 */
export async function getPayerPage(
  deps: Deps,
  caller: Caller,
  input: { id: string },
): Promise<PayerPage> {
  return payerPageView(await loadSession(deps, caller, input.id));
}

/**
 * The page as the payer sees it now; the first sight of an open session is recorded. A session that
 * has ended is shown as it ended.
 * @throws DomainError not_found
 */
export async function openPayerPage(
  deps: Deps,
  caller: Caller,
  input: { id: string },
): Promise<PayerPage> {
  const loaded = await loadSession(deps, caller, input.id);
  const { status, expiresAt } = loaded.session;
  if (!isOpen(status) || status === 'payer_opened' || expiresAt <= loaded.now) {
    return payerPageView(loaded);
  }
  return changeSession(deps, caller, input.id, (change) => {
    if (isOpen(change.session.status) && !change.deadlinePassed) change.command('open');
    return payerPageView(change.loaded);
  });
}
