import type { AuditEntry, ListAuditEntriesInput } from '@parley/contract';
import type { AuditRecord, Scope } from '@parley/db';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { parseCreatedRange } from '../request/parse-created-range.ts';

/**
 * Lists the changes of the merchant's configuration, newest first. A page may be shorter than its limit and
 * have a next one.
 * @throws DomainError invalid_request for an invalid cursor or timestamp
 */
export async function listAuditEntries(deps: Deps, scope: Scope, input: ListAuditEntriesInput) {
  const { entries, examinedTo } = await deps.database.forScope(scope).audit.list({
    ...parseCreatedRange(input),
    objectId: input.object_id,
    objectType: input.object_type,
    actorId: input.actor_id,
    limit: input.limit + 1,
    after: readCursor('audit', input.cursor),
  });
  const { page, ...paging } = createPage(entries, input.limit, (entry) => entry, examinedTo);
  return { data: page.map(auditEntryView), ...paging };
}

/** An entry as its merchant sees it. */
export function auditEntryView(entry: AuditRecord): AuditEntry {
  return {
    id: entry.id,
    action: entry.action,
    object: { type: entry.objectType, id: entry.objectId },
    details: entry.details,
    // The name of an operator is for other operators.
    actor: { kind: entry.actorKind, id: entry.actorKind === 'operator' ? null : entry.actorId },
    request_id: entry.requestId,
    address: entry.address,
    created_at: entry.createdAt.toISOString(),
  };
}
