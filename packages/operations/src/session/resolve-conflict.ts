import { DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { reportView } from './report-provisioned.ts';
import { changeSession, type SessionChange } from './session-change.ts';

export interface ResolveConflictInput {
  readonly id: string;
  /** accept: what was taken is right as it is; refunded: it all went back. */
  readonly resolution: 'accept' | 'refunded';
  readonly note?: string | undefined;
}

/**
 * Ends a payment conflict as a person has decided it. An extension of the interface.
 * @throws DomainError not_found, session_expired, session_state_conflict
 */
export async function resolveConflict(deps: Deps, caller: Caller, input: ResolveConflictInput) {
  return changeSession(deps, caller, input.id, async (change) => {
    const conflicted = change.session.status === 'payment_conflicted';
    if (input.resolution === 'refunded') {
      change.command('refund_conflict');
    } else {
      const completed = conflicted ? { completedAttemptId: await paidAttempt(change) } : {};
      change.command('accept_conflict', completed);
    }
    if (conflicted && input.note !== undefined) change.note('resolution_note', input.note);
    return reportView(change);
  });
}

/** The attempt whose money the session is paid with: one that succeeded, else one that differed. */
async function paidAttempt(change: SessionChange) {
  if (change.session.completedAttemptId) return change.session.completedAttemptId;
  const attempts = await change.tx.attempts.listReserved(change.session.id);
  const taken =
    attempts.findLast((attempt) => attempt.status === 'succeeded') ??
    attempts.findLast((attempt) => attempt.status === 'integrity_failed');
  if (taken) return taken.id;
  throw new DomainError('session_state_conflict', 'No attempt of this session has taken money.');
}
