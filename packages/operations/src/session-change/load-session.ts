import type { LoadedSession, Scope } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Deps } from '../request/deps.ts';

/**
 * Reads a session with its current attempt, without a lock.
 * @throws DomainError not_found
 */
export async function loadSession(deps: Deps, scope: Scope, id: string): Promise<LoadedSession> {
  const loaded = await deps.database.findSession(scope, id);
  if (!loaded) throw sessionNotFound();
  return loaded.session;
}

export function sessionNotFound(): DomainError {
  return new DomainError('not_found', 'There is no session with this id.');
}
