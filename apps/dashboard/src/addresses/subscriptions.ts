import { configurationStatuses } from '@parley/domain';
import { subscriptionStatuses } from '#messages/status-labels.ts';
import { createdRange } from './created-range.ts';
import type { ModeRoute } from './mode-route.ts';
import {
  readBuyer,
  readCursor,
  readDays,
  readOption,
  type SearchParams,
  withQuery,
} from './search-params.ts';

const PAGE_SIZE = 25;

/** Reads the part of the list that an address, or the form with the same names, selects. */
export const readSubscriptionListView = (params: SearchParams) => ({
  status: readOption<string>(params.status, subscriptionStatuses),
  buyer: readBuyer(params.buyer),
  configuration: readOption(params.configuration, configurationStatuses),
  ...readDays(params),
  /** A buyer reference, or the id of a subscription, of a customer or of the latest invoice. */
  search: readBuyer(params.search),
  older: readCursor(params.older),
});

export type SubscriptionListView = Partial<ReturnType<typeof readSubscriptionListView>>;

export function subscriptionsHref(view: SubscriptionListView = {}): ModeRoute {
  return withQuery('/[mode]/subscriptions', view);
}

export const subscriptionHref = (id: string): ModeRoute => `/[mode]/subscriptions/${id}`;

/**
 * The input of the query for a part of the list.
 * @param zone the IANA time zone of the days
 */
export function subscriptionListInput(view: SubscriptionListView, zone: string) {
  const { status, buyer, configuration, search, older } = view;
  return {
    limit: PAGE_SIZE,
    status,
    buyer_reference: buyer,
    configuration_status: configuration,
    ...createdRange(view, zone),
    search,
    cursor: older,
  };
}
