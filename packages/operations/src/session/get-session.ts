import type { MerchantSession, PayerSafeSession } from '@parley/contract';
import type { Scope } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import { getCallerSettings } from '../request/caller-settings.ts';
import type { Deps } from '../request/deps.ts';
import { sessionNotFound } from '../session-change/load-session.ts';
import { merchantSessionView, payerSafeSessionView } from '../session-change/session-view.ts';

/**
 * The merchant's view. Source: interface 4.5.
 * @throws DomainError not_found
 */
export async function getMerchantSession(
  deps: Deps,
  scope: Scope,
  input: { id: string },
): Promise<MerchantSession> {
  const session = await deps.database.sessionViews.findWithCarts(scope, input.id);
  if (!session) throw sessionNotFound();
  return merchantSessionView(session);
}

/**
 * The payer-safe view. Source: interface 4.3.
 * @throws DomainError not_found
 */
export async function getPayerSafeSession(
  deps: Deps,
  caller: Caller,
  input: { id: string },
): Promise<PayerSafeSession> {
  const [session, merchant] = await Promise.all([
    deps.database.sessionViews.find(caller, input.id),
    getCallerSettings(deps, caller),
  ]);
  if (!session) throw sessionNotFound();
  return payerSafeSessionView(session, merchant);
}
