import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import { eventNotFound } from '../event/get-event.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';

/**
 * Sends an event to the event streams of its mode again. The audit log is what they read it from.
 * @throws DomainError not_found
 */
export async function resendEvent(deps: Deps, caller: Caller, input: { event_id: string }) {
  return inTransaction(deps, caller, async (tx) => {
    const event = await tx.outbox.find(input.event_id);
    if (!event) throw eventNotFound();
    const at = await tx.now();
    await recordAuditEntry(deps, tx, caller, {
      action: 'event.resent',
      objectId: event.id,
      at,
      details: { event_id: event.id },
    });
    return { event_id: event.id, resent_at: at.toISOString() };
  });
}
