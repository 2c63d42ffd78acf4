import { getIntent, hasTaken, type ProviderObject, subscriptionLook } from './provider-objects.ts';
import {
  type Attempt,
  current,
  findAttempt,
  isFulfilled,
  isPayable,
  type Payment,
  type State,
  setAttemptStatus,
  setSessionStatus,
} from './state.ts';

const isSettled = ({ status }: Attempt): boolean =>
  status === 'succeeded' || status === 'integrity_failed';

/** The payment of an attempt's root object. */
export function receivePayment(state: State, attempt: Attempt, root: string): void {
  const payment = recordPayment(state, root);
  if (!payment) return;
  const exact = isExact(state, payment);
  if (payment.first) state.final = [payment.amount, payment.currency];
  if (!exact || state.completed !== null || isSettled(attempt)) {
    if (!isSettled(attempt)) setAttemptStatus(state, attempt, 'integrity_failed', null);
    raiseConflict(state);
    return;
  }
  setAttemptStatus(state, attempt, 'succeeded', 'succeeded');
  attempt.paidThrough = root;
  complete(state, attempt, 'paid');
}

/**
 * The payment of an object that names an attempt but is not its root object. The first one pays the
 * session if it is exact; any other is a conflict.
 */
export function receiveOtherPayment(state: State, attempt: Attempt, object: string): void {
  const payment = recordPayment(state, object);
  if (!payment) return;
  const isExpected = payment.first && state.completed === null && !isSettled(attempt);
  const pays = isExpected && isExact(state, payment);
  if (payment.first) state.final = [payment.amount, payment.currency];
  if (!pays) {
    raiseConflict(state);
    return;
  }
  setAttemptStatus(state, attempt, 'succeeded', 'succeeded');
  attempt.paidThrough = object;
  complete(state, attempt, 'paid');
}

/**
 * Whether an attempt's root object completed the session, so that it takes no further payment of it. What a trial
 * takes during a conflict, or after the session was canceled, is one.
 */
export function isCompleting(state: State, { number, paidThrough, root }: Attempt): boolean {
  if (state.completed !== number || state.status === 'canceled') return false;
  return paidThrough === null ? state.status !== 'payment_conflicted' : paidThrough === root;
}

const isExact = (
  { final }: State,
  { amount, currency }: { readonly amount: number; readonly currency: string },
): boolean => amount === final[0] && currency === final[1];

/** Nothing is due: the cart is free, or billing starts later. */
export function receiveNothing(
  state: State,
  attempt: Attempt,
  { billingStartsLater = false } = {},
): void {
  if (isSettled(attempt)) return;
  // What a trial charges later is not compared, so it must be for the current cart.
  const cartVersion = attempt.confirmed?.cartVersion ?? attempt.reservedCart;
  const isReplaced = billingStartsLater && cartVersion !== state.cartVersion;
  const due = !billingStartsLater && state.final[0] !== 0;
  if (isReplaced || due || (state.completed !== null && state.completed !== attempt.number)) {
    // What was taken stays the final charge.
    if (due && state.payments.length === 0 && state.completed === null) {
      state.final = [0, state.final[1]];
    }
    setAttemptStatus(state, attempt, 'integrity_failed', null);
    raiseConflict(state);
    return;
  }
  setAttemptStatus(state, attempt, 'succeeded', 'succeeded');
  complete(state, attempt, 'provisionable');
}

/** Records the payment of an object once. Null if it took no money, or is recorded. */
function recordPayment(state: State, root: string) {
  const object = state.provider[root];
  const intent = getIntent(root);
  const attempt = findAttempt(state, root)?.number;
  if (!object || attempt === undefined || !hasTaken(object.status)) return null;
  if (state.payments.some((payment) => payment.intent === intent)) return null;
  const { taken: amount, currency } = object;
  const first = state.payments.length === 0;
  state.payments.push({ intent, root, attempt, amount, currency, refunded: 0, disputed: 0 });
  return { amount, currency, first };
}

