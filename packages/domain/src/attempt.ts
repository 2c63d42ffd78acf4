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

/** Attempts without an outcome. */
export const unfinishedAttemptStatuses = [
  'unreserved',
  'reserved',
  'attached',
  'confirmed',
  'action_required',
  'processing',
  'unknown',
] as const satisfies readonly AttemptStatus[];

/** Attempts that ended without a payment. Only these can be superseded. */
const endedWithoutMoney = [
  'failed',
  'canceled',
  'expired',
] as const satisfies readonly AttemptStatus[];

const ended = [
  'succeeded',
  'integrity_failed',
  ...endedWithoutMoney,
  'superseded',
] as const satisfies readonly AttemptStatus[];

export function isUnfinished(status: AttemptStatus): boolean {
  return (unfinishedAttemptStatuses as readonly AttemptStatus[]).includes(status);
}

/** Whether a payment may be in progress, so that a deadline must not end the attempt. */
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
 * Every allowed transition. A command is refused in a status without an entry. Reports from the
 * provider are never refused, because they are facts that may arrive late or twice; a report that no
 * longer matters is `unchanged`. Intermediate reports (challenge_payer, accept, decline)
 * require an attached root object, so the caller attaches the root first.
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
    // No event: proxy_session.cart_updated reports this change.
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
    ...rows(ended, 'unchanged'),
  },
  accept: {
    ...rows(['attached', 'confirmed', 'action_required'], processing),
    ...rows(['processing', 'succeeded', 'integrity_failed'], 'unchanged'),
    ...rows([...endedWithoutMoney, 'superseded'], 'unchanged'),
  },
  decline: {
    ...rows(['confirmed', 'action_required', 'processing'], declined),
    // The cart still has to be confirmed.
    attached: 'unchanged',
    ...rows(ended, 'unchanged'),
  },
  decline_unconfirmed: {
    // The provider object was not confirmed for the current cart, which still has to happen.
    ...rows(['action_required', 'processing'], {
      to: 'attached',
      event: null,
      reason: 'payment_declined',
    }),
    ...rows(['attached', 'confirmed'], 'unchanged'),
    ...rows(ended, 'unchanged'),
  },
  succeed: {
    ...rows(unfinishedAttemptStatuses, succeeded),
    ...rows([...endedWithoutMoney, 'superseded'], { ...succeeded, reason: 'late_payment' }),
    ...rows(['succeeded', 'integrity_failed'], 'unchanged'),
  },
  mismatch: {
    ...rows([...unfinishedAttemptStatuses, ...endedWithoutMoney, 'superseded'], mismatched),
    ...rows(['succeeded', 'integrity_failed'], 'unchanged'),
  },
  fail: {
    // A reservation fails when the provider refuses to create its object.
    ...rows(['reserved', 'attached', 'confirmed', 'action_required', 'processing'], {
      to: 'failed',
      event: 'acquisition_attempt.failed',
    }),
    ...rows(ended, 'unchanged'),
  },
  cancel: {
    ...rows(unfinishedAttemptStatuses, { to: 'canceled', event: 'acquisition_attempt.canceled' }),
    ...rows(ended, 'unchanged'),
  },
  expire: {
    ...rows(unfinishedAttemptStatuses, { to: 'expired', event: 'acquisition_attempt.expired' }),
    ...rows(ended, 'unchanged'),
  },
  supersede: rows(endedWithoutMoney, {
    to: 'superseded',
    event: 'acquisition_attempt.superseded',
  }),
};

/**
 * Decides what a command does to an attempt, from the transition table.
 * @param reason reason from the provider or caller; a reason in the table takes precedence
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

/** The rest of a refusal message: the reason, or what to do instead. */
function refusal(status: AttemptStatus, command: AttemptCommand): string {
  if (command === 'supersede') {
    return '. Only a failed, canceled or expired attempt can be superseded.';
  }
  if (command === 'reserve' && attemptTransitions.supersede[status]) {
    return '. Supersede it to reserve another.';
  }
  return `, which does not allow this operation. Read the attempt again.`;
}
