import {
  attach,
  closeFailed,
  confirm,
  type Effect,
  endedCode,
  mayStillPay,
  type Refuse,
  readBeforeReplacing,
  replaceCart,
  reserve,
  supersede,
} from './attempt-commands.ts';
import { openFreePage, openRefusedPage } from './payer-page.ts';
import {
  acceptConflict,
  findRunning,
  hasAcceptable,
  isRefunded,
  refundConflict,
} from './payments.ts';
import {
  applyEvent,
  applyReturn,
  check,
  closeRoot,
  expireKeys,
  findPayments,
  passDeadline,
} from './provider-effects.ts';
import { newObject, rootKind } from './provider-objects.ts';
import type { Expected, Request, Resolution } from './request.ts';
import {
  current,
  getAttempt,
  isFulfilled,
  isOpen,
  isUnfinished,
  type State,
  setAttemptStatus,
  setSessionStatus,
} from './state.ts';

/** Applies a command: the state after it and the expected response. */
export function apply(before: State, request: Request): { state: State; expected: Expected } {
  const state = structuredClone(before);
  readProvider(state, request);
  const codes = new Set<string>();
  const done = effect(state, request, (code) => codes.add(code));
  if (codes.size > 0) return { state, expected: { ok: false, codes } };
  done();
  return { state, expected: { ok: true } };
}

/** What a command reads, creates or closes at the provider first counts even if it is refused. */
function readProvider(state: State, request: Request): void {
  switch (request.kind) {
    case 'attach':
      state.provider[request.object] ??= newObject(
        rootKind[request.path],
        request.names,
        request.currency,
      );
      return;
    case 'cancel':
      if (isOpen(state) && !isUnderWay(state) && isUnfinished(current(state))) {
        closeRoot(state, current(state));
      }
      return;
    case 'supersede':
      closeFailed(state, request);
      return;
    case 'cart':
      readBeforeReplacing(state, request);
      return;
    case 'resolve':
      if (isInConflict(state)) findPayments(state);
  }
}

/** Reports every reason for rejection, and returns the effect of the command otherwise. */
function effect(state: State, request: Request, refuse: Refuse): Effect {
  const unchanged = () => {};
  switch (request.kind) {
    case 'handoff':
      if (!isOpen(state)) refuse(endedCode(state));
      if (state.status !== 'created') return unchanged;
      return () => setSessionStatus(state, 'payer_handoff_pending', 'payer_handoff_issued');
    case 'open':
      if (state.status === 'expired' || state.status === 'canceled') refuse(endedCode(state));
      if (!isOpen(state) || state.status === 'payer_opened') return unchanged;
      return () => setSessionStatus(state, 'payer_opened', 'payer_opened');
    case 'cart':
      return replaceCart(state, request, refuse);
    case 'reserve':
      return reserve(state, request, refuse);
    case 'attach':
      return attach(state, request, refuse);
    case 'confirm': {
      const attempt = getAttempt(state, request.attempt);
      if (attempt.version !== request.expected) refuse('attempt_version_conflict');
      return confirm(state, attempt, request.confirmation, refuse);
    }
    case 'supersede':
      return supersede(state, request, refuse);
    case 'cancel':
      return cancel(state, refuse);
    case 'resolve':
      return resolveConflict(state, request.resolution, refuse);
    case 'provisioned':
    case 'provisioning_failed':
      if (state.status === request.kind) return unchanged;
      if (state.status !== 'paid' && state.status !== 'provisionable') {
        refuse('session_state_conflict');
      }
      return () => setSessionStatus(state, request.kind, request.kind);
    case 'fact':
      return () => {
        state.provider[request.object] = request.now;
        if (!request.silent) applyEvent(state, request.object);
      };
    case 'refund':
    case 'dispute':
      return () => {
        state.provider[request.object] = request.now;
        if (!request.silent) applyReturn(state, request.object);
      };
    case 'foreign':
      return () => {
        state.provider[request.object] = request.now;
      };
    case 'refused_cart':
      return () => openRefusedPage(state);
    case 'free_cart':
      return () => openFreePage(state);
    case 'check':
      return () => check(state);
    case 'keys_expire':
      return () => expireKeys(state);
    case 'deadline':
      return () => passDeadline(state);
  }
}

/** Whether the payer may be paying at this moment. */
const isUnderWay = (state: State): boolean =>
  state.status === 'payment_processing' ||
  ['action_required', 'processing', 'unknown'].includes(current(state).status);

function cancel(state: State, refuse: Refuse): Effect {
  if (state.status === 'canceled') return () => {};
  if (state.status === 'payment_processing') refuse('payment_in_progress');
  else if (!isOpen(state)) refuse(endedCode(state));
  else if (isUnderWay(state) || mayStillPay(state, current(state))) refuse('payment_in_progress');
  return () => {
    const attempt = current(state);
    setSessionStatus(state, 'canceled', 'canceled');
    if (attempt.root !== null || !isUnfinished(attempt)) return;
    const reserved = attempt.status !== 'unreserved';
    setAttemptStatus(state, attempt, 'canceled', reserved ? 'canceled' : null);
  };
}

const isInConflict = (state: State): boolean =>
  state.openConflict || state.status === 'payment_conflicted';

function resolveConflict(state: State, resolution: Resolution, refuse: Refuse): Effect {
  const resolved = resolution === 'accept' ? ['paid', 'provisionable'] : ['canceled'];
  if (resolved.includes(state.status)) return () => {};
  const kind = resolution === 'accept' ? 'accept' : 'refunded';
  if (isFulfilled(state) && !state.openConflict && state.resolvedAs === kind) return () => {};
  if (!isInConflict(state)) refuse(endedCode(state));
  if (resolution === 'accept') {
    if (!hasAcceptable(state)) refuse('nothing_to_accept');
    return () => acceptConflict(state);
  }
  if (resolution === 'refunded' && !isRefunded(state)) refuse('provider_amount_mismatch');
  if (findRunning(state).length > 0) refuse('subscription_running');
  return () => refundConflict(state);
}
