import type { ResolveConflictInput } from '@parley/contract';
import { DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession, type SessionChange } from '../session-change/session-change.ts';
import { reportView } from './report-provisioning.ts';
import { requireRefunded } from './require-refunded.ts';

/**
 * Resolves a payment conflict as decided by a person. An extension of the base specification.
 * @throws DomainError not_found, invalid_request, session_expired, session_state_conflict,
 *   provider_amount_mismatch, provider_error, service_unavailable
 */
export async function resolveConflict(deps: Deps, caller: Caller, input: ResolveConflictInput) {
  const elsewhere = input.refunded_elsewhere === true;
  if (elsewhere && input.resolution !== 'refunded') {
    throw new DomainError(
      'invalid_request',
      'refunded_elsewhere may be true only with resolution "refunded".',
    );
  }
  const verify = input.resolution === 'refunded' && !elsewhere;
  const refunded = verify ? await requireRefunded(deps, caller, input.id) : null;
  return changeSession(deps, caller, input.id, async (change) => {
    const conflicted = change.session.status === 'payment_conflicted';
    if (input.resolution === 'refunded') {
      change.command('refund_conflict');
      if (conflicted && elsewhere) change.note('refund_on_word');
      if (conflicted && refunded !== null) change.note('refund_verified', refunded);
    } else {
      const completed = conflicted ? { completedAttemptId: await paidAttempt(change) } : {};
      change.command('accept_conflict', completed);
    }
    if (conflicted && input.note !== undefined) change.note('resolution_note', input.note);
    return reportView(change);
  });
}

/** The attempt that the session is paid with: a succeeded one, otherwise one that did not match. */
async function paidAttempt(change: SessionChange) {
  if (change.session.completedAttemptId) return change.session.completedAttemptId;
  const attempts = await change.tx.attempts.listReserved(change.session.id);
  const taken =
    attempts.findLast((attempt) => attempt.status === 'succeeded') ??
    attempts.findLast((attempt) => attempt.status === 'integrity_failed');
  // Without any, only unexpected payments were taken.
  return taken?.id ?? change.attempt.id;
}
