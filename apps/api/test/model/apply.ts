import {
  applyProviderObject,
  closeOrphanedRoot,
  closeRoot,
  passDeadline,
} from './provider-effects.ts';
import {
  type Attempt,
  type Confirmation,
  current,
  type Expected,
  isOpen,
  newAttempt,
  type Request,
  type State,
  setAttemptStatus,
  setSessionStatus,
} from './state.ts';

const endedWithoutMoney = ['failed', 'canceled', 'expired'];

/** Applies a command: the state after it and the expected response. */
export function apply(before: State, request: Request): { state: State; expected: Expected } {
  const state = structuredClone(before);
  if (request.kind === 'cancel') return cancel(state);
  const codes = new Set<string>();
  const done = effect(state, request, (code) => codes.add(code));
  if (codes.size > 0) return { state: before, expected: { ok: false, codes } };
  done();
  return { state, expected: { ok: true } };
}

/** Closes the provider object first. A payment that succeeded before is recorded and rejects the command. */
function cancel(state: State): { state: State; expected: Expected } {
  const refused = (...codes: string[]) => ({
    state,
    expected: { ok: false as const, codes: new Set(codes) },
  });
  const done = { state, expected: { ok: true as const } };
  if (state.status === 'canceled') return done;
  const attempt = current(state);
  const underWay = () =>
    state.status === 'payment_processing' ||
    ['action_required', 'processing', 'unknown'].includes(current(state).status);
  if (isOpen(state) && !underWay()) closeRoot(state);
  if (state.status === 'payment_processing') return refused('payment_in_progress');
  if (!isOpen(state)) return refused(closed(state));
  if (underWay()) return refused('payment_in_progress');
  setSessionStatus(state, 'canceled', 'canceled');
  if (attempt.status === 'unreserved' || attempt.status === 'reserved') {
    setAttemptStatus(state, attempt, 'canceled', attempt.status === 'reserved' ? 'canceled' : null);
  }
  return done;
}

type Refuse = (code: string) => void;

/** Reports every reason for rejection, and returns the effect of the command otherwise. */
function effect(
  state: State,
  request: Exclude<Request, { kind: 'cancel' }>,
  refuse: Refuse,
): () => void {
  const unchanged = () => {};
  switch (request.kind) {
    case 'handoff':
      if (!isOpen(state)) refuse(closed(state));
      if (state.status !== 'created') return unchanged;
      return () => setSessionStatus(state, 'payer_handoff_pending', 'payer_handoff_issued');
    case 'open':
      if (state.status === 'expired' || state.status === 'canceled') refuse(closed(state));
      if (!isOpen(state) || state.status === 'payer_opened') return unchanged;
      return () => setSessionStatus(state, 'payer_opened', 'payer_opened');
    case 'cart':
      return replaceCart(state, request, refuse);
    case 'reserve':
      return reserve(state, request.fingerprint, refuse);
    case 'attach':
      return attach(state, request, refuse);
    case 'confirm': {
      const attempt = attemptOf(state, request.attempt);
      if (attempt.version !== request.expected) refuse('attempt_version_conflict');
      requirePayable(state, refuse);
      return confirm(state, attempt, request.confirmation, refuse);
    }
    case 'supersede':
      return supersede(state, request, refuse);
    case 'resolve': {
      const to = request.resolution === 'accept' ? 'paid' : 'canceled';
      if (state.status === to) return unchanged;
      if (state.status !== 'payment_conflicted') refuse(closed(state));
      return () => {
        if (to === 'paid') {
          state.completed =
            state.attempts.find(({ status }) => status === 'integrity_failed')?.number ?? null;
        }
        setSessionStatus(state, to, to);
      };
    }
    case 'provisioned':
    case 'provisioning_failed':
      if (state.status === request.kind) return unchanged;
      if (state.status !== 'paid' && state.status !== 'provisionable') {
        refuse('session_state_conflict');
      }
      return () => setSessionStatus(state, request.kind, request.kind);
    case 'fact':
      return () => {
        // A copy: another order may begin with the same request.
        state.provider[request.object] = { ...request.now };
        if (request.silent) return;
        applyProviderObject(state, request.object);
        closeOrphanedRoot(state);
      };
    case 'deadline':
      return () => passDeadline(state);
  }
}

const attemptOf = (state: State, number: number): Attempt => {
  const found = state.attempts.find((attempt) => attempt.number === number);
  if (!found) throw new Error(`there is no attempt ${number}`);
  return found;
};

const closed = (state: State): string =>
  state.status === 'expired' ? 'session_expired' : 'session_state_conflict';

function requirePayable(state: State, refuse: Refuse): void {
  if (!isOpen(state) && state.status !== 'payment_processing') refuse(closed(state));
}

