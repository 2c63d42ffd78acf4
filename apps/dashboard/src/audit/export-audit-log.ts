import type { AuditEntry } from '@parley/contract';
import type { Mode } from '@parley/domain';
import { auditLogInput, readAuditLogView } from '#addresses/audit-log.ts';
import { createCsvResponse, getSearchParams, ROWS_PER_READ } from '#server/csv-response.ts';

const columns = [
  'entry_id',
  'created_at',
  'action',
  'object_type',
  'object_id',
  'actor_kind',
  'actor_id',
  'request_id',
  'address',
  'details',
];

/**
 * Streams the audit log of a filter as CSV, newest first. The query of the address is that of its page.
 * @param zone the IANA time zone of the days in the query
 */
export function exportAuditLog(request: Request, mode: Mode, zone: string): Promise<Response> {
  const params = getSearchParams(request);
  const filters = { ...readAuditLogView(params), older: undefined };
  return createCsvResponse(request, mode, {
    name: 'audit-log',
    params,
    view: filters,
    columns,
    getRow,
    readPage: ({ auditEntries }, cursor) =>
      auditEntries.list({
        ...auditLogInput({ ...filters, older: cursor }, zone),
        limit: ROWS_PER_READ,
      }),
  });
}

const getRow = ({
  id,
  created_at,
  action,
  object,
  actor,
  request_id,
  address,
  details,
}: AuditEntry) => [
  id,
  created_at,
  action,
  object.type,
  object.id,
  actor.kind,
  actor.id,
  request_id,
  address,
  JSON.stringify(details),
];
