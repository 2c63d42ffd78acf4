import type { AttemptRecord } from '@parley/db';
import { DomainError, isOpen } from '@parley/domain';
import type { SessionChange } from './session-change.ts';

/**
 * Requires a session that accepts a payment: open before its deadline, or in payment_processing.
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
      `The session is ${status}; it no longer accepts a payment.`,
    );
  }
}

/** @throws DomainError attempt_version_conflict when `expected` is not the current version */
export function requireAttemptVersion(attempt: AttemptRecord, expected: number): void {
  if (attempt.version === expected) return;
  throw new DomainError(
    'attempt_version_conflict',
    `expected_version must be ${attempt.version}, the current one, not ${expected}.`,
  );
}

/** @throws DomainError cart_version_conflict when `given` is not the current version */
export function requireCartVersion(change: SessionChange, given: number): void {
  const { cartVersion } = change.session;
  if (given === cartVersion) return;
  throw new DomainError(
    'cart_version_conflict',
    `expected_cart_version must be ${cartVersion}, the current one, not ${given}.`,
  );
}
