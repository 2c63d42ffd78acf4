import type { Mode } from '@parley/domain';
import type { Route } from 'next';
import { readCursor, type SearchParams, withQuery } from '#lists/search-params.ts';

const PAGE_SIZE = 50;

/** The part of the audit log that an address selects. */
export interface AuditLogView {
  readonly older?: string | undefined;
}

export function readAuditLogView({ older }: SearchParams): AuditLogView {
  return { older: readCursor(older) };
}

export function auditLogHref(mode: Mode, { older }: AuditLogView = {}): Route {
  return withQuery(`/${mode}/audit-log`, { older });
}

/** The input of the query for a part of the log. */
export function auditLogInput({ older }: AuditLogView = {}) {
  return { limit: PAGE_SIZE, cursor: older };
}
