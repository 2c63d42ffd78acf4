import { eventTypes, isId } from '@parley/domain';
import { createdRange } from './created-range.ts';
import type { ModeRoute } from './mode-route.ts';
import {
  readCursor,
  readDays,
  readOption,
  readText,
  type SearchParams,
  withQuery,
} from './search-params.ts';

const PAGE_SIZE = 50;

/** Reads the part of the event list that an address, or the form with the same names, selects. */
export const readEventListView = (params: SearchParams) => ({
  type: readOption(params.type, eventTypes),
  /** The id of a session. */
  search: readText(params.search, (text) => isId('psess', text)),
  ...readDays(params),
  older: readCursor(params.older),
});

export type EventListView = Partial<ReturnType<typeof readEventListView>>;

export function eventsHref(view: EventListView = {}): ModeRoute {
  return withQuery('/[mode]/developers/events', view);
}

export const eventHref = (id: string): ModeRoute => `/[mode]/developers/events/${id}`;

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
