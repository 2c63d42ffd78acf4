import { decideSession, isUnfinished } from '@parley/domain';
import { OutcomeUnknownError, withOutcomeResolved } from '../attempt/resolve-unknown.ts';
import { withRetryDeadline } from '../attempt/retry-deadline.ts';
import { closeRoot, closeUnpaid } from '../attempt/sync-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/change-session.ts';
import { isOutcomeUnknown } from '../session-change/provider-check.ts';
import { getSessionFacts } from '../session-change/session-change.ts';
import { reportView } from './report-provisioning.ts';

/**
 * Cancels an open session. The provider object is closed first, so that no one can pay any more; a
 * payment that arrived before it was closed counts and prevents the cancellation. An extension of
 * the interface.
 * @throws DomainError not_found, payment_in_progress, session_expired, session_state_conflict,
 *   provider_error, service_unavailable
 */
export async function cancelSession(deps: Deps, caller: Caller, { id }: { id: string }) {
  await withOutcomeResolved(deps, caller, { sessionId: id }, (resolved) =>
    closeOpenRoot(deps, caller, id, resolved !== null),
  );
  return changeSession(deps, caller, id, (change) => {
    change.end('cancel', 'session_canceled');
    return reportView(change);
  });
}

/**
 * Closes the provider object of a session that can be canceled, unless the response is stored.
 * @throws OutcomeUnknownError when it is unknown whether there is one, unless `isResolved`
 */
async function closeOpenRoot(
  deps: Deps,
  caller: Caller,
  sessionId: string,
  isResolved: boolean,
): Promise<void> {
  const loaded = await deps.database.findSession(caller, sessionId, caller.idempotency);
  if (!loaded || loaded.storedOutcome) return;
  const { attempt, now } = loaded.session;
  if (!isResolved && isOutcomeUnknown(attempt, now)) throw new OutcomeUnknownError();
  if (decideSession(getSessionFacts(loaded.session), 'cancel').kind !== 'transition') return;
  if (attempt.status === 'failed') await closeUnpaid(deps, caller, attempt);
  else if (isUnfinished(attempt.status)) {
    await withRetryDeadline(attempt, () => closeRoot(deps, caller, attempt));
  }
}
