import { hasTaken, intentOf, type ProviderObject } from './provider-objects.ts';
import {
  type Attempt,
  current,
  findAttempt,
  isPayable,
  type State,
  setAttemptStatus,
  setSessionStatus,
} from './state.ts';

/** The statuses that a conflict about money does not change, because they report something else. */
const unchangedByConflict = ['payment_conflicted', 'provisioned', 'provisioning_failed'];

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
  complete(state, attempt, 'paid');
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
  const due = !billingStartsLater && state.final[0] !== 0;
  if (due || (state.completed !== null && state.completed !== attempt.number)) {
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
  const intent = intentOf(root);
  const attempt = findAttempt(state, root)?.number;
  if (!object || attempt === undefined || !hasTaken(object.status)) return null;
  if (state.payments.some((payment) => payment.intent === intent)) return null;
  const { taken: amount, currency } = object;
  const first = state.payments.length === 0;
  state.payments.push({ intent, root, attempt, amount, currency, refunded: 0, disputed: 0 });
  return { amount, currency, first };
}

export function raiseConflict(state: State): void {
  const status = unchangedByConflict.includes(state.status) ? state.status : 'payment_conflicted';
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
  const payment = state.payments.find(({ intent }) => intent === intentOf(root));
  if (payment && object) Object.assign(payment, returnedOf(object));
}

function recordAllReturned(state: State): void {
  for (const { root } of state.payments) recordReturned(state, root);
}

const returnedOf = ({ refunded, disputed }: ProviderObject) => ({ refunded, disputed });

/**
 * Ends a conflict by accepting the payments. The completed attempt stays, unless its payments were all
 * refunded and another one is accepted; the first accepted payment is the final charge.
 */
export function acceptConflict(state: State): void {
  recordAllReturned(state);
  const accepted = state.payments.filter(({ refunded, amount }) => refunded < amount);
  const [first] = accepted;
  const ofCompleted = ({ attempt }: { attempt: number }) => attempt === state.completed;
  if (first && state.payments.some(ofCompleted) && !accepted.some(ofCompleted)) {
    state.completed = first.attempt;
  }
  state.completed ??= first?.attempt ?? current(state).number;
  if (first) state.final = [first.amount, first.currency];
  setSessionStatus(state, 'paid', 'paid');
}

/** Ends a conflict whose payments all went back; they were just read from the provider, or not. */
export function refundConflict(state: State, read: boolean): void {
  if (read) recordAllReturned(state);
  setSessionStatus(state, 'canceled', 'canceled');
}

export const isRefunded = (state: State): boolean =>
  state.payments.every(({ root, amount }) => (state.provider[root]?.refunded ?? 0) >= amount);

/** The payment of the current attempt failed: the payer can pay again, until the deadline. */
export function failPayment(state: State, attempt: Attempt): void {
  if (state.status !== 'payment_processing' || attempt !== current(state)) return;
  if (state.deadlinePassed) setSessionStatus(state, 'expired', 'expired');
  else setSessionStatus(state, 'payer_opened', null);
}
