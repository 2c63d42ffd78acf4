import { DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { loadSession } from '../session-change/load-session.ts';
import {
  hasDeclinedSetup,
  hasOrphanedObject,
  hasOrphanedSetup,
  isRootUnread,
  showsReplacedCart,
} from '../session-change/provider-check.ts';
import { closeOrphanedObject, closeRoot } from './close-root.ts';
import { closeDeclinedSetup, closeSetup } from './close-setup.ts';
import { resolveUnknownAttempt } from './resolve-unknown.ts';
import { syncAttempt } from './sync-attempt.ts';

/** The result of a check. */
export type CheckResult =
  | 'closed'
  | 'found'
  | 'never_created'
  | 'still_unknown'
  | 'read'
  /** The provider has no object with the attached id; there is nothing to check again. */
  | 'missing'
  /** The setup intent is canceled; there is nothing to check again. */
  | 'setup_closed';

/**
 * Reads an attempt from the provider when its `provider_check_at` is due: one in progress without a
 * recent event, one that may never have been created, one whose object was just attached, one that
 * still offers a replaced cart, or one that can still take money although its session has ended.
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function checkAttempt(
  deps: Deps,
  caller: Caller,
  where: { sessionId: string; attemptId: string },
): Promise<CheckResult> {
  const { attempts } = deps.database.forScope(caller);
  const [{ session }, attempt] = await Promise.all([
    loadSession(deps, caller, where.sessionId),
    attempts.find(where.sessionId, where.attemptId),
  ]);
  if (!attempt) throw new DomainError('not_found');
  const unread = isRootUnread(attempt);
  if (attempt.isCurrent && hasOrphanedObject(session, attempt)) {
    const closed = await closeOrphanedObject(deps, caller, where.sessionId);
    return closed || !unread ? 'closed' : 'missing';
  }
  if (hasDeclinedSetup(session, attempt)) {
    await closeDeclinedSetup(deps, caller, attempt);
    return 'setup_closed';
  }
  if (hasOrphanedSetup(attempt)) {
    await closeSetup(deps, caller, attempt);
    return 'setup_closed';
  }
  if (attempt.status === 'unknown') return resolveUnknownAttempt(deps, caller, attempt);
  // A payer may still see the old cart on the provider's page. An object that the merchant's server
  // created is the merchant's to change.
  if (showsReplacedCart(attempt) && attempt.rootCreatedBy === 'payer_page') {
    await closeRoot(deps, caller, attempt);
    return 'closed';
  }
  const result = await syncAttempt(deps, caller, where);
  return unread && result === 'not_found' ? 'missing' : 'read';
}
