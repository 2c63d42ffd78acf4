import type { AttemptRecord } from '@parley/db';
import { type Charge, isSameCharge } from '@parley/domain';
import type { ProviderRoot } from '@parley/provider';
import type { SessionChange } from '../session/session-change.ts';
import { sessionEventObject } from '../session/session-view.ts';

/**
 * Applies what the provider says about an attempt's root object, forward only: a fact that is late
 * or repeated changes nothing. Money that arrives is always recorded, as paid or as a conflict.
 * @param read the attempt's root object as it was just read from the provider
 */
export function settleAttempt(
  change: SessionChange,
  attempt: AttemptRecord,
  read: ProviderRoot,
): void {
  const { outcome } = read;
  const of = adopt(change, attempt, read);
  switch (outcome.kind) {
    case 'awaiting_payment': {
      // A challenge the payer walked away from leaves no decline behind, and can be tried again too.
      const over = outcome.declineCode !== null || of.status === 'action_required';
      if (!over || isDeclined(of)) return;
      // Without a confirmation of the cart there is now, it cannot go back to being confirmed.
      const confirmed = of.confirmedCartVersion === change.session.cartVersion;
      const command = confirmed ? 'decline' : 'decline_unconfirmed';
      if (change.attemptCommand(command, {}, { of }) === 'changed') failPayment(change, of);
      return;
    }
    case 'action_required':
      change.attemptCommand('challenge_payer', {}, { of });
      return;
    case 'processing':
      change.attemptCommand('accept', {}, { of });
      if (of.isCurrent) change.command('start_processing');
      return;
    case 'succeeded':
      receive(change, of, outcome.taken, read);
      return;
    case 'nothing_due':
      settleNothingDue(change, of);
      return;
    case 'failed':
      if (change.attemptCommand('fail', {}, { of, reason: outcome.reason }) === 'changed') {
        failPayment(change, of);
      }
      return;
    case 'canceled':
      if (change.attemptCommand('cancel', {}, { of, reason: outcome.reason }) === 'changed') {
        failPayment(change, of);
      }
      return;
    case 'expired':
      if (change.attemptCommand('expire', {}, { of }) === 'changed') failPayment(change, of);
      return;
  }
}

/**
 * An object that was created for a reservation but never attached, found by its metadata once
 * money moves through it, takes the place it was created for.
 */
function adopt(change: SessionChange, attempt: AttemptRecord, read: ProviderRoot): AttemptRecord {
  if (attempt.providerRootObjectId !== null) return attempt;
  const patch = {
    providerRootObjectId: read.id,
    providerRootObjectType: read.type,
    providerCreatedAt: read.createdAt,
  };
  if (attempt.status === 'reserved' || attempt.status === 'unknown') {
    change.attemptCommand('attach_root', patch, { of: attempt });
    return change.latest(attempt);
  }
  // Ended before it was attached: the money still has to find its attempt.
  return change.amendAttempt(attempt, patch, {
    action: 'adopt_root',
    event: 'acquisition_attempt.provider_attached',
  });
}

/** Only the payment of the current attempt leads its session back to where another try can begin. */
function failPayment(change: SessionChange, attempt: AttemptRecord): void {
  if (attempt.isCurrent) change.command('fail_payment');
}

function receive(
  change: SessionChange,
  attempt: AttemptRecord,
  taken: Charge,
  read: ProviderRoot,
): void {
  if (isSettled(attempt)) return;
  const charged = {
    finalAmountMinor: taken.amountMinor,
    finalCurrency: taken.currency,
    finalizedAt: change.now,
  };
  if (anotherSucceeded(change, attempt)) {
    // What was taken first keeps its place in `final`; this money is the one too many.
    change.attemptCommand('mismatch', {}, { of: attempt, reason: 'second_payment' });
    conflict(change, 'receive_second_payment');
    return;
  }
  const mismatch = mismatchOf(change, attempt, taken, read);
  if (mismatch) {
    change.attemptCommand('mismatch', {}, { of: attempt, reason: mismatch });
    conflict(change, 'receive_wrong_funds', charged);
    return;
  }
  change.attemptCommand('succeed', { completionRecordedAt: change.now }, { of: attempt });
  complete(change, attempt, 'receive_exact_funds', charged);
}

