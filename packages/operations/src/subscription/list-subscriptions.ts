import type { ListSubscriptionOverviewsInput, ListSubscriptionsInput } from '@parley/contract';
import type { Scope, SubscriptionListQuery } from '@parley/db';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { parseCreatedRange } from '../request/parse-created-range.ts';
import { subscriptionView } from './subscription-view.ts';

/**
 * Lists the merchant's subscriptions, newest first. A page may be shorter than its limit and have a next one.
 * An extension of the base specification.
 * @throws DomainError invalid_request for an invalid cursor
 */
export async function listSubscriptions(deps: Deps, scope: Scope, input: ListSubscriptionsInput) {
  return listPage(deps, scope, input);
}

/**
 * Lists the merchant's subscriptions as `listSubscriptions` does, also by day and by a search. A search that
 * finds no id looks for a buyer reference.
 * @throws DomainError invalid_request for an invalid cursor or timestamp
 */
export async function listSubscriptionOverviews(
  deps: Deps,
  scope: Scope,
  input: ListSubscriptionOverviewsInput,
) {
  const { search } = input;
  const range = parseCreatedRange(input);
  if (search === undefined) return listPage(deps, scope, input, range);
  const page = await listPage(deps, scope, input, { ...range, relatedId: search });
  if (page.data.length > 0 || input.buyer_reference !== undefined) return page;
  return listPage(deps, scope, { ...input, buyer_reference: search }, range);
}

async function listPage(
  deps: Deps,
  scope: Scope,
  input: ListSubscriptionsInput,
  more: Pick<SubscriptionListQuery, 'createdFrom' | 'createdBefore' | 'relatedId'> = {},
) {
  const { subscriptions, examinedTo } = await deps.database.forScope(scope).subscriptions.list({
    ...more,
    status: input.status,
    buyerReference: input.buyer_reference,
    configurationStatus: input.configuration_status,
    limit: input.limit + 1,
    after: readCursor('psub', input.cursor),
  });
  const { page, ...paging } = createPage(
    subscriptions,
    input.limit,
    ({ subscription }) => subscription,
    examinedTo,
  );
  return { data: page.map(subscriptionView), ...paging };
}
