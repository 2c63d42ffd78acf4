import { createdRange } from '#addresses/created-range.ts';
import type { SubscriptionListView } from '#addresses/subscriptions.ts';

const PAGE_SIZE = 25;

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
