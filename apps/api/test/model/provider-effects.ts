import {
  failPayment,
  receiveNothing,
  receivePayment,
  receiveUnexpectedPayment,
  recordReturned,
} from './payments.ts';
import {
  closed,
  isMoving,
  type ProviderStatus,
  rootKind,
  subscriptionLook,
} from './provider-objects.ts';
import {
  type Attempt,
  attemptOf,
  current,
  findCandidate,
  isOpen,
  isPayable,
  isUnfinished,
  type State,
  setAttemptStatus,
  setSessionStatus,
} from './state.ts';

/** Applies an event about an object. The objects are read again: the event only says where to look. */
export function applyEvent(state: State, id: string): void {
  const object = state.provider[id];
  if (!object) throw new Error(`there is no object ${id}`);
  const attempt = attemptOf(state, object.attempt);
  if (attempt.root === null && object.kind === rootKind[attempt.path]) {
    if (!isMoving(object.status)) return;
    adoptRoot(state, attempt, id);
    readRoot(state, attempt);
  } else if (attempt.root === id || !receiveUnexpectedPayment(state, id)) readRoot(state, attempt);
  closeOrphanedRoot(state);
}

/** Applies an event about a refund or dispute. A payment that is not recorded is recorded first. */
export function applyReturn(state: State, id: string): void {
  if (!state.payments.some(({ root }) => root === id)) applyEvent(state, id);
  recordReturned(state, id);
}

/** Looks for payments that no event has reported: those of root objects. */
export function findPayments(state: State): void {
  for (const attempt of state.attempts) {
    if (state.payments.some(({ root }) => root === attempt.root)) continue;
    readRoot(state, attempt);
    closeOrphanedRoot(state);
  }
}

/** Attaches an object that money moved through before it was attached. */
function adoptRoot(state: State, attempt: Attempt, id: string): void {
  const awaited = attempt.status === 'reserved' || attempt.status === 'unknown';
  attempt.root = id;
  setAttemptStatus(state, attempt, awaited ? 'attached' : attempt.status, 'provider_attached');
}

/** Reads an attempt's root object and its subscription, and applies their state. */
function readRoot(state: State, attempt: Attempt): void {
  applyRoot(state, attempt);
  const object = attempt.root === null ? undefined : state.provider[attempt.root];
  if (object?.kind !== 'subscription') return;
  const look = subscriptionLook(object.status).join(' ');
  if (attempt.subscription === look) return;
  state.events.push(`subscription.${attempt.subscription === null ? 'created' : 'updated'}`);
  attempt.subscription = look;
}

/** Applies the state of a root object: forward only, and never ignoring a payment. */
export function applyRoot(state: State, attempt: Attempt): void {
  const { root } = attempt;
  const object = root === null ? undefined : state.provider[root];
  if (root === null || !object) return;
  attempt.rootRead = true;
  switch (object.status) {
    case 'succeeded':
      receivePayment(state, attempt, root);
      return;
    case 'free':
      receiveNothing(state, attempt);
      return;
    case 'trialing':
      receiveNothing(state, attempt, { billingStartsLater: true });
      return;
    default:
      if (isUnfinished(attempt)) applyProgress(state, attempt, object.status);
  }
}

/** Applies what happens to an object before it is settled. */
function applyProgress(state: State, attempt: Attempt, status: ProviderStatus): void {
  switch (status) {
    case 'declined':
      decline(state, attempt);
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
    case 'failed':
    case 'canceled':
    case 'expired':
      setAttemptStatus(state, attempt, status, status);
      failPayment(state, attempt);
  }
}

/** The payer can try again. The attempt is confirmed only if the current cart was confirmed before. */
function decline(state: State, attempt: Attempt): void {
  if (attempt.status === 'attached' || attempt.reason === 'payment_declined') return;
  const confirmed = attempt.confirmed?.cartVersion === state.cartVersion;
  if (!confirmed && attempt.status === 'confirmed') return;
  setAttemptStatus(state, attempt, confirmed ? 'confirmed' : 'attached', null);
  attempt.reason = 'payment_declined';
  failPayment(state, attempt);
}

export function passDeadline(state: State): void {
  state.deadlinePassed = true;
  if (!isOpen(state)) return;
  const attempt = current(state);
  if (attempt.status === 'processing' || attempt.status === 'unknown') return;
  setSessionStatus(state, 'expired', 'expired');
  if (attempt.root === null && isUnfinished(attempt)) {
    // An attempt that was never reserved emits no event.
    setAttemptStatus(state, attempt, 'expired', attempt.status === 'reserved' ? 'expired' : null);
  }
  closeOrphanedRoot(state);
}

/** Closes the provider object of an ended session unless it was paid. */
function closeOrphanedRoot(state: State): void {
  if (!isPayable(state) && isUnfinished(current(state))) closeRoot(state, current(state));
}

/** Closes an attempt's root object. A payment that was faster counts. */
export function closeRoot(state: State, attempt: Attempt): void {
  const object = attempt.root === null ? undefined : state.provider[attempt.root];
  if (attempt.root === null || !object) return;
  state.provider[attempt.root] = closed(object);
  applyRoot(state, attempt);
}

/** The sweep reads an attempt whose object no one has read, or whose session has ended. */
export function check(state: State): void {
  const attempt = current(state);
  if (!isPayable(state) && isUnfinished(attempt)) {
    closeRoot(state, attempt);
    return;
  }
  readRoot(state, attempt);
  closeOrphanedRoot(state);
}

/** Resolves a reservation by reading from the provider whether its object was created. */
export function expireKeys(state: State): void {
  const attempt = current(state);
  setAttemptStatus(state, attempt, 'unknown', 'unknown');
  const found = findCandidate(state, attempt);
  if (found === null) {
    setAttemptStatus(state, attempt, 'canceled', 'canceled');
    return;
  }
  adoptRoot(state, attempt, found);
  readRoot(state, attempt);
  closeOrphanedRoot(state);
}
