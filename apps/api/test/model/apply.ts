import {
  type Attempt,
  type Confirmation,
  canBeCanceled,
  current,
  type Expected,
  newAttempt,
  type Request,
  type State,
} from './state.ts';

const open = ['created', 'payer_handoff_pending', 'payer_opened'];
const isOpen = (state: State): boolean => open.includes(state.status);
const unfinishedWithRoot = ['attached', 'confirmed', 'action_required', 'processing'];
const endedWithoutMoney = ['failed', 'canceled', 'expired'];

/** What a command does to a session: the state after it, and what it is answered. */
export function apply(before: State, request: Request): { state: State; expected: Expected } {
  const state = structuredClone(before);
  if (request.kind === 'cancel') return cancel(state);
  const codes = new Set<string>();
  const done = effect(state, request, (code) => codes.add(code));
  if (codes.size > 0) return { state: before, expected: { ok: false, codes } };
  done();
  return { state, expected: { ok: true } };
}

/** Closes the provider's object first; money that was faster is recorded and refuses it. */
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
  become(state, 'canceled', 'canceled');
  if (attempt.status === 'unreserved' || attempt.status === 'reserved') {
    move(state, attempt, 'canceled', attempt.status === 'reserved' ? 'canceled' : null);
  }
  return done;
}

type Refuse = (code: string) => void;

/** Says what stands against it, and gives what it does where nothing does. */
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
      return () => become(state, 'payer_handoff_pending', 'payer_handoff_issued');
    case 'open':
      if (state.status === 'expired' || state.status === 'canceled') refuse(closed(state));
      if (!isOpen(state) || state.status === 'payer_opened') return unchanged;
      return () => become(state, 'payer_opened', 'payer_opened');
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
        become(state, to, to);
      };
    }
    case 'provisioned':
    case 'provisioning_failed':
      if (state.status === request.kind) return unchanged;
      if (state.status !== 'paid' && state.status !== 'provisionable') {
        refuse('session_state_conflict');
      }
      return () => become(state, request.kind, request.kind);
    case 'fact':
      return () => {
        // A copy: another order may begin with the same request.
        state.provider[request.object] = { ...request.now };
        if (request.silent) return;
        learn(state, request.object);
        closeLeftover(state);
      };
    case 'deadline':
      return () => passDeadline(state);
  }
}

function become(state: State, status: string, event: string | null): void {
  state.status = status;
  if (event) state.events.push(`proxy_session.${event}`);
}

function move(state: State, attempt: Attempt, status: string, event: string | null): void {
  attempt.status = status;
  attempt.reason = null;
  attempt.version += 1;
  if (event) state.events.push(`acquisition_attempt.${event}`);
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
    move(state, attempt, 'attached', null);
    attempt.reason = 'cart_drift';
  };
}

function reserve(state: State, fingerprint: string, refuse: Refuse): () => void {
  const attempt = current(state);
  requirePayable(state, refuse);
  if (attempt.status === 'unreserved') {
    return () => {
      attempt.fingerprint = fingerprint;
      move(state, attempt, 'reserved', 'reserved');
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
      attempt.confirmed?.evidence === confirmation.evidence &&
      attempt.confirmed.cartVersion === confirmation.cartVersion);
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
      move(state, attempt, 'attached', 'provider_attached');
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
  move(state, attempt, 'confirmed', 'cart_confirmed');
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
    move(state, attempt, 'superseded', 'superseded');
    state.attempts.push(newAttempt(number + 1, 'reserved', fingerprint));
    state.events.push('acquisition_attempt.reserved');
  };
}

/** Takes up what the provider shows of an object: forward only, and money is never dropped. */
function learn(state: State, object: string): void {
  const attempt = state.attempts.find(({ root }) => root === object);
  const seen = state.provider[object];
  if (!attempt || !seen) return;
  if (!unfinishedWithRoot.includes(attempt.status) && seen.status !== 'succeeded') return;
  switch (seen.status) {
    case 'waiting':
      return;
    case 'declined':
      if (attempt.status === 'attached' || attempt.reason === 'payment_declined') return;
      // Back to being confirmed only where it was, for the cart there is now.
      if (attempt.confirmed?.cartVersion === state.cartVersion) {
        move(state, attempt, 'confirmed', null);
      } else if (attempt.status === 'confirmed') return;
      else move(state, attempt, 'attached', null);
      attempt.reason = 'payment_declined';
      failPayment(state, attempt);
      return;
    case 'requires_action':
      if (attempt.status === 'action_required' || attempt.status === 'processing') return;
      move(state, attempt, 'action_required', 'action_required');
      return;
    case 'processing':
      if (attempt.status !== 'processing') move(state, attempt, 'processing', 'processing');
      if (isOpen(state)) become(state, 'payment_processing', 'payment_processing');
      return;
    case 'canceled':
      move(state, attempt, 'canceled', 'canceled');
      failPayment(state, attempt);
      return;
    case 'succeeded':
      receive(state, attempt, seen.taken);
  }
}

function failPayment(state: State, attempt: Attempt): void {
  if (state.status !== 'payment_processing' || attempt !== current(state)) return;
  if (state.deadlinePassed) become(state, 'expired', 'expired');
  else become(state, 'payer_opened', null);
}

function receive(state: State, attempt: Attempt, taken: number): void {
  if (attempt.status === 'succeeded' || attempt.status === 'integrity_failed') return;
  const exact = taken === state.final;
  state.final = taken;
  if (exact) {
    move(state, attempt, 'succeeded', 'succeeded');
    state.completed = attempt.number;
    become(state, 'paid', 'paid');
  } else {
    move(state, attempt, 'integrity_failed', null);
    become(state, 'payment_conflicted', 'payment_conflicted');
  }
}

function passDeadline(state: State): void {
  state.deadlinePassed = true;
  if (!isOpen(state)) return;
  const attempt = current(state);
  if (attempt.status === 'processing' || attempt.status === 'unknown') return;
  become(state, 'expired', 'expired');
  if (attempt.status === 'unreserved' || attempt.status === 'reserved') {
    // Nobody was told of one that was never reserved.
    move(state, attempt, 'expired', attempt.status === 'reserved' ? 'expired' : null);
  }
  closeLeftover(state);
}

/** What a session that has ended still has open at the provider is closed, unless money is faster. */
function closeLeftover(state: State): void {
  if (!isOpen(state) && state.status !== 'payment_processing') closeRoot(state);
}

function closeRoot(state: State): void {
  const { root, status } = current(state);
  if (!root || !unfinishedWithRoot.includes(status)) return;
  const object = state.provider[root];
  if (object && canBeCanceled(object.status)) object.status = 'canceled';
  learn(state, root);
}
