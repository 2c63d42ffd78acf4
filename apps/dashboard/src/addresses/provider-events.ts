import type { Mode } from '@parley/domain';
import type { Route } from 'next';
import { readCursor, readOption, type SearchParams, withQuery } from './search-params.ts';

const PAGE_SIZE = 25;
/** Cursors of this list contain ids that the provider chose. */
const MAX_CURSOR_LENGTH = 400;

export const providerEventStatuses = ['failed', 'parked'] as const;
type ProviderEventStatus = (typeof providerEventStatuses)[number];

/** The part of the provider event list that an address selects. */
export interface ProviderEventListView {
  readonly status: ProviderEventStatus;
  /** Only the event with this id of the provider. */
  readonly event?: string | undefined;
  readonly older?: string | undefined;
}

export function readProviderEventListView(params: SearchParams): ProviderEventListView {
  return {
    status: readOption(params.status, providerEventStatuses) ?? 'failed',
    event: readEventId(params.event),
    older: readCursor(params.older, MAX_CURSOR_LENGTH),
  };
}

/** A malformed id counts as missing. */
function readEventId(param: SearchParams[string]): string | undefined {
  return typeof param === 'string' && /^evt_\w{1,250}$/.test(param) ? param : undefined;
}

export function providerEventsHref(
  mode: Mode,
  { status, event, older }: Partial<ProviderEventListView> = {},
): Route {
  return withQuery(`/${mode}/provider-events`, {
    status: status === 'failed' ? undefined : status,
    event,
    older,
  });
}

/** The input of the query for a part of the list. */
export function providerEventListInput({ status, event, older }: ProviderEventListView) {
  return { status, id: event, limit: PAGE_SIZE, cursor: older };
}
