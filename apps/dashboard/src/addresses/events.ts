import { type EventType, eventTypes, isId, type Mode } from '@parley/domain';
import type { Route } from 'next';
import {
  type Days,
  readCursor,
  readDays,
  readOption,
  readText,
  type SearchParams,
  withQuery,
} from './search-params.ts';

/** What the address of the event list selects. Each field is a parameter of the same name. */
export interface EventFilters extends Days {
  readonly type?: EventType | undefined;
  /** The id of a session. */
  readonly search?: string | undefined;
}

/** The part of the event list that an address selects. */
export interface EventListView extends EventFilters {
  readonly older?: string | undefined;
}

/** @param params also the values of the form, which have the same names */
export function readEventListView(params: SearchParams): EventListView {
  return {
    type: readOption(params.type, eventTypes),
    search: readText(params.search, (text) => isId('psess', text)),
    ...readDays(params),
    older: readCursor(params.older),
  };
}

/** The filters of a view, without its page. */
export function filtersOf({ older: _, ...filters }: EventListView): EventFilters {
  return filters;
}

export function eventsHref(mode: Mode, view: EventListView = {}): Route {
  return withQuery(`/${mode}/developers/events`, view);
}

export const eventHref = (mode: Mode, id: string) => `/${mode}/developers/events/${id}` as Route;
