import {
  isCurrency,
  MAX_AMOUNT_MINOR,
  type Mode,
  type SessionStatus,
  sessionStatuses,
} from '@parley/domain';
import type { Route } from 'next';
import {
  createdRange,
  type Days,
  readBuyer,
  readCursor,
  readDays,
  readText,
  type SearchParams,
  withQuery,
} from '#lists/search-params.ts';

const PAGE_SIZE = 25;

/** What the address of the session list selects. Each field is a parameter of the same name. */
export interface SessionFilters extends Days {
  /** Without any, all statuses. */
  readonly status?: readonly SessionStatus[] | undefined;
  readonly buyer?: string | undefined;
  readonly currency?: string | undefined;
  /** Minor units, both included. */
  readonly amount_from?: string | undefined;
  readonly amount_to?: string | undefined;
  /** The reason of the current attempt. */
  readonly reason?: string | undefined;
  /** `key=value`. */
  readonly metadata?: string | undefined;
  /** Only sessions that need attention. */
  readonly attention?: 'true' | undefined;
  /** An id that leads to a session. */
  readonly search?: string | undefined;
}

/** The part of the session list that an address selects. */
export interface SessionListView extends SessionFilters {
  readonly older?: string | undefined;
  readonly newer?: string | undefined;
}

const isAmount = (text: string) => /^\d{1,10}$/.test(text) && Number(text) <= MAX_AMOUNT_MINOR;

/** Whether a text has a key and a value of metadata. */
const isMetadata = (text: string) => /^[^=\0]{1,500}=[^\0]{0,500}$/.test(text);

/** @param params also the values of the form, which have the same names */
export function readSessionListView(params: SearchParams): SessionListView {
  const selected = [params.status].flat();
  const status = sessionStatuses.filter((one) => selected.includes(one));
  const filters = {
    status: status.length > 0 ? status : undefined,
    buyer: readBuyer(params.buyer),
    currency: readText(params.currency, (text) => isCurrency(text.toLowerCase()))?.toLowerCase(),
    amount_from: readText(params.amount_from, isAmount),
    amount_to: readText(params.amount_to, isAmount),
    ...readDays(params),
    reason: readText(params.reason, (text) => /^[!-~]{1,255}$/.test(text)),
    metadata: readText(params.metadata, isMetadata),
    attention: params.attention === 'true' ? ('true' as const) : undefined,
    search: readText(params.search, (text) => /^[!-~]{1,255}$/.test(text)),
  };
  return {
    ...filters,
    ...(hasAmountError(filters) && { amount_to: undefined }),
    older: readCursor(params.older),
    newer: readCursor(params.newer),
  };
}

/** Whether the end of the range of amounts is before its start. */
export function hasAmountError({ amount_from: from, amount_to: to }: SessionFilters): boolean {
  return Boolean(from && to) && Number(to) < Number(from);
}

/** The filters of a view, without its page. */
export function filtersOf({ older: _, newer: __, ...filters }: SessionListView): SessionFilters {
  return filters;
}

/** The number of filters besides those that are always visible. */
export function countFilters({ status, attention: _, search, ...filters }: SessionFilters): number {
  return Object.values(filters).filter(Boolean).length + ((status?.length ?? 0) > 1 ? 1 : 0);
}

export function sessionsHref(mode: Mode, view: SessionListView = {}): Route {
  return withQuery(`/${mode}/sessions`, view);
}

/** The CSV file of the sessions that the filters select. */
export function exportHref(mode: Mode, filters: SessionFilters): Route {
  return withQuery(`/${mode}/sessions/export`, filters);
}

/** The CSV file of sessions of one page. */
export function selectionExportHref(mode: Mode, ids: readonly string[]): Route {
  return withQuery(`/${mode}/sessions/export`, { id: ids });
}

/** The ids of `selectionExportHref`; undefined if the address has none. */
export function readSelectedIds({ id }: SearchParams): string[] | undefined {
  return id === undefined ? undefined : [id].flat();
}

export const sessionHref = (mode: Mode, id: string) => `/${mode}/sessions/${id}` as Route;

/**
 * The input of the query for a part of the list.
 * @param zone the IANA time zone of the days
 */
export function sessionListInput(view: SessionListView, zone: string) {
  const { status, buyer, currency, amount_from, amount_to, search, older, newer } = view;
  const { reason, metadata, attention } = view;
  const [key = '', ...value] = metadata?.split('=') ?? [];
  return {
    limit: PAGE_SIZE,
    status: status && [...status],
    buyer_reference: buyer,
    currency,
    amount_from: amount_from === undefined ? undefined : Number(amount_from),
    amount_to: amount_to === undefined ? undefined : Number(amount_to),
    ...createdRange(view, zone),
    attempt_reason: reason,
    metadata: metadata === undefined ? undefined : { key, value: value.join('=') },
    needs_attention: attention === 'true' || undefined,
    search,
    cursor: newer ?? older,
    direction: newer ? ('previous' as const) : ('next' as const),
  };
}
