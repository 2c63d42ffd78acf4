import type { MerchantSession, PayerSafeSession } from '@parley/contract';
import type { Scope } from '@parley/db';
import type { Deps } from '../request/deps.ts';
import { loadSession } from '../session-change/load-session.ts';
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
  return merchantSessionView(await loadSession(deps, scope, input.id));
}

/**
 * The payer-safe view. Source: interface 4.3.
 * @throws DomainError not_found
 */
export async function getPayerSafeSession(
  deps: Deps,
  scope: Scope,
  input: { id: string },
): Promise<PayerSafeSession> {
  return payerSafeSessionView(await loadSession(deps, scope, input.id));
}
