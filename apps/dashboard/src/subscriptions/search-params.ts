import type { Mode } from '@parley/domain';
import type { Route } from 'next';
import { readCursor, type SearchParams, withQuery } from '#lists/search-params.ts';

const PAGE_SIZE = 25;

/** The part of the subscription list that an address selects. */
export interface SubscriptionListView {
  readonly older?: string | undefined;
}

export function readSubscriptionListView(params: SearchParams): SubscriptionListView {
  return { older: readCursor(params.older) };
}

export function subscriptionsHref(mode: Mode, { older }: SubscriptionListView = {}): Route {
  return withQuery(`/${mode}/subscriptions`, { older });
}

export const subscriptionHref = (mode: Mode, id: string) => `/${mode}/subscriptions/${id}` as Route;

/** The input of the query for a part of the list. */
export function subscriptionListInput({ older }: SubscriptionListView) {
  return { limit: PAGE_SIZE, cursor: older };
}
