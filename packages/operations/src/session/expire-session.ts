import { isOpen, isUnfinished } from '@parley/domain';
import { closeLeftover } from '../attempt/close-root.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from './session-change.ts';

/**
 * Ends a session whose deadline has passed, then closes its provider object, so that nobody pays
 * for what is no longer sold. Money that was faster than the closing is recorded all the same.
 * @returns whether the session expired now
 * @throws DomainError provider_error when the provider did not answer; the session has expired by
 *   then, and a sweep comes back to what is still open
 */
export async function expireSession(deps: Deps, caller: Caller, id: string): Promise<boolean> {
  const expired = await changeSession(deps, caller, id, (change) => {
    if (!isOpen(change.session.status)) return false;
    if (change.command('expire') === 'unchanged') return false;
    // Without a root object there is nothing at the provider to tell of its end.
    if (!change.attempt.providerRootObjectId && isUnfinished(change.attempt.status)) {
      change.attemptCommand('expire');
    }
    return true;
  });
  if (expired) await closeLeftover(deps, caller, id);
  return expired;
}
