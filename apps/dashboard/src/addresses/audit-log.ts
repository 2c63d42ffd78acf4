import { type AuditObjectType, auditObjectTypes, type Mode } from '@parley/domain';
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

/** What the address of the audit log selects. Each field is a parameter of the same name. */
export interface AuditFilters extends Days {
  /** The type of the objects. */
  readonly about?: AuditObjectType | undefined;
  /** The id of a person or an API key. */
  readonly by?: string | undefined;
  /** The id of an object. */
  readonly search?: string | undefined;
}

/** The part of the audit log that an address selects. */
export interface AuditLogView extends AuditFilters {
  readonly older?: string | undefined;
}

const isId = (text: string) => /^[!-~]{1,255}$/.test(text);

/** @param params also the values of the form, which have the same names */
export function readAuditLogView(params: SearchParams): AuditLogView {
  return {
    about: readOption(params.about, auditObjectTypes),
    by: readText(params.by, isId),
    search: readText(params.search, isId),
    ...readDays(params),
    older: readCursor(params.older),
  };
}

/** The filters of a view, without its page. */
export function filtersOf({ older: _, ...filters }: AuditLogView): AuditFilters {
  return filters;
}

export function auditLogHref(mode: Mode, view: AuditLogView = {}): Route {
  return withQuery(`/${mode}/audit-log`, view);
}

/** The CSV file of the entries that the filters select. */
export function exportHref(mode: Mode, filters: AuditFilters): Route {
  return withQuery(`/${mode}/audit-log/export`, filters);
}
