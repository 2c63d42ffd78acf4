import type { LoadedSession } from '@parley/db';
import { isOpen } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { loadSession } from '../session/get-session.ts';
import { changeSession } from '../session/session-change.ts';
import { type PayerPage, payerPageView } from './payer-page.ts';

/** The page together with what its document needs before anything else. */
export interface OpenedPayerPage extends PayerPage {
  /** Where the provider's script comes from; null while the merchant has no provider account. */
  readonly provider_script_url: string | null;
}

/**
 * The page as the payer sees it now, without recording anything.
 * @throws DomainError not_found
 */
export async function getPayerPage(
  deps: Deps,
  caller: Caller,
  input: { id: string },
): Promise<OpenedPayerPage> {
  const loaded = await loadSession(deps, caller, input.id);
  return withScript(deps, caller, loaded, payerPageView(loaded));
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
): Promise<OpenedPayerPage> {
  const loaded = await loadSession(deps, caller, input.id);
  const { status, expiresAt } = loaded.session;
  if (!isOpen(status) || status === 'payer_opened' || expiresAt <= loaded.now) {
    return withScript(deps, caller, loaded, payerPageView(loaded));
  }
  const page = await changeSession(deps, caller, input.id, (change) => {
    if (isOpen(change.session.status) && !change.deadlinePassed) change.command('open');
    return payerPageView(change.loaded);
  });
  return withScript(deps, caller, loaded, page);
}

/** The script of the account the attempt is at, else of the one that takes new attempts. */
async function withScript(
  deps: Deps,
  caller: Caller,
  { attempt }: LoadedSession,
  page: PayerPage,
): Promise<OpenedPayerPage> {
  const configs = deps.database.forScope(caller).pspConfigs;
  return { ...page, provider_script_url: await configs.findScriptUrl(attempt.merchantPspConfigId) };
}
