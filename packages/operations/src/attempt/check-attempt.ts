import { DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { closeLeftover, closeRoot } from './close-root.ts';
import { isLeftover, showsOldCart } from './leftover.ts';
import { isMadeByPage } from './made-by-page.ts';
import { resolveUnknown } from './resolve-unknown.ts';
import { syncAttempt } from './sync-attempt.ts';

/** What a check found out. */
export type CheckResult = 'closed' | 'found' | 'never_created' | 'still_unknown' | 'read';

/**
 * Asks the provider about an attempt that no event has told of for a while: one in motion, one that
 * may never have been created, one that still sells a cart that was replaced, or one whose session
 * has ended while it can still take money.
 * @throws DomainError provider_error, service_unavailable when the provider does not answer
 */
export async function checkAttempt(
  deps: Deps,
  caller: Caller,
  where: { sessionId: string; attemptId: string },
): Promise<CheckResult> {
  const repositories = deps.database.forScope(caller);
  const [loaded, attempt] = await Promise.all([
    repositories.sessions.find(where.sessionId),
    repositories.attempts.find(where.sessionId, where.attemptId),
  ]);
  if (!loaded || !attempt) throw new DomainError('not_found');
  if (attempt.isCurrent && isLeftover(loaded.session.status, attempt)) {
    await closeLeftover(deps, caller, where.sessionId);
    return 'closed';
  }
  if (attempt.status === 'unknown') return resolveUnknown(deps, caller, attempt);
  // A payer may be on it, away from our page. What the merchant's server made, it has to change.
  if (showsOldCart(attempt) && (await isMadeByPage(deps, caller, attempt, 'root'))) {
    await closeRoot(deps, caller, attempt);
    return 'closed';
  }
  await syncAttempt(deps, caller, where);
  return 'read';
}
