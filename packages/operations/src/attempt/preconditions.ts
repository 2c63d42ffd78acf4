import type { AttemptRecord } from '@parley/db';
import { DomainError, isOpen } from '@parley/domain';
import type { SessionChange } from '../session/session-change.ts';

/**
 * Only an open session whose deadline has not passed, or one whose payment is under way, takes
 * what belongs to a payment.
 * @throws DomainError session_expired, session_state_conflict
 */
export function requirePayable(change: SessionChange): void {
  const { status } = change.session;
  if (status === 'expired' || (isOpen(status) && change.deadlinePassed)) {
    throw new DomainError('session_expired', 'The session has expired. Create a new one.');
  }
  if (!isOpen(status) && status !== 'payment_processing') {
    throw new DomainError(
      'session_state_conflict',
      `The session is ${status}; its payment is settled or given up.`,
    );
  }
}

/** The session's attempt of this id, as the change so far has made it. */
export async function findAttempt(change: SessionChange, id: string): Promise<AttemptRecord> {
  if (id === change.attempt.id) return change.attempt;
  const attempt = await change.tx.attempts.find(change.session.id, id);
  if (!attempt) throw new DomainError('not_found', 'The session has no attempt with this id.');
  return attempt;
}

/** @throws DomainError attempt_version_conflict when the caller has seen another version */
export function requireAttemptVersion(attempt: AttemptRecord, expected: number): void {
  if (attempt.version === expected) return;
  throw new DomainError(
    'attempt_version_conflict',
    `expected_version must be ${attempt.version}, the current one, not ${expected}.`,
  );
}

/** @throws DomainError cart_version_conflict when `given` is not the current one */
export function requireCartVersion(change: SessionChange, given: number, field: string): void {
  const { cartVersion } = change.session;
  if (given === cartVersion) return;
  throw new DomainError(
    'cart_version_conflict',
    `${field} must be ${cartVersion}, the current one, not ${given}.`,
  );
}
