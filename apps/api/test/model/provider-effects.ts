import {
  type Attempt,
  canBeCanceled,
  current,
  isOpen,
  type State,
  setAttemptStatus,
  setSessionStatus,
} from './state.ts';

const unfinishedWithRoot = ['attached', 'confirmed', 'action_required', 'processing'];

/** Applies the state of a provider object to its attempt: forward only, and never ignoring a payment. */
export function applyProviderObject(state: State, object: string): void {
  const attempt = state.attempts.find(({ root }) => root === object);
  const seen = state.provider[object];
  if (!attempt || !seen) return;
  if (!unfinishedWithRoot.includes(attempt.status) && seen.status !== 'succeeded') return;
  switch (seen.status) {
    case 'waiting':
      return;
    case 'declined':
      if (attempt.status === 'attached' || attempt.reason === 'payment_declined') return;
      // Confirmed again only if the current cart was confirmed before.
      if (attempt.confirmed?.cartVersion === state.cartVersion) {
        setAttemptStatus(state, attempt, 'confirmed', null);
      } else if (attempt.status === 'confirmed') return;
      else setAttemptStatus(state, attempt, 'attached', null);
      attempt.reason = 'payment_declined';
      failPayment(state, attempt);
      return;
    case 'requires_action':
      if (attempt.status === 'action_required' || attempt.status === 'processing') return;
      setAttemptStatus(state, attempt, 'action_required', 'action_required');
      return;
    case 'processing':
      if (attempt.status !== 'processing')
        setAttemptStatus(state, attempt, 'processing', 'processing');
      if (isOpen(state)) setSessionStatus(state, 'payment_processing', 'payment_processing');
      return;
    case 'canceled':
      setAttemptStatus(state, attempt, 'canceled', 'canceled');
      failPayment(state, attempt);
      return;
    case 'succeeded':
      receivePayment(state, attempt, seen.taken);
  }
}

function failPayment(state: State, attempt: Attempt): void {
  if (state.status !== 'payment_processing' || attempt !== current(state)) return;
  if (state.deadlinePassed) setSessionStatus(state, 'expired', 'expired');
  else setSessionStatus(state, 'payer_opened', null);
}

function receivePayment(state: State, attempt: Attempt, taken: number): void {
  if (attempt.status === 'succeeded' || attempt.status === 'integrity_failed') return;
  const exact = taken === state.final;
  state.final = taken;
  if (exact) {
    setAttemptStatus(state, attempt, 'succeeded', 'succeeded');
    state.completed = attempt.number;
    setSessionStatus(state, 'paid', 'paid');
  } else {
    setAttemptStatus(state, attempt, 'integrity_failed', null);
    setSessionStatus(state, 'payment_conflicted', 'payment_conflicted');
  }
}

export function passDeadline(state: State): void {
  state.deadlinePassed = true;
  if (!isOpen(state)) return;
  const attempt = current(state);
  if (attempt.status === 'processing' || attempt.status === 'unknown') return;
  setSessionStatus(state, 'expired', 'expired');
  if (attempt.status === 'unreserved' || attempt.status === 'reserved') {
    // An attempt that was never reserved emits no event.
    setAttemptStatus(state, attempt, 'expired', attempt.status === 'reserved' ? 'expired' : null);
  }
  closeOrphanedRoot(state);
}

/** Closes the provider object of an ended session unless it was paid. */
export function closeOrphanedRoot(state: State): void {
  if (!isOpen(state) && state.status !== 'payment_processing') closeRoot(state);
}

export function closeRoot(state: State): void {
  const { root, status } = current(state);
  if (!root || !unfinishedWithRoot.includes(status)) return;
  const object = state.provider[root];
  if (object && canBeCanceled(object.status)) object.status = 'canceled';
  applyProviderObject(state, root);
}
