import {
  failPayment,
  isCompleting,
  raiseConflict,
  receiveNothing,
  receiveOtherPayment,
  receivePayment,
  recordReturned,
} from './payments.ts';
import {
  closed,
  hasTaken,
  isMoving,
  isNothingDue,
  type ProviderObject,
  type ProviderStatus,
  rootKind,
  subscriptionLook,
} from './provider-objects.ts';
import {
  type Attempt,
  current,
  findAttempt,
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
  const attempt = findAttempt(state, id);
  if (!attempt) throw new Error(`no attempt has ${id}`);
  if (attempt.root === null && object.kind === rootKind[attempt.path]) {
    if (!isMoving(object.status)) return;
    adoptRoot(state, attempt, id);
    readRoot(state, attempt);
  } else if (attempt.root === id) readRoot(state, attempt);
  else readOther(state, attempt, id, object);
  closeOpenRoots(state, attempt);
}

/** Reads the root object and then another one that names the attempt. */
function readOther(state: State, attempt: Attempt, id: string, object: ProviderObject): void {
  applyRoot(state, attempt);
  const isSubscription = object.kind === 'subscription';
  if (hasTaken(object.status)) receiveOtherPayment(state, attempt, id);
  else if (!isSubscription) readRootSubscription(state, attempt);
  else if (isNothingDue(object.status) && state.subscriptions[id] === undefined) {
    raiseConflict(state);
  }
  if (isSubscription) recordSubscription(state, id, object);
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
    sync(state, attempt);
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
  const { root } = attempt;
  const isBilled = root !== null && state.provider[root]?.status === 'billed';
  const isRenewal = isCompleting(state, attempt);
  const wasCompleted = state.completed !== null;
  applyRoot(state, attempt);
  if (isBilled && !isRenewal && (wasCompleted || attempt.status === 'integrity_failed')) {
    receiveOtherPayment(state, attempt, root);
  }
  readRootSubscription(state, attempt);
}

function readRootSubscription(state: State, { root }: Attempt): void {
  const object = root === null ? undefined : state.provider[root];
  if (root !== null && object?.kind === 'subscription') recordSubscription(state, root, object);
}

/** Emits an event if the merchant sees another subscription than before. */
function recordSubscription(state: State, id: string, { status }: ProviderObject): void {
  const look = subscriptionLook(status).join(' ');
  const before = state.subscriptions[id];
  if (before === look) return;
  state.events.push(`subscription.${before === undefined ? 'created' : 'updated'}`);
  state.subscriptions[id] = look;
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
    case 'billed':
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
      if (attempt.status === 'processing') endAttempt(state, attempt, 'failed');
      else decline(state, attempt);
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
      endAttempt(state, attempt, status);
  }
}

function endAttempt(state: State, attempt: Attempt, status: string): void {
  setAttemptStatus(state, attempt, status, status);
  failPayment(state, attempt);
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
  closeOpenRoots(state, attempt);
}

/** Closes what the current attempt and another one can still be paid through although nothing is due. */
function closeOpenRoots(state: State, attempt: Attempt): void {
  for (const one of new Set([current(state), attempt])) {
    if (mustClose(state, one)) closeRoot(state, one);
  }
}

/** Whether the session has ended, or was paid through another object of the attempt. */
function mustClose(state: State, attempt: Attempt): boolean {
  const canBePaid = isUnfinished(attempt) || attempt.status === 'failed';
  if (canBePaid && attempt === current(state) && !isPayable(state)) return true;
  if (attempt.status !== 'succeeded' || state.completed !== attempt.number) return false;
  const { payments } = state;
  return payments.length > 0 && !payments.some(({ root }) => root === attempt.root);
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
  if (mustClose(state, attempt)) closeRoot(state, attempt);
  else sync(state, attempt);
}

/** Reads an attempt's root object from the provider. */
export function sync(state: State, attempt: Attempt): void {
  readRoot(state, attempt);
  closeOpenRoots(state, attempt);
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
  sync(state, attempt);
}
