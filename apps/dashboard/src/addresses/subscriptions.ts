import { type ConfigurationStatus, configurationStatuses, type Mode } from '@parley/domain';
import type { Route } from 'next';
import { subscriptionStatuses } from '#messages/status-labels.ts';
import {
  type Days,
  readBuyer,
  readCursor,
  readDays,
  readOption,
  type SearchParams,
  withQuery,
} from './search-params.ts';

/** What the address of the subscription list selects. Each field is a parameter of the same name. */
export interface SubscriptionFilters extends Days {
  readonly status?: string | undefined;
  readonly buyer?: string | undefined;
  readonly configuration?: ConfigurationStatus | undefined;
  /** A buyer reference, or the id of a subscription, of a customer or of the latest invoice. */
  readonly search?: string | undefined;
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
    ...readDays(params),
    // The same text can be a buyer reference.
    search: readBuyer(params.search),
    older: readCursor(params.older),
  };
}

export function subscriptionsHref(mode: Mode, view: SubscriptionListView = {}): Route {
  return withQuery(`/${mode}/subscriptions`, view);
}

export const subscriptionHref = (mode: Mode, id: string) => `/${mode}/subscriptions/${id}` as Route;
