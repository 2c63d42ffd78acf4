import { receiveNothing } from './payments.ts';
import { applyRoot } from './provider-effects.ts';
import { closed } from './provider-objects.ts';
import {
  type Attempt,
  endedWithoutMoney,
  findCandidate,
  isOpen,
  type State,
  setAttemptStatus,
} from './state.ts';

/** Whether an attempt needs no object to be completed. */
export const isFree = (state: State, { path }: Attempt): boolean =>
  state.final[0] === 0 && path === 'payment_intent';

/** Completes a new reservation, for which nothing has been created, if it needs no object. */
export function completeFree(state: State, attempt: Attempt): void {
  if (isFree(state, attempt)) receiveNothing(state, attempt);
}

/**
 * Settles a cart that costs nothing. Every object that could still take money for an earlier cart is closed
 * first; a payment that was faster counts.
 */
export function settleFree(state: State, attempt: Attempt): void {
  const id = attempt.root ?? findCandidate(state, attempt);
  const object = id === null ? undefined : state.provider[id];
  const after = object && closed(object);
  if (id !== null && after) state.provider[id] = after;
  const isClosed = !after || endedWithoutMoney.includes(after.status);
  if (isOpen(state) && isClosed) {
    receiveNothing(state, attempt);
    return;
  }
  if (id === null) return;
  if (attempt.root === null) {
    attempt.root = id;
    setAttemptStatus(state, attempt, 'attached', 'provider_attached');
  }
  applyRoot(state, attempt);
}
