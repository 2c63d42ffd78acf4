import { DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession, type SessionChange } from '../session-change/session-change.ts';
import { reportView } from './report-provisioned.ts';
import { requireRefunded } from './require-refunded.ts';

export interface ResolveConflictInput {
  readonly id: string;
  /** accept: what was taken is right as it is; refunded: it all went back. */
  readonly resolution: 'accept' | 'refunded';
  /** That it went back another way than through the provider is the merchant's word. */
  readonly refunded_elsewhere?: boolean | undefined;
  readonly note?: string | undefined;
}

/**
 * Ends a payment conflict as a person has decided it. An extension of the interface.
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
  const asked = input.resolution === 'refunded' && !elsewhere;
  const refunded = asked ? await requireRefunded(deps, caller, input.id) : null;
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

/** The attempt whose money the session is paid with: one that succeeded, else one that differed. */
async function paidAttempt(change: SessionChange) {
  if (change.session.completedAttemptId) return change.session.completedAttemptId;
  const attempts = await change.tx.attempts.listReserved(change.session.id);
  const taken =
    attempts.findLast((attempt) => attempt.status === 'succeeded') ??
    attempts.findLast((attempt) => attempt.status === 'integrity_failed');
  // Without any, the money came through an object beside the current one's.
  return taken?.id ?? change.attempt.id;
}
