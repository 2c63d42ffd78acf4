import { recordUnexpectedPayment } from '../attempt/record-unexpected-payment.ts';
import { startTrial } from '../attempt/start-trial.ts';
import { type SyncResult, syncAttempt } from '../attempt/sync-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { findEventObjects, type MatchedEvent } from './find-event-objects.ts';

export type PaymentResult = SyncResult | 'unexpected_payment' | 'no_root';

/**
 * Reads the objects that an event is about and applies their state to its attempt.
 * @returns `overtaken` when another write changed the attempt while the provider was read
 * @throws DomainError provider_error, service_unavailable
 */
export async function applyPayment(
  deps: Deps,
  caller: Caller,
  matched: MatchedEvent,
): Promise<PaymentResult> {
  const { event, attempt } = matched;
  const { rootId, other } = await findEventObjects(deps, caller, matched);
  if (other) {
    const found = await recordUnexpectedPayment(deps, caller, attempt, other);
    if (found === 'stale') return 'overtaken';
    if (found === 'recorded') return 'unexpected_payment';
  }
  if (!rootId) {
    if (event.objectId !== attempt.providerSetupIntentId) return 'no_root';
    const result = await startTrial(deps, caller, attempt);
    return result === 'stale' ? 'overtaken' : 'applied';
  }
  const attemptOf = { sessionId: attempt.proxySessionId, attemptId: attempt.id };
  const cause = { id: event.eventId, at: event.occurredAt };
  return syncAttempt(deps, caller, attemptOf, { objectId: rootId, event: cause });
}
