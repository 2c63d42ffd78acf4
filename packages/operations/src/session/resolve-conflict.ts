import type { ResolveConflictInput } from '@parley/contract';
import type { PaymentRecord, SessionRecord } from '@parley/db';
import { DomainError, InvalidFieldError } from '@parley/domain';
import { toFinalCharge } from '../attempt/settle-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/change-session.ts';
import { describePayments } from '../session-change/record-payment.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { reportView } from './report-provisioning.ts';
import { PaymentsChangedError, readRefunded, requireRefunded } from './require-refunded.ts';

/** How often the payments are read before giving up because new ones keep arriving. */
const MAX_READS = 3;

/**
 * Resolves a payment conflict as decided by a person. With `refunded`, every payment of the session
 * must be refunded in full at the provider; `accept` keeps them and names them in the history. An
 * extension of the base specification.
 * @throws DomainError not_found, invalid_request, session_expired, session_state_conflict,
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
  const elsewhere = input.refunded_elsewhere === true;
  const verify = input.resolution === 'refunded' && !elsewhere;
  const read = verify ? await readRefunded(deps, caller, input.id) : null;
  return changeSession(deps, caller, input.id, (change) => {
    const conflicted = change.session.status === 'payment_conflicted';
    // A conflict that arose after the read has payments that were not read.
    if (conflicted && verify && !read) throw new PaymentsChangedError();
    if (input.resolution === 'refunded') {
      const refunded = conflicted && read ? requireRefunded(change, read) : null;
      change.command('refund_conflict');
      if (conflicted && elsewhere) change.note('refund_reported');
      if (refunded !== null) change.note('refund_verified', refunded);
    } else {
      const accepted = change.loaded.payments.filter((one) => one.refundedMinor < one.amountMinor);
      change.command('accept_conflict', conflicted ? completionOf(change, accepted) : {});
      if (conflicted && accepted.length > 0)
        change.note('payments_accepted', describePayments(accepted));
    }
    if (conflicted && input.note !== undefined) change.note('resolution_note', input.note);
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
