import type { Decision } from './decision.ts';
import type { AttemptEventType } from './events.ts';

export const attemptStatuses = [
  'unreserved',
  'reserved',
  'attached',
  'confirmed',
  'action_required',
  'processing',
  'unknown',
  'succeeded',
  'integrity_failed',
  'failed',
  'canceled',
  'expired',
  'superseded',
] as const;

export type AttemptStatus = (typeof attemptStatuses)[number];

export const attemptCommands = [
  'reserve',
  'attach_root',
  'confirm_cart',
  'replace_cart',
  'mark_unknown',
  'challenge_payer',
  'accept',
  'decline',
  'decline_unconfirmed',
  'succeed',
  'mismatch',
  'fail',
  'cancel',
  'expire',
  'supersede',
] as const;

export type AttemptCommand = (typeof attemptCommands)[number];

type Target = { to: AttemptStatus; event: AttemptEventType | null; reason?: string };
type Row = Partial<Record<AttemptStatus, Target | 'unchanged'>>;

/** Attempts whose outcome is still to come. */
const unfinished = [
  'unreserved',
  'reserved',
  'attached',
  'confirmed',
  'action_required',
  'processing',
  'unknown',
] as const satisfies readonly AttemptStatus[];

/** Attempts that ended without money, which alone may be superseded. */
const endedWithoutMoney = [
  'failed',
  'canceled',
  'expired',
] as const satisfies readonly AttemptStatus[];

export function isUnfinished(status: AttemptStatus): boolean {
  return (unfinished as readonly AttemptStatus[]).includes(status);
}

/** Whether money may be moving, or nobody knows: a deadline must not end it. */
export function isInFlight(status: AttemptStatus): boolean {
  return status === 'processing' || status === 'unknown';
}

const rows = (from: readonly AttemptStatus[], target: Target | 'unchanged'): Row =>
  Object.fromEntries(from.map((status) => [status, target]));

const attached: Target = { to: 'attached', event: 'acquisition_attempt.provider_attached' };
const confirmed: Target = { to: 'confirmed', event: 'acquisition_attempt.cart_confirmed' };
const challenged: Target = { to: 'action_required', event: 'acquisition_attempt.action_required' };
const processing: Target = { to: 'processing', event: 'acquisition_attempt.processing' };
const succeeded: Target = { to: 'succeeded', event: 'acquisition_attempt.succeeded' };
const mismatched: Target = { to: 'integrity_failed', event: null };
const declined: Target = { to: 'confirmed', event: null, reason: 'payment_declined' };

/**
 * Every allowed transition. A state without an entry under a command refuses it. What comes from
 * the provider is never refused: it is a fact, late or repeated perhaps, so a fact that no longer
 * matters has an entry `unchanged`. Only progress short of an outcome (challenge_payer, accept,
 * decline, fail) presupposes the root object: who learns of it before attaches the root first.
 */
export const attemptTransitions: Record<AttemptCommand, Row> = {
  reserve: {
    unreserved: { to: 'reserved', event: 'acquisition_attempt.reserved' },
    ...rows(['reserved', 'attached', 'confirmed', 'action_required', 'processing'], 'unchanged'),
  },
  attach_root: { reserved: attached, unknown: attached },
  confirm_cart: { attached: confirmed, confirmed },
  replace_cart: {
    ...rows(['unreserved', 'reserved', 'attached'], 'unchanged'),
    // No event of its own: proxy_session.cart_updated tells of it.
    confirmed: { to: 'attached', event: null, reason: 'cart_drift' },
    ...rows(endedWithoutMoney, 'unchanged'),
  },
  mark_unknown: {
    reserved: { to: 'unknown', event: 'acquisition_attempt.unknown' },
    unknown: 'unchanged',
  },
  challenge_payer: {
    ...rows(['attached', 'confirmed'], challenged),
    ...rows(['action_required', 'processing'], 'unchanged'),
    ...rows(['succeeded', 'integrity_failed', ...endedWithoutMoney, 'superseded'], 'unchanged'),
  },
  accept: {
    ...rows(['attached', 'confirmed', 'action_required'], processing),
    ...rows(['processing', 'succeeded', 'integrity_failed'], 'unchanged'),
    ...rows([...endedWithoutMoney, 'superseded'], 'unchanged'),
  },
  decline: {
    ...rows(['confirmed', 'action_required', 'processing'], declined),
    // Declined before its cart was confirmed (again): that still has to happen first.
    attached: 'unchanged',
    ...rows(['succeeded', 'integrity_failed', ...endedWithoutMoney, 'superseded'], 'unchanged'),
  },
  decline_unconfirmed: {
    // Its object was never confirmed for the cart there is now: that still has to happen.
    ...rows(['action_required', 'processing'], {
      to: 'attached',
      event: null,
      reason: 'payment_declined',
    }),
    ...rows(['attached', 'confirmed'], 'unchanged'),
    ...rows(['succeeded', 'integrity_failed', ...endedWithoutMoney, 'superseded'], 'unchanged'),
  },
  succeed: {
    ...rows(unfinished, succeeded),
    ...rows([...endedWithoutMoney, 'superseded'], { ...succeeded, reason: 'late_payment' }),
    ...rows(['succeeded', 'integrity_failed'], 'unchanged'),
  },
  mismatch: {
    ...rows([...unfinished, ...endedWithoutMoney, 'superseded'], mismatched),
    ...rows(['succeeded', 'integrity_failed'], 'unchanged'),
  },
  fail: {
    ...rows(['attached', 'confirmed', 'action_required', 'processing'], {
      to: 'failed',
      event: 'acquisition_attempt.failed',
    }),
    ...rows(['succeeded', 'integrity_failed', ...endedWithoutMoney, 'superseded'], 'unchanged'),
  },
  cancel: {
    ...rows(unfinished, { to: 'canceled', event: 'acquisition_attempt.canceled' }),
    ...rows(['succeeded', 'integrity_failed', ...endedWithoutMoney, 'superseded'], 'unchanged'),
  },
  expire: {
    ...rows(unfinished, { to: 'expired', event: 'acquisition_attempt.expired' }),
    ...rows(['succeeded', 'integrity_failed', ...endedWithoutMoney, 'superseded'], 'unchanged'),
  },
  supersede: rows(endedWithoutMoney, {
    to: 'superseded',
    event: 'acquisition_attempt.superseded',
  }),
};

/**
 * What a command does to an attempt. Pure.
 * Source: the attempt table of the contract's decisions.
 * @param reason what the provider or caller gave as the reason; the table's own goes before it
 */
export function decideAttempt(
  status: AttemptStatus,
  command: AttemptCommand,
  reason: string | null = null,
): Decision<AttemptStatus, AttemptEventType> {
  const target = attemptTransitions[command][status];
  if (target === 'unchanged') return { kind: 'unchanged' };
  if (target === undefined) {
    const superseding = command === 'supersede';
    return {
      kind: 'refused',
      code: superseding ? 'attempt_not_terminal' : 'session_state_conflict',
      message: `The attempt is ${status}${refusal(status, command)}`,
    };
  }
  return { kind: 'transition', from: status, reason, ...target };
}

/** What is to be done instead, or why it cannot be. */
function refusal(status: AttemptStatus, command: AttemptCommand): string {
  if (command === 'supersede') {
    return '. Only an attempt that failed, was canceled or expired can be superseded.';
  }
  if (command === 'reserve' && attemptTransitions.supersede[status]) {
    return '. Supersede it to reserve another.';
  }
  return `, which does not allow to ${command.replaceAll('_', ' ')}.`;
}
