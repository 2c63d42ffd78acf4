import { type Mode, type SessionStatus, sessionStatuses } from '@parley/domain';
import type { Route } from 'next';
import { readCursor, readOption, type SearchParams, withQuery } from '#lists/search-params.ts';

const PAGE_SIZE = 25;

/** The part of the session list that an address selects. */
export interface SessionListView {
  readonly status?: SessionStatus | undefined;
  readonly older?: string | undefined;
  readonly newer?: string | undefined;
}

export function readSessionListView(params: SearchParams): SessionListView {
  return {
    status: readOption(params.status, sessionStatuses),
    older: readCursor(params.older),
    newer: readCursor(params.newer),
  };
}

export function sessionsHref(mode: Mode, { status, older, newer }: SessionListView = {}): Route {
  return withQuery(`/${mode}/sessions`, { status, older, newer });
}

export const sessionHref = (mode: Mode, id: string) => `/${mode}/sessions/${id}` as Route;

/** The input of the query for a part of the list. */
export function sessionListInput({ status, older, newer }: SessionListView) {
  return {
    limit: PAGE_SIZE,
    status: status && [status],
    cursor: newer ?? older,
    direction: newer ? ('previous' as const) : ('next' as const),
  };
}