export function raiseConflict(state: State): void {
  if (isFulfilled(state)) state.openConflict = true;
  const status = isFulfilled(state) ? state.status : 'payment_conflicted';
  setSessionStatus(state, status, 'payment_conflicted');
}

/** Completes the session. A conflict stays, and a payment after a cancellation is one. */
function complete(state: State, attempt: Attempt, status: 'paid' | 'provisionable'): void {
  state.completed = attempt.number;
  if (isPayable(state) || state.status === 'expired') setSessionStatus(state, status, status);
  else if (state.status === 'canceled') raiseConflict(state);
  const unused = current(state);
  if (unused.status === 'reserved' && unused.root === null) {
    setAttemptStatus(state, unused, 'canceled', 'canceled');
  }
}

/** Records what went back of a payment, if the payment is recorded. */
export function recordReturned(state: State, root: string): void {
  const object = state.provider[root];
  const payment = state.payments.find(({ intent }) => intent === getIntent(root));
  if (!payment || !object) return;
  const after = createReturned(object);
  if (after.refunded > payment.refunded) state.events.push('payment.refunded');
  if (after.refunded < payment.refunded) state.events.push('payment.refund_failed');
  if (after.disputed > 0 && payment.disputed === 0) state.events.push('payment.disputed');
  Object.assign(payment, after);
}

function recordAllReturned(state: State): void {
  for (const { root } of state.payments) recordReturned(state, root);
}

const createReturned = ({ refunded, disputed }: ProviderObject) => ({ refunded, disputed });

/**
 * Ends a conflict by accepting the payments. The completed attempt stays, unless its payments were all
 * refunded and another one is accepted; the first accepted payment is the final charge.
 */
export function acceptConflict(state: State): void {
  recordAllReturned(state);
  const accepted = state.payments.filter(isKept);
  const [first] = accepted;
  const ofCompleted = ({ attempt }: { attempt: number }) => attempt === state.completed;
  if (first && state.payments.some(ofCompleted) && !accepted.some(ofCompleted)) {
    state.completed = first.attempt;
  }
  if (first) state.final = [first.amount, first.currency];
  state.resolvedAs = 'accept';
  state.openConflict = false;
  if (isFulfilled(state)) return;
  state.completed ??= first?.attempt ?? current(state).number;
  const status = first ? 'paid' : 'provisionable';
  setSessionStatus(state, status, status);
}

/** Ends a conflict whose payments all went back. */
export function refundConflict(state: State): void {
  recordAllReturned(state);
  state.resolvedAs = 'refunded';
  state.openConflict = false;
  if (!isFulfilled(state)) setSessionStatus(state, 'canceled', 'canceled');
}

/** Whether the provider shows anything to accept: money that was kept, a trial, or what was fulfilled. */
export function hasAcceptable(state: State): boolean {
  if (isFulfilled(state)) return true;
  if (state.payments.length === 0 || findRunning(state).includes('trialing')) return true;
  return state.payments.some((payment) => {
    const object = state.provider[payment.root];
    return isKept({ ...payment, ...(object && createReturned(object)) });
  });
}

/** The statuses of the recorded subscriptions that bill now or later. */
export const findRunning = (state: State): string[] =>
  Object.keys(state.subscriptions)
    .flatMap((id) => state.provider[id] ?? [])
    .map(({ status }) => subscriptionLook(status)[0])
    .filter((status) => status === 'trialing' || status === 'active');

const isKept = ({ amount, refunded, disputed }: Payment): boolean => refunded + disputed < amount;

export const isRefunded = (state: State): boolean =>
  state.payments.every(({ root, amount }) => (state.provider[root]?.refunded ?? 0) >= amount);

/** The payment of the current attempt failed: the payer can pay again, until the deadline. */
export function failPayment(state: State, attempt: Attempt): void {
  if (state.status !== 'payment_processing' || attempt !== current(state)) return;
  if (state.deadlinePassed) setSessionStatus(state, 'expired', 'expired');
  else setSessionStatus(state, 'payer_opened', null);
}
