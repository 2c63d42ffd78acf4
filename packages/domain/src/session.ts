import { type AttemptStatus, isInFlight, isUnfinished } from './attempt.ts';
import type { Decision } from './decision.ts';
import type { SessionEventType } from './events.ts';
import { hasPassed } from './timestamps.ts';

export const sessionStatuses = [
  'created',
  'payer_handoff_pending',
  'payer_opened',
  'payment_processing',
  'paid',
  'provisionable',
  'payment_conflicted',
  'provisioned',
  'provisioning_failed',
  'expired',
  'canceled',
] as const;

export type SessionStatus = (typeof sessionStatuses)[number];

/** The statuses in which the charge can change and a payment can begin. */
export const openSessionStatuses = ['created', 'payer_handoff_pending', 'payer_opened'] as const;

export function isOpen(status: SessionStatus): boolean {
  return (openSessionStatuses as readonly SessionStatus[]).includes(status);
}

/** Whether a session is open before its deadline: the sweep that expires it comes later. */
export const isOpenNow = (
  session: { readonly status: SessionStatus; readonly expiresAt: Date },
  now: Date,
): boolean => isOpen(session.status) && !hasPassed(session.expiresAt, now);

/** Whether the merchant has reported the fulfillment, which no later payment undoes. */
export function isFulfillmentReported(status: string | null): boolean {
  return status === 'provisioned' || status === 'provisioning_failed';
}

/** Whether a person has to resolve what the provider took or started, before or after the fulfillment. */
export function hasConflict(session: {
  readonly status: SessionStatus;
  readonly conflictSince: Date | null;
}): boolean {
  return session.status === 'payment_conflicted' || session.conflictSince !== null;
}

const closedSessionStatuses: readonly SessionStatus[] = [
  'provisioned',
  'provisioning_failed',
  'expired',
  'canceled',
];

/**
 * Whether the merchant and the provider are done with a session, apart from a subscription that it may
 * have started: it is fulfilled or ended, and no attempt can still take money.
 */
export function isClosed(status: SessionStatus, currentAttempt: AttemptStatus): boolean {
  const canTakeMoney = isUnfinished(currentAttempt) && currentAttempt !== 'unreserved';
  return closedSessionStatuses.includes(status) && !canTakeMoney;
}

export const sessionCommands = [
  'issue_handoff',
  'open',
  'replace_cart',
  'start_processing',
  'fail_payment',
  'receive_exact_funds',
  'receive_nothing_due',
  'receive_wrong_funds',
  'receive_second_payment',
  'revert_refund',
  'expire',
  'cancel',
  'report_provisioned',
  'report_provisioning_failed',
  'accept_conflict',
  'accept_unpaid_conflict',
  'refund_conflict',
] as const;

export type SessionCommand = (typeof sessionCommands)[number];

/** The facts on which decisions about a session depend. */
export interface SessionFacts {
  readonly status: SessionStatus;
  /** Whether `expires_at` has passed by the database clock. */
  readonly deadlinePassed: boolean;
  readonly attemptStatus: AttemptStatus;
}

type Target = { to: SessionStatus; event: SessionEventType | null; reason?: string };
type Row = Partial<Record<SessionStatus, Target | 'unchanged'>>;

const fromOpen = (target: Target): Row => ({
  created: target,
  payer_handoff_pending: target,
  payer_opened: target,
});

/** Reports from the provider are accepted in every status, also where they change nothing. */
const unchangedInEveryStatus: Row = Object.fromEntries(
  sessionStatuses.map((status) => [status, 'unchanged']),
);

const opened: Target = { to: 'payer_opened', event: 'proxy_session.payer_opened' };
const paid: Target = { to: 'paid', event: 'proxy_session.paid' };
const provisionable: Target = { to: 'provisionable', event: 'proxy_session.provisionable' };
const provisioned: Target = { to: 'provisioned', event: 'proxy_session.provisioned' };
const conflicted: Target = { to: 'payment_conflicted', event: 'proxy_session.payment_conflicted' };
const mismatched: Target = { ...conflicted, reason: 'charge_mismatch' };
const paidTwice: Target = { ...conflicted, reason: 'second_payment' };
const unfulfilled: Target = {
  to: 'provisioning_failed',
  event: 'proxy_session.provisioning_failed',
};

