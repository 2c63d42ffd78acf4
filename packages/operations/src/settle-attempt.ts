import type { AttemptRecord } from '@parley/db';
import { type Charge, sameCharge } from '@parley/domain';
import type { ProviderRoot } from '@parley/provider';
import type { SessionChange } from './session-change.ts';

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
    case 'awaiting_payment':
      if (outcome.declineCode === null || isDeclined(of)) return;
      if (change.attemptCommand('decline', {}, { of }) === 'changed') failPayment(change, of);
      return;
    case 'action_required':
      change.attemptCommand('challenge_payer', {}, { of });
      return;
    case 'processing':
      change.attemptCommand('accept', {}, { of });
      if (of.isCurrent) change.command('start_processing');
      return;
    case 'succeeded':
      receive(change, of, outcome.taken);
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

function receive(change: SessionChange, attempt: AttemptRecord, taken: Charge): void {
  if (isSettled(attempt)) return;
  const charged = {
    finalAmountMinor: taken.amountMinor,
    finalCurrency: taken.currency,
    finalizedAt: change.now,
  };
  if (anotherSucceeded(change, attempt)) {
    // What was taken first keeps its place in `final`; this money is the one too many.
    change.attemptCommand('mismatch', {}, { of: attempt, reason: 'second_payment' });
    change.command('receive_second_payment');
    return;
  }
  const binding = {
    amountMinor: change.session.finalAmountMinor,
    currency: change.session.finalCurrency,
  };
  if (!sameCharge(binding, taken)) {
    const reason = binding.currency === taken.currency ? 'amount_mismatch' : 'currency_mismatch';
    change.attemptCommand('mismatch', {}, { of: attempt, reason });
    change.command('receive_wrong_funds', charged);
    return;
  }
  change.attemptCommand('succeed', { completionRecordedAt: change.now }, { of: attempt });
  change.command('receive_exact_funds', { ...charged, completedAttemptId: attempt.id });
}

/** Done without money: right where nothing was due, or where a subscription begins with a trial. */
export function settleNothingDue(change: SessionChange, attempt: AttemptRecord): void {
  if (isSettled(attempt)) return;
  const due = change.session.finalAmountMinor > 0 && attempt.commercialMode !== 'subscription';
  if (due) {
    change.attemptCommand('mismatch', {}, { of: attempt, reason: 'amount_mismatch' });
    change.command('receive_wrong_funds', { finalAmountMinor: 0, finalizedAt: change.now });
    return;
  }
  change.attemptCommand('succeed', { completionRecordedAt: change.now }, { of: attempt });
  change.command('receive_nothing_due', { completedAttemptId: attempt.id });
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
