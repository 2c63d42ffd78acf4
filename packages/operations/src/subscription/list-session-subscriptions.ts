import type { Subscription } from '@parley/contract';
import type { Scope } from '@parley/db';
import type { Deps } from '../request/deps.ts';
import { loadSession } from '../session-change/load-session.ts';
import { getSubscription } from './get-subscription.ts';

/**
 * Lists the subscriptions that a session's attempts started; an attempt starts at most one.
 * @throws DomainError not_found
 */
export async function listSessionSubscriptions(
  deps: Deps,
  scope: Scope,
  input: { id: string },
): Promise<Subscription[]> {
  const { session } = await loadSession(deps, scope, input.id);
  const { attempts, subscriptions } = deps.database.forScope(scope);
  const reserved = await attempts.listReserved(session.id);
  const begun = await Promise.all(reserved.map(({ id }) => subscriptions.findByAttempt(id)));
  return Promise.all(
    begun.flatMap((found) => (found ? [getSubscription(deps, scope, { id: found.id })] : [])),
  );
}
