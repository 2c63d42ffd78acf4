import { Resource } from '../api.ts';
import type { AuditEntry, ListAuditEntriesQuery } from '../generated/schema.ts';
import type { RequestOptions } from '../options.ts';
import type { PagePromise } from '../response.ts';

/** Who changed what, except sessions, whose history is in their events. */
export class AuditEntries extends Resource {
  /** The audit log of this mode. */
  list(query?: ListAuditEntriesQuery, options?: RequestOptions): PagePromise<AuditEntry> {
    return this.api.list('listAuditEntries', '/audit_entries', query, options);
  }
}
