import type { SessionState } from '@parley/db';
import { isOpen } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { SessionChange } from '../session-change/session-change.ts';

/** `held`: a payment is in progress, the deadline is in the future, or another request was faster. */
type Expiry = 'expired' | 'held';

/**
 * Expires the sessions whose deadline has passed, many in one statement. It does not call the provider:
 * objects that can still take money become due for a check, which closes them. A payment that arrived
 * before an object was closed is still recorded.
 * @param ids sessions of the caller's merchant and mode
 * @returns the result by session. One that is locked is rejected with service_unavailable.
 */
export async function expireSessions(
  deps: Deps,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Promise<Expiry>>> {
  const loaded = await deps.database.forScope(caller).sessions.findAll(ids);
  const commit = async (state: SessionState): Promise<Expiry> => {
    const change = new SessionChange(deps, caller, state);
    if (!expire(change)) return 'held';
    const { merchantId, mode } = caller;
    const result = await deps.database.commit({
      scope: { merchantId, mode },
      at: state.now,
      idempotency: null,
      session: change.collect(),
      failsWhenLocked: true,
    });
    return result === 'applied' ? 'expired' : 'held';
  };
  return new Map(loaded.map((state) => [state.session.id, commit(state)]));
}

/** Expires a session if its deadline has passed. Returns whether it did. */
export function expire(change: SessionChange): boolean {
  return isOpen(change.session.status) && change.end('expire') === 'changed';
}