function replaceCart(
  state: State,
  { amount, currency, expected }: Extract<Request, { kind: 'cart' }>,
  refuse: Refuse,
): () => void {
  const attempt = current(state);
  if (expected !== state.cartVersion) refuse('cart_version_conflict');
  if (attempt.root && currency !== state.currency) refuse('currency_locked');
  const underWay = ['action_required', 'processing', 'unknown'].includes(attempt.status);
  if (state.status === 'payment_processing') refuse('payment_in_progress');
  else if (!isOpen(state)) refuse(closed(state));
  else if (underWay) refuse('payment_in_progress');
  return () => {
    Object.assign(state, { amount, currency, final: amount, cartVersion: state.cartVersion + 1 });
    state.events.push('proxy_session.cart_updated');
    if (attempt.status !== 'confirmed') return;
    setAttemptStatus(state, attempt, 'attached', null);
    attempt.reason = 'cart_drift';
  };
}

function reserve(state: State, fingerprint: string, refuse: Refuse): () => void {
  const attempt = current(state);
  requirePayable(state, refuse);
  if (attempt.status === 'unreserved') {
    return () => {
      attempt.fingerprint = fingerprint;
      setAttemptStatus(state, attempt, 'reserved', 'reserved');
    };
  }
  if (attempt.fingerprint !== fingerprint) refuse('attempt_options_mismatch');
  if (endedWithoutMoney.includes(attempt.status)) refuse('session_state_conflict');
  return () => {};
}

function attach(
  state: State,
  { attempt: number, object, expected, confirmation }: Extract<Request, { kind: 'attach' }>,
  refuse: Refuse,
): () => void {
  const attempt = attemptOf(state, number);
  const known = attempt.root === object;
  const confirmedSo =
    confirmation === null ||
    (attempt.status === 'confirmed' &&
      attempt.confirmed?.cartVersion === confirmation.cartVersion &&
      sameConfirmation(attempt.confirmed, confirmation));
  // The provider may have been faster than the confirmation.
  const past = !['reserved', 'attached', 'confirmed'].includes(attempt.status);
  if (known && (confirmedSo || past)) return () => {};
  if (attempt.version !== expected) refuse('attempt_version_conflict');
  requirePayable(state, refuse);
  if (!known) {
    const bound = state.attempts.some((other) => other.root === object);
    if (attempt.root !== null || bound) refuse('provider_object_conflict');
    if (attempt.status !== 'reserved') refuse('session_state_conflict');
  }
  const after = known ? attempt : { ...attempt, status: 'attached' };
  const confirming = confirmation && confirm(state, after, confirmation, refuse);
  return () => {
    if (!known) {
      attempt.root = object;
      state.provider[object] ??= { status: 'waiting', taken: 0 };
      setAttemptStatus(state, attempt, 'attached', 'provider_attached');
    }
    if (confirming) confirmNow(state, attempt, confirmation);
  };
}

function confirm(state: State, attempt: Attempt, given: Confirmation, refuse: Refuse): () => void {
  if (given.cartVersion !== state.cartVersion) refuse('cart_version_conflict');
  if (given.amount !== state.amount || given.currency !== state.currency) {
    refuse('provider_amount_mismatch');
  }
  if (attempt.status === 'confirmed' && attempt.confirmed?.cartVersion === given.cartVersion) {
    if (sameConfirmation(attempt.confirmed, given)) return () => {};
    refuse('evidence_conflict');
  }
  if (attempt.status !== 'attached' && attempt.status !== 'confirmed') {
    refuse('session_state_conflict');
  }
  return () => confirmNow(state, attempt, given);
}

const sameConfirmation = (a: Confirmation, b: Confirmation): boolean =>
  a.evidence === b.evidence && a.amount === b.amount && a.currency === b.currency;

function confirmNow(state: State, attempt: Attempt, given: Confirmation): void {
  attempt.confirmed = given;
  setAttemptStatus(state, attempt, 'confirmed', 'cart_confirmed');
}

function supersede(
  state: State,
  { attempt: number, expected, fingerprint }: Extract<Request, { kind: 'supersede' }>,
  refuse: Refuse,
): () => void {
  const attempt = attemptOf(state, number);
  if (attempt.version !== expected) refuse('attempt_version_conflict');
  requirePayable(state, refuse);
  if (!endedWithoutMoney.includes(attempt.status)) refuse('attempt_not_terminal');
  return () => {
    setAttemptStatus(state, attempt, 'superseded', 'superseded');
    state.attempts.push(newAttempt(number + 1, 'reserved', fingerprint));
    state.events.push('acquisition_attempt.reserved');
  };
}
