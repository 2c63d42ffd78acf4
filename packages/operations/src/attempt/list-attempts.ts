import type { Scope } from '@parley/db';
import type { Deps } from '../request/deps.ts';
import { attemptView } from '../session-change/attempt-view.ts';
import { loadSession } from '../session-change/load-session.ts';

/**
 * The reserved attempts of a session, oldest first. Source: interface 4.11.
 * @throws DomainError not_found
 */
export async function listAttempts(deps: Deps, scope: Scope, input: { proxy_session_id: string }) {
  const { session } = await loadSession(deps, scope, input.proxy_session_id);
  const attempts = await deps.database.forScope(scope).attempts.listReserved(session.id);
  return { data: attempts.map(attemptView) };
}
