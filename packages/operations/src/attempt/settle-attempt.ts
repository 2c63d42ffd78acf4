import type { AttemptRecord, ObjectCreator, SessionRecord, SubscriptionRecord } from '@parley/db';
import { isDeclinedTooOften, isSameMoney, type Money, type SettlementFact } from '@parley/domain';
import type { ProviderPayment, ProviderRoot } from '@parley/provider';
import type { Deps } from '../request/deps.ts';
import { finalColumns } from '../session-change/charge-columns.ts';
import { TOO_MANY_DECLINES } from '../session-change/provider-check.ts';
import { recordDeclines } from '../session-change/record-declines.ts';
import { recordPayment, recordPaymentState } from '../session-change/record-payment.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { recordSubscription, type SyncCause } from '../subscription/record-subscription.ts';
import { bindRoot } from './bind-root.ts';
import type { View } from './observe-attempt.ts';
import { getPayments } from './read-returned.ts';

/**
 * Applies everything that the provider shows of an attempt: pure, apart from ids. Money that was seen
 * is always recorded.
 * @param change of the session as it was before the provider was read
 */
export function settleAttempt(
  deps: Deps,
  change: SessionChange,
  view: View,
  cause: SyncCause,
): void {
  const { attempt, root, other, subscription } = view;
  const emitDeclines = recordDeclines(change, attempt, view.declines);
  if (root) settleRoot(change, change.latest(attempt), root);
  if (other) settleOther(change, attempt, other, subscription?.stored ?? null);
  for (const state of view.returned) {
    const payment = change.state.payments.find((row) => row.providerObjectId === state.id);
    if (payment) recordPaymentState(change, payment, state);
  }
  emitDeclines();
  if (subscription) {
    const { read, stored } = subscription;
    const starter = [other, root].find((object) => object?.subscriptionId === read.id);
    const checkoutId = starter?.type === 'checkout.session' ? starter.id : null;
    const of = change.latest(attempt);
    recordSubscription(deps, change, of, stored, read, cause, checkoutId);
  }
}

/**
 * Applies the state of an attempt's root object, forward only: a state that is late or repeated
 * changes nothing. Money that arrives is always recorded, as paid or as a conflict. A payment that
 * fails reopens the session for another attempt; a failure of a superseded attempt changes nothing.
 * @param read the attempt's root object as just read from the provider
 * @param createdBy the creator of the object, if it is not attached yet
 */
