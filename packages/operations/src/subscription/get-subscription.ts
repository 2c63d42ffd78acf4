import type { ListSubscriptionsInput, Subscription } from '@parley/contract';
import type { LoadedSubscription, Scope } from '@parley/db';
import { DomainError } from '@parley/domain';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { subscriptionView } from './subscription-view.ts';

/** @throws DomainError not_found */
export async function loadSubscription(
  deps: Deps,
  scope: Scope,
  id: string,
): Promise<LoadedSubscription> {
  const loaded = await deps.database.forScope(scope).subscriptions.find(id);
  if (!loaded) throw new DomainError('not_found', 'There is no subscription with this id.');
  return loaded;
}

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
 * Lists the merchant's subscriptions, newest first. A page may be shorter than its limit and have a next one.
 * An extension of the base specification.
 * @throws DomainError invalid_request for an invalid cursor
 */
export async function listSubscriptions(deps: Deps, scope: Scope, input: ListSubscriptionsInput) {
  const after = input.cursor === undefined ? undefined : readCursor('psub', input.cursor);
  const { subscriptions, examinedTo } = await deps.database.forScope(scope).subscriptions.list({
    status: input.status,
    buyerReference: input.buyer_reference,
    configurationStatus: input.configuration_status,
    limit: input.limit + 1,
    after,
  });
  const { page, ...rest } = createPage(
    subscriptions,
    input.limit,
    ({ subscription }) => subscription,
    examinedTo,
  );
  return { data: page.map(subscriptionView), ...rest };
}
