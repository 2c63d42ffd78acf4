import { auditObjectTypes } from '@parley/domain';
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

const isId = (text: string) => /^[!-~]{1,255}$/.test(text);

/** Reads the part of the audit log that an address, or the form with the same names, selects. */
export const readAuditLogView = (params: SearchParams) => ({
  /** The type of the objects. */
  about: readOption(params.about, auditObjectTypes),
  /** The id of a person or an API key. */
  by: readText(params.by, isId),
  /** The id of an object. */
  search: readText(params.search, isId),
  ...readDays(params),
  older: readCursor(params.older),
});

export type AuditLogView = Partial<ReturnType<typeof readAuditLogView>>;

export function auditLogHref(view: AuditLogView = {}): ModeRoute {
  return withQuery('/[mode]/audit-log', view);
}

/** The CSV file of the entries that the filters of a view select. */
export function exportHref(view: AuditLogView): ModeRoute {
  return withQuery('/[mode]/audit-log/export', { ...view, older: undefined });
}

/**
 * The input of the query for a part of the log.
 * @param zone the IANA time zone of the days
 */
export function auditLogInput(view: AuditLogView, zone: string) {
  const { about, by, search, older } = view;
  return {
    limit: PAGE_SIZE,
    object_type: about,
    actor_id: by,
    object_id: search,
    ...createdRange(view, zone),
    cursor: older,
  };
}
