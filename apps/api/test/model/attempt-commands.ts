import { completeFree, isFree, settleFree } from './free-cart.ts';
import { closeRoot, sync } from './provider-effects.ts';
import type { Request } from './request.ts';
import {
  type Attempt,
  type Confirmation,
  current,
  endedWithoutMoney,
  getAttempt,
  isCartRefused,
  isOpen,
  isPayable,
  isUnfinished,
  MINIMUM,
  newAttempt,
  type State,
  setAttemptStatus,
  setSubtotal,
} from './state.ts';

/** Reports a reason for a rejection. */
export type Refuse = (code: string) => void;

/** The effect of a command that is not refused. */
export type Effect = () => void;

const unchanged: Effect = () => {};

/** The code of a rejection by a session that has ended. */
export const endedCode = (state: State): string =>
  state.status === 'expired' ? 'session_expired' : 'session_state_conflict';

function requirePayable(state: State, refuse: Refuse): void {
  if (!isPayable(state)) refuse(endedCode(state));
}

export function replaceCart(
  state: State,
  { amount, currency, expected }: Extract<Request, { kind: 'cart' }>,
  refuse: Refuse,
): Effect {
  const attempt = current(state);
  if (amount > 0 && amount < MINIMUM) refuse('invalid_request');
  if (expected !== state.cartVersion) refuse('cart_version_conflict');
  const isAttached = state.attempts.some(({ root }) => root !== null);
  if (isAttached && currency !== state.currency) refuse('currency_locked');
  const underWay = ['action_required', 'processing', 'unknown'].includes(attempt.status);
  if (state.status === 'payment_processing') refuse('payment_in_progress');
  else if (!isOpen(state)) refuse(endedCode(state));
  else if (underWay || mayStillPay(state, attempt)) refuse('payment_in_progress');
  return () => {
    const cartVersion = state.cartVersion + 1;
    Object.assign(state, { amount, currency, final: [amount, currency], cartVersion });
    state.events.push('proxy_session.cart_updated');
    if (attempt.status === 'confirmed') {
      setAttemptStatus(state, attempt, 'attached', null);
      attempt.reason = 'cart_drift';
    }
    // A merchandise subtotal belongs to its cart.
    if (attempt.status !== 'unreserved') setSubtotal(state, attempt, null);
  };
}

/** No payer may be confirming the charge of a cart that is replaced. */
export function readBeforeReplacing(
  state: State,
  request: Extract<Request, { kind: 'cart' }>,
): void {
  const attempt = current(state);
  const canBeConfirmed = attempt.status === 'attached' || attempt.status === 'confirmed';
  let refused = false;
  replaceCart(state, request, () => {
    refused = true;
  });
  if (!refused && canBeConfirmed && attempt.root !== null) sync(state, attempt);
}

export function reserve(
  state: State,
  { fingerprint, subtotal }: { fingerprint: string; subtotal: number | null },
  refuse: Refuse,
): Effect {
  const attempt = current(state);
  requirePayable(state, refuse);
  if (attempt.status === 'unreserved')
    return () => startAttempt(state, attempt, fingerprint, subtotal);
  const awaitsSubtotal = isSubtotalMissing(state, attempt);
  const sameSubtotal = awaitsSubtotal || subtotal === attempt.subtotal;
  const same = attempt.fingerprint === fingerprint && attempt.path === state.path && sameSubtotal;
  if (!same) refuse('attempt_options_mismatch');
  if (isCartRefused(state, attempt)) refuse('charge_refused');
  else if (endedWithoutMoney.includes(attempt.status)) refuse('session_state_conflict');
  return () => {
    if (awaitsSubtotal) setSubtotal(state, attempt, subtotal);
    if (isFree(state, attempt) && isUnfinished(attempt)) settleFree(state, attempt);
  };
}

/** Whether the cart is another than the reserved one, and nothing is known of its merchandise. */
function isSubtotalMissing(state: State, attempt: Attempt): boolean {
  if (attempt.subtotal !== null) return false;
  if (attempt.status !== 'reserved' && attempt.status !== 'attached') return false;
  return attempt.number > 1 || attempt.reservedCart !== state.cartVersion;
}

function startAttempt(
  state: State,
  attempt: Attempt,
  fingerprint: string,
  subtotal: number | null,
): void {
  attempt.path = state.path;
  attempt.fingerprint = fingerprint;
  attempt.reservedCart = state.cartVersion;
  setSubtotal(state, attempt, subtotal);
  // A reservation is one new version.
  attempt.version = 1;
  setAttemptStatus(state, attempt, 'reserved', 'reserved');
  completeFree(state, attempt);
}

