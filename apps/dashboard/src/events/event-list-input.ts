import { createdRange } from '#addresses/created-range.ts';
import type { EventListView } from '#addresses/events.ts';

const PAGE_SIZE = 50;

/**
 * The input of the query for a part of the list.
 * @param zone the IANA time zone of the days
 */
export function eventListInput(view: EventListView, zone: string) {
  const { type, search, older } = view;
  return {
    limit: PAGE_SIZE,
    type,
    proxy_session_id: search,
    ...createdRange(view, zone),
    cursor: older,
  };
}
