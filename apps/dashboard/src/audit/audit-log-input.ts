import type { AuditLogView } from '#addresses/audit-log.ts';
import { createdRange } from '#addresses/created-range.ts';

const PAGE_SIZE = 50;

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
