import type { PayerOpenedSession } from '@parley/contract';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/change-session.ts';
import { payerOpenedSessionView } from '../session-change/session-view.ts';

/**
 * Records that the payer opened the checkout, and returns the current cart. Source: interface 4.7.
 * @throws DomainError not_found, session_expired, session_state_conflict
 */
export async function recordPayerOpened(
  deps: Deps,
  caller: Caller,
  input: { id: string },
): Promise<PayerOpenedSession> {
  return changeSession(deps, caller, input.id, (change) => {
    change.command('open');
    return payerOpenedSessionView(change.state);
  });
}
