import type { Subscription } from '@parley/contract';
import type { Scope } from '@parley/db';
import { DomainError } from '@parley/domain';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { omitUndefined } from '../request/omit-undefined.ts';
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
  const loaded = await deps.database.forScope(scope).subscriptions.find(input.id);
  if (!loaded) throw new DomainError('not_found', 'There is no subscription with this id.');
  return subscriptionView(loaded);
}

/**
 * Lists the merchant's subscriptions, newest first. An extension of the base specification.
 * @throws DomainError invalid_request for an invalid cursor
 */
export async function listSubscriptions(
  deps: Deps,
  scope: Scope,
  input: { limit: number; cursor?: string | undefined },
) {
  const after = input.cursor === undefined ? undefined : readCursor('psub', input.cursor);
  const rows = await deps.database.forScope(scope).subscriptions.list({
    limit: input.limit + 1,
    ...omitUndefined({ after }),
  });
  const { page, ...rest } = createPage(rows, input.limit, ({ subscription }) => subscription);
  return { data: page.map(subscriptionView), ...rest };
}
