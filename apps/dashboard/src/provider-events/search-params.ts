import type { Mode } from '@parley/domain';
import type { Route } from 'next';
import { readCursor, readOption, type SearchParams, withQuery } from '#lists/search-params.ts';

const PAGE_SIZE = 25;
/** Cursors of this list contain ids that the provider chose. */
const MAX_CURSOR_LENGTH = 400;

export const providerEventStatuses = ['failed', 'parked'] as const;
type ProviderEventStatus = (typeof providerEventStatuses)[number];

/** The part of the provider event list that an address selects. */
export interface ProviderEventListView {
  readonly status: ProviderEventStatus;
  readonly older?: string | undefined;
}

export function readProviderEventListView(params: SearchParams): ProviderEventListView {
  return {
    status: readOption(params.status, providerEventStatuses) ?? 'failed',
    older: readCursor(params.older, MAX_CURSOR_LENGTH),
  };
}

export function providerEventsHref(
  mode: Mode,
  { status, older }: Partial<ProviderEventListView> = {},
): Route {
  return withQuery(`/${mode}/provider-events`, {
    status: status === 'failed' ? undefined : status,
    older,
  });
}

/** The input of the query for a part of the list. */
export function providerEventListInput({ status, older }: ProviderEventListView) {
  return { status, limit: PAGE_SIZE, cursor: older };
}
