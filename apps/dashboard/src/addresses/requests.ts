import type { ModeRoute } from './mode-route.ts';
import { readCursor, readOption, type SearchParams, withQuery } from './search-params.ts';

const PAGE_SIZE = 50;
const MAX_SEARCH_LENGTH = 255;

export const statusClasses = ['2xx', '4xx', '5xx'] as const;

/** Reads the part of the request log that an address selects. */
export function readRequestListView({ search, status, older }: SearchParams) {
  const text = typeof search === 'string' ? search.trim().slice(0, MAX_SEARCH_LENGTH) : '';
  return {
    /** A path, a status, or an id of a request, session or API key; any other text is an idempotency key. */
    search: text === '' ? undefined : text,
    status: readOption(status, statusClasses),
    older: readCursor(older),
  };
}

export type RequestListView = Partial<ReturnType<typeof readRequestListView>>;

export function requestsHref(view: RequestListView = {}): ModeRoute {
  return withQuery('/[mode]/developers/requests', view);
}

export const requestHref = (id: string): ModeRoute => `/[mode]/developers/requests/${id}`;

/** The input of the query for a part of the list. */
export function requestListInput({ status, search, older }: RequestListView) {
  return { limit: PAGE_SIZE, cursor: older, status, ...searchInput(search) };
}

/** A path as the log has it: with its version, as people copy it from the documentation or a URL. */
function getPath(text: string): string {
  const path = URL.canParse(text) ? new URL(text).pathname : text;
  const rooted = path.startsWith('/') ? path : `/${path}`;
  return rooted.startsWith('/v1/') ? rooted : `/v1${rooted}`;
}

/** The idempotency key that a search means; undefined for another search. */
export function searchedIdempotencyKey({ search }: RequestListView): string | undefined {
  const input = searchInput(search);
  return 'idempotency_key' in input ? input.idempotency_key : undefined;
}

/** The filter that a search means. */
function searchInput(search: string | undefined) {
  if (search === undefined) return {};
  if (search.includes('/')) return { path: getPath(search) };
  if (/^[1-5](xx|\d\d)$/.test(search)) return { status: search };
  if (search.startsWith('req_')) return { request_id: search };
  if (search.startsWith('psess_')) return { proxy_session_id: search };
  if (search.startsWith('key_')) return { api_key_id: search };
  return { idempotency_key: search };
}
