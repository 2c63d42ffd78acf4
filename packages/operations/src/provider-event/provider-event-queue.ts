import type { ListProviderEventsInput } from '@parley/contract';
import type { Scope } from '@parley/db';
import { DomainError, PROVIDER_EVENT_ID } from '@parley/domain';
import { anonymizeNotification } from '@parley/provider';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import { createPage, readCursor } from '../request/cursor.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { PARK_DAYS } from './provider-event-schedule.ts';

/**
 * The provider's events that wait for a person (failed), or for their object or after an operator parked
 * them (parked), newest first.
 * @throws DomainError invalid_request for an invalid cursor
 */
export async function listProviderEvents(deps: Deps, scope: Scope, input: ListProviderEventsInput) {
  const events = await deps.database.forScope(scope).providerEvents.list({
    status: input.status,
    eventId: input.id,
    limit: input.limit + 1,
    after: readCursor(PROVIDER_EVENT_ID, input.cursor),
  });
  const { page, ...paging } = createPage(events, input.limit, (event) => ({
    createdAt: event.receivedAt,
    id: event.eventId,
  }));
  return {
    data: page.map((event) => ({
      id: event.eventId,
      type: event.type,
      object_id: event.objectId,
      status: event.status,
      note: event.note,
      attempts: event.attempts,
      proxy_session_id: event.proxySessionId,
      occurred_at: event.occurredAt.toISOString(),
      received_at: event.receivedAt.toISOString(),
    })),
    ...paging,
  };
}

/**
 * Retrieves what the provider sent, without personal data.
 * @throws DomainError not_found
 */
export async function getProviderEvent(
  deps: Deps,
  scope: Scope,
  input: { psp_config_id: string; id: string },
): Promise<{ id: string; payload: Record<string, unknown> }> {
  const { providerEvents } = deps.database.forScope(scope);
  const payload = await providerEvents.findPayload(input.psp_config_id, input.id);
  if (!payload) throw new DomainError('not_found', 'No provider event has this id.');
  return { id: input.id, payload: anonymizeNotification(payload) };
}

/**
 * Lets an event be tried again. An event only says where to look, so that does no harm.
 * @throws DomainError not_found when no event of this id waits for a person or its object
 */
export async function retryProviderEvent(
  deps: Deps,
  caller: Caller,
  input: { id: string },
): Promise<{ id: string; status: 'waiting' }> {
  return inTransaction(deps, caller, async (tx) => {
    if (!(await tx.providerEvents.retry(input.id))) {
      throw new DomainError('not_found', 'No failed or parked provider event has this id.');
    }
    await recordAuditEntry(deps, tx, caller, {
      action: 'provider_event.retried',
      objectId: input.id,
      at: await tx.now(),
    });
    return { id: input.id, status: 'waiting' };
  });
}

/**
 * Parks an event that does harm when it is applied: for 30 days, or until it is retried or its object is
 * attached.
 * @throws DomainError not_found when no waiting or failed event has this id
 */
export async function parkProviderEvent(
  deps: Deps,
  caller: Caller,
  input: { readonly id: string },
): Promise<{ id: string; status: 'parked' }> {
  return inTransaction(deps, caller, async (tx) => {
    if (!(await tx.providerEvents.park(input.id, 'parked by an operator', PARK_DAYS))) {
      throw new DomainError('not_found', 'No waiting or failed provider event has this id.');
    }
    await recordAuditEntry(deps, tx, caller, {
      action: 'provider_event.parked',
      objectId: input.id,
      at: await tx.now(),
    });
    return { id: input.id, status: 'parked' };
  });
}
