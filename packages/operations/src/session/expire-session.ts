import { isOpen, isUnfinished } from '@parley/domain';
import { closeOrphanedObject } from '../attempt/close-root.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/session-change.ts';

/**
 * Expires a session whose deadline has passed, then closes its provider object, so that no one can
 * pay any more. A payment that arrived before the object was closed is still recorded.
 * @returns whether this call expired the session
 * @throws DomainError provider_error when the provider does not respond; the session is expired, and
 *   a sweep closes the object later
 */
export async function expireSession(deps: Deps, caller: Caller, id: string): Promise<boolean> {
  const expired = await changeSession(deps, caller, id, (change) => {
    if (!isOpen(change.session.status)) return false;
    if (change.command('expire') === 'unchanged') return false;
    // Without a root object no provider event will end the attempt.
    if (!change.attempt.providerRootObjectId && isUnfinished(change.attempt.status)) {
      change.attemptCommand('expire');
    }
    return true;
  });
  if (expired) await closeOrphanedObject(deps, caller, id);
  return expired;
}
