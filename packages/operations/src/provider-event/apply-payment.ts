import { recordMissingCardDecline, startTrial } from '../attempt/start-trial.ts';
import { type SyncResult, syncAttempt } from '../attempt/sync-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { findEventObjects, type MatchedEvent } from './find-event-objects.ts';

export type PaymentResult = Exclude<SyncResult, 'other_root'> | 'no_root';

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
  const { decline, objectType, takenId, takenThrough } = notification;
  const { rootId, other } = await findEventObjects(deps, caller, matched);
  const isSetup = objectType === 'setup_intent';
  if (!rootId && event.objectId === attempt.providerSetupIntentId) {
    const result = await startTrial(deps, caller, attempt, decline);
    return result === 'stale' ? 'overtaken' : 'applied';
  }
  if (rootId && isSetup && decline) {
    const declined = { setupIntentId: event.objectId, decline };
    const result = await recordMissingCardDecline(deps, caller, attempt, declined);
    return result === 'stale' ? 'overtaken' : 'applied';
  }
  if (!rootId && !other) return 'no_root';
  const result = await syncAttempt(
    deps,
    caller,
    { sessionId: attempt.proxySessionId, attemptId: attempt.id },
    {
      ...(rootId ? { objectId: rootId } : {}),
      other,
      invoiceId: objectType === 'invoice' ? event.objectId : null,
      event: { id: event.eventId, at: event.occurredAt },
      decline,
      takenId,
      takenThrough,
    },
  );
  return !rootId && result === 'applied' ? 'no_root' : result;
}
