import { isOpen, isUnfinished } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { SessionChange } from '../session-change/session-change.ts';

/**
 * Expires the sessions whose deadline has passed, all in one statement. It does not call the provider:
 * objects that can still take money become due for a check, which closes them. A payment that arrived
 * before an object was closed is still recorded.
 * @param ids sessions of the caller's merchant and mode
 * @returns the number of sessions that this call expired. Others have a payment in progress or were
 *   changed at the same time.
 * @throws DomainError service_unavailable when one of the sessions is locked for too long
 */
export async function expireSessions(
  deps: Deps,
  caller: Caller,
  ids: readonly string[],
): Promise<number> {
  return deps.database.transaction(caller, async (tx) => {
    const loaded = await tx.sessions.findAll(ids);
    const changes = loaded.flatMap((session) => {
      const change = new SessionChange(deps, caller, tx, session);
      return expire(change) ? [change.statusChange()] : [];
    });
    return (await tx.sessions.writeStatusChanges(changes)).length;
  });
}

/** Expires a session if its deadline has passed. Returns whether it did. */
export function expire(change: SessionChange): boolean {
  if (!isOpen(change.session.status)) return false;
  if (change.command('expire') === 'unchanged') return false;
  // Without a root object no provider event will end the attempt.
  if (!change.attempt.providerRootObjectId && isUnfinished(change.attempt.status)) {
    change.attemptCommand('expire');
  }
  return true;
}
