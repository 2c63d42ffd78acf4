import { type ConfigurationStatus, configurationStatuses, type Mode } from '@parley/domain';
import type { Route } from 'next';
import {
  readBuyer,
  readCursor,
  readOption,
  type SearchParams,
  withQuery,
} from '#lists/search-params.ts';
import { subscriptionStatuses } from '#messages/status-labels.ts';

const PAGE_SIZE = 25;

/** What the address of the subscription list selects. Each field is a parameter of the same name. */
export interface SubscriptionFilters {
  readonly status?: string | undefined;
  readonly buyer?: string | undefined;
  readonly configuration?: ConfigurationStatus | undefined;
}

/** The part of the subscription list that an address selects. */
export interface SubscriptionListView extends SubscriptionFilters {
  readonly older?: string | undefined;
}

/** @param params also the values of the form, which have the same names */
export function readSubscriptionListView(params: SearchParams): SubscriptionListView {
  return {
    status: readOption(params.status, subscriptionStatuses),
    buyer: readBuyer(params.buyer),
    configuration: readOption(params.configuration, configurationStatuses),
    older: readCursor(params.older),
  };
}

export function subscriptionsHref(mode: Mode, view: SubscriptionListView = {}): Route {
  return withQuery(`/${mode}/subscriptions`, view);
}

export const subscriptionHref = (mode: Mode, id: string) => `/${mode}/subscriptions/${id}` as Route;

/** The input of the query for a part of the list. */
export function subscriptionListInput(view: SubscriptionListView) {
  const { status, buyer, configuration, older } = view;
  return {
    limit: PAGE_SIZE,
    status,
    buyer_reference: buyer,
    configuration_status: configuration,
    cursor: older,
  };
}