export function attach(
  state: State,
  { attempt: number, path, object, expected, confirmation }: Extract<Request, { kind: 'attach' }>,
  refuse: Refuse,
): Effect {
  const attempt = getAttempt(state, number);
  if (attempt.path !== path) refuse('object_type_mismatch');
  const known = attempt.root === object;
  const confirmedSo =
    confirmation === null ||
    (!['reserved', 'attached'].includes(attempt.status) &&
      attempt.confirmed?.cartVersion === confirmation.cartVersion &&
      isSameConfirmation(attempt.confirmed, confirmation));
  // The provider may have been faster than the confirmation.
  const past = ['action_required', 'processing', 'succeeded', 'integrity_failed'].includes(
    attempt.status,
  );
  if (known && (confirmedSo || past)) return unchanged;
  if (attempt.version !== expected) refuse('attempt_version_conflict');
  requirePayable(state, refuse);
  if (!known) {
    const named = state.provider[object]?.attempt ?? null;
    if (named !== null && named !== number) refuse('provider_object_conflict');
    const bound = state.attempts.some((other) => other.root === object);
    if (attempt.root !== null || bound) refuse('provider_object_conflict');
    if (attempt.status !== 'reserved') refuse('session_state_conflict');
  }
  const after = known ? attempt : { ...attempt, status: 'attached' };
  const confirming = confirmation && confirm(state, after, confirmation, refuse);
  return () => {
    if (!known) {
      attempt.root = object;
      setAttemptStatus(state, attempt, 'attached', 'provider_attached');
    }
    if (confirming) confirmNow(state, attempt, confirmation);
  };
}

export function confirm(
  state: State,
  attempt: Attempt,
  given: Confirmation,
  refuse: Refuse,
): Effect {
  requirePayable(state, refuse);
  if (given.cartVersion !== state.cartVersion) refuse('cart_version_conflict');
  if (given.amount !== state.amount || given.currency !== state.currency) {
    refuse('provider_amount_mismatch');
  }
  if (attempt.status === 'confirmed' && attempt.confirmed?.cartVersion === given.cartVersion) {
    if (isSameConfirmation(attempt.confirmed, given)) return unchanged;
    refuse('evidence_conflict');
  }
  if (attempt.status !== 'attached' && attempt.status !== 'confirmed') {
    refuse('session_state_conflict');
  }
  return () => confirmNow(state, attempt, given);
}

const isSameConfirmation = (a: Confirmation, b: Confirmation): boolean =>
  a.evidence === b.evidence && a.amount === b.amount && a.currency === b.currency;

function confirmNow(state: State, attempt: Attempt, given: Confirmation): void {
  attempt.confirmed = given;
  setAttemptStatus(state, attempt, 'confirmed', 'cart_confirmed');
}

export function supersede(
  state: State,
  { attempt: number, expected, fingerprint }: Extract<Request, { kind: 'supersede' }>,
  refuse: Refuse,
): Effect {
  const attempt = getAttempt(state, number);
  if (attempt.version !== expected) refuse('attempt_version_conflict');
  requirePayable(state, refuse);
  if (!endedWithoutMoney.includes(attempt.status)) refuse('attempt_not_terminal');
  if (mayStillPay(state, attempt)) refuse('payment_in_progress');
  // An attempt that was never reserved is for a single payment.
  const isSubscription = attempt.path === 'direct_subscription';
  if (state.path === 'direct_subscription' && !isSubscription) refuse('invalid_request');
  return () => replaceAttempt(state, attempt, state.path, fingerprint);
}

export function replaceAttempt(
  state: State,
  attempt: Attempt,
  path: Attempt['path'],
  fingerprint: string | null,
): void {
  setAttemptStatus(state, attempt, 'superseded', 'superseded');
  const next = { ...newAttempt(attempt.number + 1, path), status: 'reserved', fingerprint };
  next.reservedCart = state.cartVersion;
  setSubtotal(state, next, null);
  next.version = 1;
  state.attempts.push(next);
  state.events.push('acquisition_attempt.reserved');
  completeFree(state, next);
}

/** Whether the object of a failed attempt, which was attached afterwards, cannot be closed yet. */
export const mayStillPay = (state: State, { status, root }: Attempt): boolean =>
  status === 'failed' && root !== null && state.provider[root]?.status === 'processing';

/** The provider still accepts payments for a failed attempt: one that was faster counts. */
export function closeFailed(
  state: State,
  { attempt: number, expected }: Extract<Request, { kind: 'supersede' }>,
): void {
  const attempt = getAttempt(state, number);
  if (attempt.status === 'failed' && attempt.version === expected) closeRoot(state, attempt);
}
