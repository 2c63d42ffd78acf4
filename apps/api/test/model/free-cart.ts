import { replaceAttempt } from './attempt-commands.ts';
import { receiveNothing } from './payments.ts';
import { applyRoot, closeRoot } from './provider-effects.ts';
import { closed } from './provider-objects.ts';
import {
  current,
  endedWithoutMoney,
  findCandidate,
  isOpen,
  type State,
  setAttemptStatus,
} from './state.ts';

/** What the payer page reserves with, which the merchant has not received. */
const PAYER_PAGE = 'payer_page';

/**
 * Settles a cart that costs nothing when the payer opens its page. Every object that could still
 * take money for an earlier cart is closed first; a payment that was faster counts.
 */
export function settleFreeCart(state: State): void {
  const before = current(state);
  if (!isOpen(state) || ['processing', 'unknown'].includes(before.status)) return;
  if (endedWithoutMoney.includes(before.status)) {
    if (before.status === 'failed') applyRoot(state, before);
    if (!isOpen(state)) return;
    replaceAttempt(state, before, before.path, before.fingerprint);
  }
  const attempt = current(state);
  if (attempt.status === 'unreserved') {
    attempt.fingerprint = PAYER_PAGE;
    attempt.reservedCart = state.cartVersion;
    setAttemptStatus(state, attempt, 'reserved', 'reserved');
  }
  const id = attempt.root ?? findCandidate(state, attempt);
  const object = id === null ? undefined : state.provider[id];
  const after = object && closed(object);
  if (id !== null && after) state.provider[id] = after;
  if (id === null || !after || endedWithoutMoney.includes(after.status)) {
    receiveNothing(state, attempt);
    return;
  }
  if (attempt.root === null) {
    attempt.root = id;
    setAttemptStatus(state, attempt, 'attached', 'provider_attached');
  }
  closeRoot(state, attempt);
}