export function settleRoot(
  change: SessionChange,
  attempt: AttemptRecord,
  read: ProviderRoot,
  createdBy: ObjectCreator = change.objectCreator,
): void {
  const { outcome } = read;
  const of = adopt(change, attempt, read, createdBy);
  switch (outcome.kind) {
    case 'awaiting_payment':
      settleUnpaid(change, of, outcome.decline?.code ?? null);
      return;
    case 'action_required':
      change.applyFact('challenged', of);
      return;
    case 'processing':
      change.applyFact('accepted', of);
      return;
    case 'succeeded':
      settlePayments(change, of, outcome.taken, read, true);
      return;
    case 'nothing_due':
      settleNothingDue(change, of, { ...outcome, root: read });
      return;
    case 'failed':
      change.applyFact('failed', of, { reason: outcome.reason });
      return;
    case 'canceled':
      change.applyFact('canceled', of, { reason: cancelReason(change, of, outcome.reason) });
      return;
    case 'expired':
      change.applyFact('expired', of);
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
    if (attempt.providerCreatedAt) return attempt;
    return change.setAttemptFacts(attempt, { providerCreatedAt: read.createdAt });
  }
  change.writes.attachedObject = read.id;
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

/** An object that waits for its payer: after a decline, an abandoned challenge, or a failure of what was accepted. */
function settleUnpaid(change: SessionChange, of: AttemptRecord, declineCode: string | null): void {
  if (of.status === 'processing' && declineCode !== null) {
    // The payment was accepted and failed later. The payer's next try is a new attempt.
    change.applyFact('failed', of, { reason: declineCode });
    return;
  }
  // It shows its last decline until the payer tries again.
  const isKnown = of.statusReason === 'payment_declined';
  if (isKnown || (declineCode === null && of.status !== 'action_required')) return;
  // Without a confirmation of the current cart the attempt cannot return to confirmed.
  const isConfirmed = of.confirmedCartVersion === change.session.cartVersion;
  change.applyFact(isConfirmed ? 'declined' : 'declined_unconfirmed', of);
}

/**
 * Records what an object took, and decides what each payment means. An exact payment completes a session that is not
 * complete yet, if the root object took it or it is the session's first. Any other payment is a conflict.
 * @param isRoot whether the object is the attempt's root object
 */
function settlePayments(
  change: SessionChange,
  of: AttemptRecord,
  all: ProviderPayment,
  read: ProviderRoot,
  isRoot: boolean,
): void {
  for (const taken of getPayments(all)) {
    const attempt = change.latest(of);
    const isFirst = change.state.payments.length === 0;
    if (!recordPayment(change, attempt, taken, read)) continue;
    const { session } = change;
    const mismatch = findMismatch(session, attempt, taken, read);
    // A wrong payment may be for a cart that was confirmed and then replaced. `final` stays the first payment.
    const paidCart = mismatch === null ? null : attempt.confirmedCartVersion;
    const charged = finalColumns(taken, paidCart ?? session.cartVersion, change.now);
    const sessionPatch = isFirst ? charged : {};
    const isDue = session.completedAttemptId === null && !isSettled(attempt);
    // After a wrong payment, `final` equals that: another one of its amount is not the exact one.
    if (isFirst && isDue && mismatch === null) {
      complete(change, attempt, 'exact_payment', sessionPatch);
    } else if (!isRoot) {
      const reason = `${taken.id} took ${taken.amountMinor} ${taken.currency}`;
      change.addHistoryEntry('unexpected_payment', reason, attempt);
      change.applyFact('additional_object', attempt, { sessionPatch });
    } else if (isFirst) {
      // After a completion without a payment, every payment is one that was not due.
      const reason = mismatch ?? 'amount_mismatch';
      change.applyFact('wrong_payment', attempt, { reason, sessionPatch });
    } else {
      change.applyFact('second_payment', attempt, { reason: 'second_payment' });
    }
  }
}

/**
 * Applies the state of an object that names an attempt in its metadata but is neither its root object
 * nor a part of it, for example because a server retried under another key. One exact payment through
 * any object of the attempt pays the session. Every other payment, and a second subscription, is a
 * conflict, once.
 */
function settleOther(
  change: SessionChange,
  attempt: AttemptRecord,
  read: ProviderRoot,
  stored: SubscriptionRecord | null,
): void {
  const { outcome } = read;
  if (outcome.kind === 'succeeded') {
    settlePayments(change, attempt, outcome.taken, read, false);
  } else if (outcome.kind === 'nothing_due' && stored === null) {
    change.addHistoryEntry('unexpected_subscription', `${read.id} has started`, attempt);
    change.applyFact('additional_object', change.latest(attempt));
  }
}

/**
 * How the payment differs from the binding charge; null when it matches. Under provider_finalized
 * pricing, taxes and shipping may be added to the merchandise of the current cart: an object that was
 * confirmed for a previous cart does not pay for this one, even if the totals are equal.
 */
function findMismatch(
  session: SessionRecord,
  attempt: AttemptRecord,
  taken: Money,
  read: ProviderRoot,
): 'amount_mismatch' | 'currency_mismatch' | 'cart_mismatch' | null {
  const binding = { amountMinor: session.finalAmountMinor, currency: session.finalCurrency };
  if (binding.currency !== taken.currency) return 'currency_mismatch';
  if (attempt.pricingMode === 'fixed') {
    return isSameMoney(binding, taken) ? null : 'amount_mismatch';
  }
  const { confirmedCartVersion, merchandiseSubtotalMinor: reserved } = attempt;
  // A reservation that was repeated for the current cart has its subtotal.
  const unconfirmed = reserved === null ? attempt.reservedCartVersion : session.cartVersion;
  if ((confirmedCartVersion ?? unconfirmed) !== session.cartVersion) return 'cart_mismatch';
  const { merchandiseSubtotalMinor: subtotal, charge } = read;
  if (subtotal === null) return isSameMoney(binding, taken) ? null : 'amount_mismatch';
  if (subtotal !== (reserved ?? session.amountMinor)) {
    return 'cart_mismatch';
  }
  return charge && isSameMoney(charge, taken) ? null : 'amount_mismatch';
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
  const { cartVersion, completedAttemptId, finalCurrency, finalAmountMinor } = change.session;
  if (completedAttemptId !== null) {
    change.applyFact('second_payment', attempt, { reason: 'second_payment' });
    return;
  }
  const isLater = seen?.billingStartsLater === true && attempt.commercialMode === 'subscription';
  const nothing = { amountMinor: 0, currency: finalCurrency };
  // `final` stays the first payment.
  const isTaken = change.state.payments.length > 0;
  const isUnchanged = isLater || isTaken || finalAmountMinor === 0;
  const charged = isUnchanged ? {} : finalColumns(nothing, cartVersion, change.now);
  const mismatch = seen && findTrialMismatch(change.session, attempt, nothing, seen.root, isLater);
  if (mismatch) {
    change.applyFact('wrong_payment', attempt, { reason: mismatch, sessionPatch: charged });
    return;
  }
  complete(change, attempt, 'nothing_due', charged);
}

/**
 * How an object that takes nothing now differs from what the payer agreed to; null when it matches. What a trial
 * charges later is not compared, so it must be for the current cart.
 */
function findTrialMismatch(
  session: SessionRecord,
  attempt: AttemptRecord,
  nothing: Money,
  read: ProviderRoot,
  isLater: boolean,
): ReturnType<typeof findMismatch> {
  if (!isLater) return findMismatch(session, attempt, nothing, read);
  if (read.charge && read.charge.currency !== nothing.currency) return 'currency_mismatch';
  const cartVersion = attempt.confirmedCartVersion ?? attempt.reservedCartVersion;
  return cartVersion === session.cartVersion ? null : 'cart_mismatch';
}

/** Completes the session; a conflict about another payment remains until it is resolved. */
function complete(
  change: SessionChange,
  attempt: AttemptRecord,
  fact: Extract<SettlementFact, 'exact_payment' | 'nothing_due'>,
  charged: Partial<SessionRecord>,
): void {
  // A current reservation that has no provider object: the session is complete without it. Its event shows that.
  const isReplaced = change.attempt.id !== attempt.id && change.attempt.status === 'reserved';
  if (isReplaced) change.attemptCommand('cancel', {}, { reason: 'session_completed' });
  change.applyFact(fact, attempt, {
    attemptPatch: { completionRecordedAt: change.now },
    sessionPatch: { ...charged, completedAttemptId: attempt.id },
  });
}

/** The reason that the provider gave, otherwise the one for which the object was closed. */
function cancelReason(
  { session }: SessionChange,
  { statusReason }: AttemptRecord,
  given: string | null,
): string | null {
  if (given !== null) return given;
  if (isDeclinedTooOften(session)) return TOO_MANY_DECLINES;
  return statusReason === 'cart_drift' ? 'cart_changed' : null;
}

const isSettled = (attempt: AttemptRecord): boolean =>
  attempt.status === 'succeeded' || attempt.status === 'integrity_failed';
