import { isOpen, type NextStep, type SessionStatus } from '@parley/domain';
import type { SessionTimeline } from './session-timeline.ts';

/** What to do if the page has no button for it. */
const nextActions: Record<NextStep, string> = {
  prepare_provider: 'No action is needed: the payer page starts the payment.',
  attach_provider_object: 'Your server attaches the provider object that it created.',
  confirm_provider_cart: 'Your server confirms the provider’s amount for the current cart.',
  present_checkout: 'Send the payer to the payment page.',
  await_payer: 'No action is needed: the payer has to act next.',
  await_provider: 'No action is needed: the provider reports the result.',
  supersede_attempt:
    'The last attempt failed without a charge. The payer can try again on the payment page.',
  provision: 'Fulfill the order, then report it.',
  resolve_conflict: 'Compare the requested amount with the charge, then decide below.',
  none: '',
};

/** What a person can do next; empty if the status says it already. */
export function describeNextAction(session: SessionTimeline['session']): string {
  if (session.status === 'provisioning_failed') {
    return 'The payer has paid for an order that cannot be fulfilled: refund the payment at the provider.';
  }
  return nextActions[session.actionable_next_step];
}

/**
 * Milliseconds until a session is read again: few while a payer or the provider can act.
 * @returns false if the session cannot change any more
 */
export function refreshInterval(status: SessionStatus): number | false {
  if (isOpen(status) || status === 'payment_processing') return 3_000;
  return ['paid', 'provisionable', 'payment_conflicted'].includes(status) ? 10_000 : false;
}
