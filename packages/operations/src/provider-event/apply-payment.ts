import { recordMissingCardDecline } from '../attempt/record-missing-card-decline.ts';
import { recordUnexpectedPayment } from '../attempt/record-unexpected-payment.ts';
import { startTrial } from '../attempt/start-trial.ts';
import { type SyncResult, syncAttempt } from '../attempt/sync-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { findEventObjects, type MatchedEvent } from './find-event-objects.ts';

export type PaymentResult = Exclude<SyncResult, 'other_root'> | 'unexpected_payment' | 'no_root';

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
  const result = await applyObjects(deps, caller, matched);
  if (result !== 'other_root') return result;
  // Another object was attached since the event was matched, so the event's object is not the root
  // object. It may have taken money all the same.
  const { proxySessionId, id } = matched.attempt;
  const attempt = await deps.database.forScope(caller).attempts.find(proxySessionId, id);
  const again = attempt && (await applyObjects(deps, caller, { ...matched, attempt }));
  return again && again !== 'other_root' ? again : 'overtaken';
}

async function applyObjects(
  deps: Deps,
  caller: Caller,
  matched: MatchedEvent,
): Promise<PaymentResult | 'other_root'> {
  const { event, attempt, notification } = matched;
  const { rootId, other } = await findEventObjects(deps, caller, matched);
  if (other) {
    const found = await recordUnexpectedPayment(deps, caller, attempt, other);
    if (found === 'stale') return 'overtaken';
    if (found === 'recorded') return 'unexpected_payment';
  }
  if (!rootId) {
    if (event.objectId !== attempt.providerSetupIntentId) return 'no_root';
    const result = await startTrial(deps, caller, attempt, notification.decline);
    return result === 'stale' ? 'overtaken' : 'applied';
  }
  const { decline, objectType } = notification;
  if (decline && objectType === 'setup_intent') {
    const declined = { setupIntentId: event.objectId, decline };
    const result = await recordMissingCardDecline(deps, caller, attempt, declined);
    return result === 'stale' ? 'overtaken' : 'applied';
  }
  const attemptOf = { sessionId: attempt.proxySessionId, attemptId: attempt.id };
  const cause = { id: event.eventId, at: event.occurredAt };
  return syncAttempt(deps, caller, attemptOf, { objectId: rootId, event: cause, decline });
}
