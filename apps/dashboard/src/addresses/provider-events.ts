import { PROVIDER_EVENT_ID } from '@parley/domain';
import type { ModeRoute } from './mode-route.ts';
import { readCursor, readOption, type SearchParams, withQuery } from './search-params.ts';

const PAGE_SIZE = 25;
/** Cursors of this list contain ids that the provider chose. */
const MAX_CURSOR_LENGTH = 400;

export const providerEventStatuses = ['failed', 'parked'] as const;

/** Reads the part of the provider event list that an address selects. */
export const readProviderEventListView = (params: SearchParams) => ({
  status: readOption(params.status, providerEventStatuses) ?? 'failed',
  /** Only the event with this id of the provider. */
  event: readEventId(params.event),
  older: readCursor(params.older, MAX_CURSOR_LENGTH),
});

/** A malformed id counts as missing. */
function readEventId(param: SearchParams[string]): string | undefined {
  return typeof param === 'string' && PROVIDER_EVENT_ID.test(param) ? param : undefined;
}

export type ProviderEventListView = Partial<ReturnType<typeof readProviderEventListView>>;

export function providerEventsHref(view: ProviderEventListView = {}): ModeRoute {
  const status = view.status === 'failed' ? undefined : view.status;
  return withQuery('/[mode]/provider-events', { ...view, status });
}

/** The input of the query for a part of the list. */
export function providerEventListInput({ status, event, older }: ProviderEventListView) {
  return { status, id: event, limit: PAGE_SIZE, cursor: older };
}