/** Every allowed transition. A command is refused in a status without an entry. */
export const sessionTransitions: Record<SessionCommand, Row> = {
  issue_handoff: {
    created: { to: 'payer_handoff_pending', event: 'proxy_session.payer_handoff_issued' },
    payer_handoff_pending: 'unchanged',
    payer_opened: 'unchanged',
  },
  open: {
    created: opened,
    payer_handoff_pending: opened,
    payer_opened: 'unchanged',
    payment_processing: 'unchanged',
    paid: 'unchanged',
    provisionable: 'unchanged',
    payment_conflicted: 'unchanged',
    provisioned: 'unchanged',
    provisioning_failed: 'unchanged',
  },
  replace_cart: {
    created: { to: 'created', event: 'proxy_session.cart_updated' },
    payer_handoff_pending: { to: 'payer_handoff_pending', event: 'proxy_session.cart_updated' },
    payer_opened: { to: 'payer_opened', event: 'proxy_session.cart_updated' },
  },
  start_processing: {
    ...unchangedInEveryStatus,
    ...fromOpen({ to: 'payment_processing', event: 'proxy_session.payment_processing' }),
  },
  fail_payment: {
    ...unchangedInEveryStatus,
    // The payer can pay again. The attempt's event reports the failure.
    payment_processing: { to: 'payer_opened', event: null, reason: 'payment_failed' },
  },
  receive_exact_funds: {
    // With `provisionable`, this is the first charge after a trial: fulfillment was allowed before.
    ...unchangedInEveryStatus,
    ...fromOpen(paid),
    payment_processing: paid,
    expired: { ...paid, reason: 'late_payment' },
    // Paid after the merchant canceled: a person has to resolve the conflict.
    canceled: { ...conflicted, reason: 'paid_after_cancel' },
  },
  receive_nothing_due: {
    ...unchangedInEveryStatus,
    ...fromOpen(provisionable),
    payment_processing: provisionable,
    expired: { ...provisionable, reason: 'late_payment' },
    canceled: { ...conflicted, reason: 'paid_after_cancel' },
  },
  receive_wrong_funds: {
    ...unchangedInEveryStatus,
    ...fromOpen(mismatched),
    payment_processing: mismatched,
    expired: mismatched,
    canceled: mismatched,
    paid: paidTwice,
    // Nothing was due; this is the first payment.
    provisionable: mismatched,
  },
  receive_second_payment: {
    ...unchangedInEveryStatus,
    ...fromOpen(paidTwice),
    payment_processing: paidTwice,
    expired: paidTwice,
    canceled: paidTwice,
    paid: paidTwice,
    provisionable: paidTwice,
  },
  // Money that had gone back is with the merchant again, such as after a refund that failed. In the other statuses
  // the merchant may keep it, or the conflict is not resolved yet.
  revert_refund: {
    ...unchangedInEveryStatus,
    // Nothing was due.
    provisionable: { ...conflicted, reason: 'refund_reverted' },
    canceled: { ...conflicted, reason: 'refund_reverted' },
  },
  expire: {
    ...fromOpen({ to: 'expired', event: 'proxy_session.expired' }),
    expired: 'unchanged',
  },
  cancel: {
    ...fromOpen({ to: 'canceled', event: 'proxy_session.canceled' }),
    canceled: 'unchanged',
  },
  report_provisioned: {
    paid: provisioned,
    provisionable: provisioned,
    provisioned: 'unchanged',
  },
  report_provisioning_failed: {
    paid: unfulfilled,
    provisionable: unfulfilled,
    provisioning_failed: 'unchanged',
  },
  accept_conflict: {
    payment_conflicted: { ...paid, reason: 'conflict_accepted' },
    paid: 'unchanged',
    provisionable: 'unchanged',
  },
  // Accepted without a payment.
  accept_unpaid_conflict: {
    payment_conflicted: { ...provisionable, reason: 'conflict_accepted' },
    paid: 'unchanged',
    provisionable: 'unchanged',
  },
  refund_conflict: {
    payment_conflicted: {
      to: 'canceled',
      event: 'proxy_session.canceled',
      reason: 'conflict_refunded',
    },
    canceled: 'unchanged',
  },
};

/** Caller commands that are refused after the deadline of an open session. */
const refusedAfterDeadline: readonly SessionCommand[] = ['issue_handoff', 'open', 'replace_cart'];
/** Commands that are refused while a payment is in progress. */
const refusedDuringPayment: readonly SessionCommand[] = ['replace_cart', 'cancel'];

/** Decides what a command does to a session, from the transition table. */
export function decideSession(
  state: SessionFacts,
  command: SessionCommand,
): Decision<SessionStatus, SessionEventType> {
  const target = sessionTransitions[command][state.status];
  if (state.status === 'payment_processing' && refusedDuringPayment.includes(command)) {
    return waitForPayment('session is payment_processing');
  }
  if (target === undefined) return refuse(state.status, command);
  if (target === 'unchanged') {
    const overdue =
      state.deadlinePassed && isOpen(state.status) && refusedAfterDeadline.includes(command);
    return overdue ? refuse('expired', command) : { kind: 'unchanged' };
  }
  // The commands of these three conditions have transitions from open statuses only.
  if (state.deadlinePassed && refusedAfterDeadline.includes(command)) {
    return refuse('expired', command);
  }
  if (refusedDuringPayment.includes(command) && isPaymentInProgress(state.attemptStatus)) {
    return waitForPayment(`attempt is ${state.attemptStatus}`);
  }
  if (command === 'expire' && (!state.deadlinePassed || isInFlight(state.attemptStatus))) {
    return { kind: 'unchanged' };
  }
  const to = command === 'fail_payment' && state.deadlinePassed ? expiredAfterFailure : target;
  return { kind: 'transition', from: state.status, reason: null, ...to };
}

const expiredAfterFailure: Target = {
  to: 'expired',
  event: 'proxy_session.expired',
  reason: 'payment_failed',
};

/** Whether a payment may complete at any time, so that its charge must not change. */
function isPaymentInProgress(status: AttemptStatus): boolean {
  return status === 'action_required' || isInFlight(status);
}

function waitForPayment(state: string): Decision<never, never> {
  return {
    kind: 'refused',
    code: 'payment_in_progress',
    message: `The ${state}. Wait for the outcome of the payment, then try again.`,
  };
}

function refuse(status: SessionStatus, command: SessionCommand): Decision<never, never> {
  if (status === 'expired' && !command.startsWith('report_')) {
    return {
      kind: 'refused',
      code: 'session_expired',
      message: 'The session has expired. Create a new session.',
    };
  }
  return {
    kind: 'refused',
    code: 'session_state_conflict',
    message: `The session is ${status}, which does not allow this operation. Read the session again.`,
  };
}
