import type { AttemptRecord, ObjectCreator } from '@parley/db';
import { type Charge, isDeclinedTooOften, isSameCharge } from '@parley/domain';
import type { ProviderPayment, ProviderRoot } from '@parley/provider';
import { TOO_MANY_DECLINES } from '../session-change/provider-check.ts';
import { recordPayment } from '../session-change/record-payment.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { bindRoot } from './bind-root.ts';

/**
 * Applies the state of an attempt's root object, forward only: a state that is late or repeated
 * changes nothing. Money that arrives is always recorded, as paid or as a conflict. A payment that
 * fails reopens the session for another attempt; a failure of a superseded attempt changes nothing.
 * @param read the attempt's root object as just read from the provider
 * @param createdBy the creator of the object, if it is not attached yet
 */
export function settleAttempt(
  change: SessionChange,
  attempt: AttemptRecord,
  read: ProviderRoot,
  createdBy: ObjectCreator = change.objectCreator,
): void {
  const { outcome } = read;
  const of = adopt(change, attempt, read, createdBy);
  switch (outcome.kind) {
    case 'awaiting_payment': {
      // An abandoned challenge is not a decline; the payer can try again after it too.
      const ended = outcome.decline !== null || of.status === 'action_required';
      if (!ended || isDeclined(of)) return;
      // Without a confirmation of the current cart the attempt cannot return to confirmed.
      const confirmed = of.confirmedCartVersion === change.session.cartVersion;
      const command = confirmed ? 'decline' : 'decline_unconfirmed';
      if (change.attemptCommand(command, {}, { of }) === 'changed') change.command('fail_payment');
      return;
    }
    case 'action_required':
      change.attemptCommand('challenge_payer', {}, { of });
      return;
    case 'processing':
      // An attempt that has ended cannot report a failure later, which would reopen the session.
      if (change.attemptCommand('accept', {}, { of }) === 'changed') {
        change.command('start_processing');
      }
      return;
    case 'succeeded':
      receive(change, of, outcome.taken, read);
      return;
    case 'nothing_due':
      settleNothingDue(change, of, { ...outcome, root: read });
      return;
    case 'failed':
      if (change.attemptCommand('fail', {}, { of, reason: outcome.reason }) === 'changed') {
        change.command('fail_payment');
      }
      return;
    case 'canceled':
      if (
        change.attemptCommand('cancel', {}, { of, reason: cancelReason(change, outcome) }) ===
        'changed'
      ) {
        change.command('fail_payment');
      }
      return;
    case 'expired':
      if (change.attemptCommand('expire', {}, { of }) === 'changed') change.command('fail_payment');
      return;
  }
}

/** Attaches an object that was created for this attempt but not attached before money moved. */
function adopt(
  change: SessionChange,
  attempt: AttemptRecord,
  read: ProviderRoot,
  rootCreatedBy: ObjectCreator,
): AttemptRecord {
  if (attempt.providerRootObjectId !== null) {
    const isFirstRead = attempt.providerRootObjectId === read.id && !attempt.providerCreatedAt;
    return isFirstRead ? change.setProviderCreatedAt(attempt, read.createdAt) : attempt;
  }
  const patch = bindRoot(change, attempt, { ...read, createdBy: rootCreatedBy });
  if (attempt.status === 'reserved' || attempt.status === 'unknown') {
    change.attemptCommand('attach_root', patch, { of: attempt });
    return change.latest(attempt);
  }
  // The attempt ended before the object was attached; its payment still belongs to the attempt.
  return change.amendAttempt(attempt, patch, {
    action: 'adopt_root',
    event: 'acquisition_attempt.provider_attached',
  });
}

/**
 * Records a payment and decides what it means. The session is paid when this is its only payment and
 * equals the binding charge; any other payment is a conflict.
 */
function receive(
  change: SessionChange,
  attempt: AttemptRecord,
  taken: ProviderPayment,
  read: ProviderRoot,
): void {
  const first = change.loaded.payments.length === 0;
  if (!recordPayment(change, attempt, taken, read)) return;
  // `final` stays the first payment; later ones are payments in excess.
  const charged = first ? toFinalCharge(change, taken) : {};
  const mismatch = findMismatch(change, attempt, taken, read);
  const completed = change.session.completedAttemptId !== null || isSettled(attempt);
  if (completed || mismatch) {
    // After a completion without a payment, every payment is one that was not due.
    const reason = first ? (mismatch ?? 'amount_mismatch') : 'second_payment';
    change.attemptCommand('mismatch', {}, { of: attempt, reason });
    recordConflict(change, first ? 'receive_wrong_funds' : 'receive_second_payment', charged);
    return;
  }
  change.attemptCommand('succeed', { completionRecordedAt: change.now }, { of: attempt });
  complete(change, attempt, 'receive_exact_funds', charged);
}

