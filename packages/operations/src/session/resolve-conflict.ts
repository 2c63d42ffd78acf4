import type { ResolveConflictInput } from '@parley/contract';
import type { PaymentRecord, SessionRecord, SubscriptionRecord } from '@parley/db';
import {
  DomainError,
  hasConflict,
  InvalidFieldError,
  isFulfillmentReported,
  isKept,
} from '@parley/domain';
import { ignoreOutage } from '../attempt/retry-deadline.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import {
  addAcceptanceEntry,
  isResolution,
  type Resolution,
} from '../session-change/accepted-payments.ts';
import { changeSession } from '../session-change/change-session.ts';
import { finalColumns } from '../session-change/charge-columns.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { reportView } from './report-provisioning.ts';
import {
  ChargesChangedError,
  findRunning,
  readCharges,
  recordPaymentStates,
  requireNoneRunning,
  requireRefunded,
} from './require-refunded.ts';

/** How often the charges are read before giving up because new ones keep arriving. */
const MAX_READS = 3;

/**
 * Resolves a payment conflict as decided by a person. With `refunded`, every payment of the session
 * must be refunded in full at the provider; `accept` keeps those that were not refunded and names them in
 * the history. Without a payment to keep, the session becomes provisionable. `refunded` is refused while a
 * subscription of the session bills later. A session whose fulfillment was reported keeps its status. An
 * extension of the base specification.
 * @throws DomainError not_found, invalid_request, session_expired, session_state_conflict, nothing_to_accept,
 *   provider_amount_mismatch, subscription_running, payment_in_progress, provider_error, service_unavailable
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
      if (!(error instanceof ChargesChangedError)) throw error;
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
  const isVerified = isRefund && !isElsewhere;
  const reading = readCharges(deps, caller, input.id);
  // While the provider does not respond, `accept` relies on the refunds that are recorded.
  const read = isVerified ? await reading : await reading.catch(ignoreOutage);
  return changeSession(deps, caller, input.id, async (change) => {
    const isConflicted = hasConflict(change.session);
    // A conflict that arose after the read has payments that were not read.
    if (isConflicted && isVerified && !read) throw new ChargesChangedError();
    const shown = isConflicted && read ? read : null;
    const before = change.state.payments;
    // What is recorded cannot refuse a statement: a subscription may have ended during the outage.
    const isRunningKnown = isConflicted && (shown !== null || !isRefund);
    const running = isRunningKnown ? await findRunning(change, shown) : [];
    if (shown) recordPaymentStates(change, shown);
    if (isRefund) {
      const refunded = shown && isVerified ? requireRefunded(before, shown) : null;
      requireNoneRunning(running);
      await conclude(change, 'refund_conflict');
      if (isConflicted && isElsewhere) change.addHistoryEntry('refund_reported');
      if (refunded !== null) change.addHistoryEntry('refund_verified', refunded);
    } else {
      await accept(change, running);
    }
    if (isConflicted && input.note !== undefined)
      change.addHistoryEntry('resolution_note', input.note);
    return reportView(change);
  });
}

/**
 * @throws DomainError nothing_to_accept when every payment of a session that is not fulfilled went back and no
 *   trial continues
 */
async function accept(
  change: SessionChange,
  running: readonly SubscriptionRecord[],
): Promise<void> {
  const { payments, session } = change.state;
  const accepted = payments.filter(isKept);
  const isPaid = accepted.length > 0;
  const command = isPaid ? 'accept_conflict' : 'accept_unpaid_conflict';
  if (!hasConflict(session)) return conclude(change, command);
  const isFulfilled = isFulfillmentReported(session.status);
  const trial = running.find(({ status }) => status === 'trialing');
  if (payments.length > 0 && !isPaid && !trial && !isFulfilled) {
    throw new DomainError('nothing_to_accept');
  }
  const isCompleted = isFulfilled && !isPaid;
  await conclude(
    change,
    command,
    isCompleted ? {} : getCompletion(change, accepted, trial?.attemptId),
  );
  if (isPaid) addAcceptanceEntry(change, accepted);
}

/**
 * Ends a conflict. A session whose fulfillment was reported keeps its status. Repeating a resolution changes
 * nothing.
 * @throws DomainError session_expired, session_state_conflict
 */
async function conclude(
  change: SessionChange,
  command: Resolution,
  patch: Partial<SessionRecord> = {},
): Promise<void> {
  const { id, status, conflictSince } = change.session;
  if (conflictSince !== null) {
    change.patchSession({ ...patch, conflictSince: null });
    const isRefund = command === 'refund_conflict';
    change.addHistoryEntry(command, isRefund ? 'conflict_refunded' : 'conflict_accepted', null);
    return;
  }
  if (isFulfillmentReported(status)) {
    const isRefund = command === 'refund_conflict';
    const entries = await change.repositories.history.list(id);
    const last = entries.findLast(isResolution);
    if (last && (last.action === 'refund_conflict') === isRefund) return;
  }
  change.command(command, patch);
}

/**
 * The columns of a session that is accepted: with its completed attempt, unless the payments
 * of that attempt were refunded, otherwise with the attempt of the first payment that is accepted or, without
 * one, of the trial that continues.
 */
function getCompletion(
  change: SessionChange,
  accepted: readonly PaymentRecord[],
  trialAttemptId?: SessionRecord['completedAttemptId'],
): Partial<SessionRecord> {
  const { session, attempt } = change;
  const { payments } = change.state;
  const [first] = accepted;
  const isOther = first && first !== payments[0];
  const ofCompleted = ({ attemptId }: PaymentRecord) => attemptId === session.completedAttemptId;
  const isReturned = payments.some(ofCompleted) && !accepted.some(ofCompleted);
  const completed = isReturned ? null : session.completedAttemptId;
  return {
    completedAttemptId: completed ?? first?.attemptId ?? trialAttemptId ?? attempt.id,
    // `final` is the first payment until that is refunded.
    ...(isOther ? finalColumns(first, session.cartVersion, change.now) : {}),
  };
}
