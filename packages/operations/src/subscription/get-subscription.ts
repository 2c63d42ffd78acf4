import type { Subscription } from '@parley/contract';
import type { LoadedSubscription, Scope } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Deps } from '../request/deps.ts';
import { subscriptionView } from './subscription-view.ts';

/**
 * Retrieves a subscription. Source: interface 4.16.
 * @throws DomainError not_found
 */
export async function getSubscription(
  deps: Deps,
  scope: Scope,
  input: { id: string },
): Promise<Subscription> {
  return subscriptionView(await loadSubscription(deps, scope, input.id));
}

/**
 * Reads a subscription and the time of the database.
 * @throws DomainError not_found
 */
export async function loadSubscription(
  deps: Deps,
  scope: Scope,
  id: string,
): Promise<LoadedSubscription> {
  const loaded = await deps.database.forScope(scope).subscriptions.find(id);
  if (!loaded) throw new DomainError('not_found', 'There is no subscription with this id.');
  return loaded;
}