/** The columns of the final charge after the first payment of a session. */
export function toFinalCharge(change: SessionChange, { amountMinor, currency }: Charge) {
  return { finalAmountMinor: amountMinor, finalCurrency: currency, finalizedAt: change.now };
}

/**
 * How the payment differs from the binding charge; null when it matches. Under provider_finalized
 * pricing, taxes and shipping may be added as long as the merchandise subtotal matches.
 */
function findMismatch(
  change: SessionChange,
  attempt: AttemptRecord,
  taken: Charge,
  read: ProviderRoot | null,
): 'amount_mismatch' | 'currency_mismatch' | null {
  const { session } = change;
  const binding = { amountMinor: session.finalAmountMinor, currency: session.finalCurrency };
  if (isSameCharge(binding, taken)) return null;
  if (binding.currency !== taken.currency) return 'currency_mismatch';
  const merchandise = attempt.merchandiseSubtotalMinor ?? session.amountMinor;
  const finalized =
    attempt.pricingMode === 'provider_finalized' &&
    read?.merchandiseSubtotalMinor === merchandise &&
    read.charge !== null &&
    isSameCharge(read.charge, taken);
  return finalized ? null : 'amount_mismatch';
}

/**
 * Completes an attempt without a payment: the total is zero, or a subscription is billed later.
 * @param seen the root object that shows it; null when the cart shows it and no object of the
 *   session can take money
 */
export function settleNothingDue(
  change: SessionChange,
  attempt: AttemptRecord,
  seen: { readonly billingStartsLater: boolean; readonly root: ProviderRoot } | null = null,
): void {
  if (isSettled(attempt)) return;
  if (anotherSucceeded(change, attempt)) {
    change.attemptCommand('mismatch', {}, { of: attempt, reason: 'second_payment' });
    recordConflict(change, 'receive_second_payment');
    return;
  }
  const later = seen?.billingStartsLater === true && attempt.commercialMode === 'subscription';
  const nothing = { amountMinor: 0, currency: change.session.finalCurrency };
  // `final` stays the first payment.
  const taken = change.loaded.payments.length > 0;
  const unchanged = later || taken || change.session.finalAmountMinor === 0;
  const charged = unchanged ? {} : toFinalCharge(change, nothing);
  if (!later && findMismatch(change, attempt, nothing, seen?.root ?? null)) {
    change.attemptCommand('mismatch', {}, { of: attempt, reason: 'amount_mismatch' });
    recordConflict(change, 'receive_wrong_funds', charged);
    return;
  }
  change.attemptCommand('succeed', { completionRecordedAt: change.now }, { of: attempt });
  complete(change, attempt, 'receive_nothing_due', charged);
}

/**
 * Records a payment conflict. A session that cannot change its status, such as a provisioned one,
 * still emits the event, because the merchant has to return the money.
 */
export function recordConflict(
  change: SessionChange,
  command: 'receive_wrong_funds' | 'receive_second_payment',
  patch: Parameters<SessionChange['command']>[1] = {},
): void {
  if (change.command(command, patch) === 'changed') return;
  change.changeSession(patch);
  change.note(command, 'money_to_return');
  change.emitOfSession('proxy_session.payment_conflicted');
}

/** Completes the session; a conflict about another payment remains until it is resolved. */
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
  cancelUnusedReservation(change);
}

/** Cancels a current reservation that has no provider object: the session is complete without it. */
function cancelUnusedReservation(change: SessionChange): void {
  const { attempt } = change;
  if (attempt.status !== 'reserved') return;
  change.attemptCommand('cancel', {}, { reason: 'session_completed' });
}

const cancelReason = ({ session }: SessionChange, { reason }: { reason: string | null }) =>
  reason ?? (isDeclinedTooOften(session) ? TOO_MANY_DECLINES : null);

/** Whether this decline is already recorded. */
const isDeclined = (attempt: AttemptRecord): boolean =>
  attempt.status === 'confirmed' && attempt.statusReason === 'payment_declined';

const isSettled = (attempt: AttemptRecord): boolean =>
  attempt.status === 'succeeded' || attempt.status === 'integrity_failed';

function anotherSucceeded(change: SessionChange, attempt: AttemptRecord): boolean {
  const { completedAttemptId } = change.session;
  return completedAttemptId !== null && completedAttemptId !== attempt.id;
}