/**
 * How the money differs from the charge that binds; null where it does not. Where the provider
 * finalizes the price, taxes and shipping it added are right as long as the merchandise is.
 */
function mismatchOf(
  change: SessionChange,
  attempt: AttemptRecord,
  taken: Charge,
  read: ProviderRoot,
): 'amount_mismatch' | 'currency_mismatch' | null {
  const { session } = change;
  const binding = { amountMinor: session.finalAmountMinor, currency: session.finalCurrency };
  if (isSameCharge(binding, taken)) return null;
  if (binding.currency !== taken.currency) return 'currency_mismatch';
  const merchandise = attempt.merchandiseSubtotalMinor ?? session.amountMinor;
  const finalized =
    attempt.pricingMode === 'provider_finalized' &&
    read.merchandiseSubtotalMinor === merchandise &&
    read.charge !== null &&
    isSameCharge(read.charge, taken);
  return finalized ? null : 'amount_mismatch';
}

/** Done without money: right where nothing was due, or where a subscription begins with a trial. */
export function settleNothingDue(change: SessionChange, attempt: AttemptRecord): void {
  if (isSettled(attempt)) return;
  if (anotherSucceeded(change, attempt)) {
    change.attemptCommand('mismatch', {}, { of: attempt, reason: 'second_payment' });
    conflict(change, 'receive_second_payment');
    return;
  }
  const due = change.session.finalAmountMinor > 0 && attempt.commercialMode !== 'subscription';
  if (due) {
    change.attemptCommand('mismatch', {}, { of: attempt, reason: 'amount_mismatch' });
    conflict(change, 'receive_wrong_funds', { finalAmountMinor: 0, finalizedAt: change.now });
    return;
  }
  change.attemptCommand('succeed', { completionRecordedAt: change.now }, { of: attempt });
  complete(change, attempt, 'receive_nothing_due', {});
}

/**
 * Money that should not be there. A session that was reported provisioned keeps its status, yet the
 * merchant is told all the same: somebody has to give it back.
 */
export function conflict(
  change: SessionChange,
  command: 'receive_wrong_funds' | 'receive_second_payment',
  patch: Parameters<SessionChange['command']>[1] = {},
): void {
  if (change.command(command, patch) === 'changed') return;
  change.note(command, 'money_to_return');
  const object = sessionEventObject(change.loaded);
  change.tell('proxy_session.payment_conflicted', object, object);
}

/** The session has what it asked for; also where a conflict, of other money, stays to be resolved. */
function complete(
  change: SessionChange,
  attempt: AttemptRecord,
  command: 'receive_exact_funds' | 'receive_nothing_due',
  charged: Parameters<SessionChange['command']>[1],
): void {
  const completed = { completedAttemptId: attempt.id };
  if (change.command(command, { ...charged, ...completed }) === 'unchanged') {
    change.changeSession(completed);
    change.note(command, 'conflict_stays');
  }
  dropUncreated(change);
}

/** A reservation that nothing was created for yet is not needed any more. */
function dropUncreated(change: SessionChange): void {
  const { attempt } = change;
  if (attempt.status !== 'reserved' || attempt.providerRootObjectId) return;
  change.attemptCommand('cancel', {}, { reason: 'session_completed' });
}

/** Told of its decline already: the same one read again is no other. */
const isDeclined = (attempt: AttemptRecord): boolean =>
  attempt.status === 'confirmed' && attempt.statusReason === 'payment_declined';

const isSettled = (attempt: AttemptRecord): boolean =>
  attempt.status === 'succeeded' || attempt.status === 'integrity_failed';

function anotherSucceeded(change: SessionChange, attempt: AttemptRecord): boolean {
  const { completedAttemptId } = change.session;
  return completedAttemptId !== null && completedAttemptId !== attempt.id;
}
