import { decideSession, isUnfinished } from '@parley/domain';
import { closeRoot } from '../attempt/close-root.ts';
import { resolveOutcome } from '../attempt/resolve-unknown.ts';
import { withRetryDeadline } from '../attempt/retry-deadline.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/change-session.ts';
import { loadSession } from '../session-change/load-session.ts';
import { isOutcomeUnknown } from '../session-change/provider-check.ts';
import { reportView } from './report-provisioning.ts';

/**
 * Cancels an open session. The provider object is closed first, so that no one can pay any more; a
 * payment that arrived before it was closed counts and prevents the cancellation. An extension of
 * the interface.
 * @throws DomainError not_found, payment_in_progress, session_expired, session_state_conflict,
 *   provider_error, service_unavailable
 */
export async function cancelSession(deps: Deps, caller: Caller, input: { id: string }) {
  let loaded = await loadSession(deps, caller, input.id);
  if (isOutcomeUnknown(loaded.attempt, loaded.now)) {
    await resolveOutcome(deps, caller, input.id);
    loaded = await loadSession(deps, caller, input.id);
  }
  const { session, attempt, now } = loaded;
  const state = {
    status: session.status,
    deadlinePassed: session.expiresAt <= now,
    attemptStatus: attempt.status,
  };
  const possible = decideSession(state, 'cancel').kind === 'transition';
  if (possible && isUnfinished(attempt.status)) {
    await withRetryDeadline(attempt, () => closeRoot(deps, caller, attempt));
  }
  return changeSession(deps, caller, input.id, (change) => {
    const changed = change.command('cancel') === 'changed';
    // Without a root object no provider event will end the attempt.
    if (changed && !change.attempt.providerRootObjectId && isUnfinished(change.attempt.status)) {
      change.attemptCommand('cancel', {}, { reason: 'session_canceled' });
    }
    return reportView(change);
  });
}
