import type { ResolveConflictInput } from '@parley/contract';
import type { PaymentRecord, SessionRecord } from '@parley/db';
import { DomainError, InvalidFieldError } from '@parley/domain';
import { ignoreOutage } from '../attempt/retry-deadline.ts';
import { toFinalCharge } from '../attempt/settle-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/change-session.ts';
import { describePayments } from '../session-change/record-payment.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { reportView } from './report-provisioning.ts';
import {
  isKept,
  PaymentsChangedError,
  readPayments,
  recordPaymentStates,
  requireRefunded,
} from './require-refunded.ts';

/** How often the payments are read before giving up because new ones keep arriving. */
const MAX_READS = 3;

/**
 * Resolves a payment conflict as decided by a person. With `refunded`, every payment of the session
 * must be refunded in full at the provider; `accept` keeps those that were not refunded and names them in
 * the history. An extension of the base specification.
 * @throws DomainError not_found, invalid_request, session_expired, session_state_conflict, nothing_to_accept,
 *   provider_amount_mismatch, payment_in_progress, provider_error, service_unavailable
 */
export async function resolveConflict(deps: Deps, caller: Caller, input: ResolveConflictInput) {
  if (input.refunded_elsewhere === true && input.resolution !== 'refunded') {
    throw new InvalidFieldError(
      'refunded_elsewhere',
      'may be true only with resolution "refunded".',
    );
  }
  for (let reads = 0; reads < MAX_READS; reads++) {
    try {
      return await resolve(deps, caller, input);
    } catch (error) {
      if (!(error instanceof PaymentsChangedError)) throw error;
    }
  }
  throw new DomainError(
    'payment_in_progress',
    'Payments are still arriving for this session. Send the request again when no more arrive.',
  );
}

async function resolve(deps: Deps, caller: Caller, input: ResolveConflictInput) {
  const isElsewhere = input.refunded_elsewhere === true;
  const isRefund = input.resolution === 'refunded';
  const reading = isElsewhere ? null : readPayments(deps, caller, input.id);
  // While the provider does not respond, `accept` relies on the refunds that are recorded.
  const read = isRefund ? await reading : await reading?.catch(ignoreOutage);
  return changeSession(deps, caller, input.id, (change) => {
    const isConflicted = change.session.status === 'payment_conflicted';
    // A conflict that arose after the read has payments that were not read.
    if (isConflicted && isRefund && !isElsewhere && !read) throw new PaymentsChangedError();
    const before = change.loaded.payments;
    if (isConflicted && read) recordPaymentStates(change, read);
    if (isRefund) {
      const refunded = isConflicted && read ? requireRefunded(before, read) : null;
      change.command('refund_conflict');
      if (isConflicted && isElsewhere) change.note('refund_reported');
      if (refunded !== null) change.note('refund_verified', refunded);
    } else {
      const { payments } = change.loaded;
      const accepted = payments.filter(isKept);
      if (isConflicted && payments.length > 0 && accepted.length === 0) {
        throw new DomainError('nothing_to_accept');
      }
      change.command('accept_conflict', isConflicted ? completionOf(change, accepted) : {});
      if (isConflicted && accepted.length > 0)
        change.note('payments_accepted', describePayments(accepted));
    }
    if (isConflicted && input.note !== undefined) change.note('resolution_note', input.note);
    return reportView(change);
  });
}

/**
 * The columns of a session that is accepted as paid: with its completed attempt, unless the payments
 * of that attempt were refunded, otherwise with the first payment that is accepted.
 */
function completionOf(
  change: SessionChange,
  accepted: readonly PaymentRecord[],
): Partial<SessionRecord> {
  const { session, attempt } = change;
  const { payments } = change.loaded;
  const [first] = accepted;
  const ofCompleted = (one: PaymentRecord) => one.attemptId === session.completedAttemptId;
  const isReturned = first && payments.some(ofCompleted) && !accepted.some(ofCompleted);
  const completed = isReturned ? null : session.completedAttemptId;
  return {
    completedAttemptId: completed ?? (first ?? payments[0])?.attemptId ?? attempt.id,
    // `final` is the first payment until that is refunded.
    ...(first && first !== payments[0] ? toFinalCharge(change, first) : {}),
  };
}
