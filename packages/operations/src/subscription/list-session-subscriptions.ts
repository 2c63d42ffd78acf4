import type { Subscription } from '@parley/contract';
import type { Scope } from '@parley/db';
import type { Deps } from '../request/deps.ts';
import { loadSession } from '../session-change/load-session.ts';
import { subscriptionView } from './subscription-view.ts';

/**
 * Lists the subscriptions that a session's attempts started, oldest first. More than one of an attempt is a
 * conflict.
 * @throws DomainError not_found
 */
export async function listSessionSubscriptions(
  deps: Deps,
  scope: Scope,
  input: { id: string },
): Promise<Subscription[]> {
  const { session } = await loadSession(deps, scope, input.id);
  const started = await deps.database.forScope(scope).subscriptions.listBySessions([session.id]);
  return started.map(subscriptionView);
}
