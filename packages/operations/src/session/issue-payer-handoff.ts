import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/change-session.ts';

/**
 * Records that the payer handoff was issued. Source: interface 4.6.
 * @throws DomainError not_found, session_expired, session_state_conflict
 */
export async function issuePayerHandoff(deps: Deps, caller: Caller, input: { id: string }) {
  return changeSession(deps, caller, input.id, (change) => {
    change.command('issue_handoff');
    return { status: change.session.status };
  });
}
