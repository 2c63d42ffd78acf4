import type { SessionStatus } from '@parley/domain';
import type { ModeRoute } from './mode-route.ts';
import { type Days, withQuery } from './search-params.ts';

/** What the address of the session list selects. Each field is a parameter of the same name. */
export interface SessionFilters extends Days {
  /** Without any, all statuses. */
  readonly status?: readonly SessionStatus[] | undefined;
  readonly buyer?: string | undefined;
  readonly currency?: string | undefined;
  /** In minor units of the currency; without a currency, of that of each session. Both ends are included. */
  readonly amount_from?: string | undefined;
  readonly amount_to?: string | undefined;
  /** The reason of the current attempt. */
  readonly reason?: string | undefined;
  /** `key=value`. */
  readonly metadata?: string | undefined;
  /** Only sessions that need attention. */
  readonly attention?: 'true' | undefined;
  /** The email of a payer, or an id that leads to a session. */
  readonly search?: string | undefined;
}

/** The part of the session list that an address selects. */
export interface SessionListView extends SessionFilters {
  readonly older?: string | undefined;
  readonly newer?: string | undefined;
}

/** The filters of a view, without its page. */
export function getFilters({ older: _, newer: __, ...filters }: SessionListView): SessionFilters {
  return filters;
}

/** The number of filters without those that are always visible. */
export function countFilters({ status, attention: _, search, ...filters }: SessionFilters): number {
  return Object.values(filters).filter(Boolean).length + ((status?.length ?? 0) > 1 ? 1 : 0);
}

export function sessionsHref(view: SessionListView = {}): ModeRoute {
  return withQuery('/[mode]/sessions', view);
}

/** The CSV file of the sessions that the filters select. */
export function exportHref(filters: SessionFilters): ModeRoute {
  return withQuery('/[mode]/sessions/export', filters);
}

/** The CSV file of sessions of one page. */
export function selectionExportHref(ids: readonly string[]): ModeRoute {
  return withQuery('/[mode]/sessions/export', { id: ids });
}

export const sessionHref = (id: string): ModeRoute => `/[mode]/sessions/${id}`;
