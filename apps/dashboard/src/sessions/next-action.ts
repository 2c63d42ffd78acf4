import { isAwaitingFulfillment, isFulfillable, isOpen, type SessionStatus } from '@parley/domain';
import type { Translator } from '#messages/translator.ts';
import type { Attempt, SessionTimeline } from './session-timeline.ts';

type Situation = Pick<SessionTimeline, 'session' | 'attempts' | 'cart_refused'>;

/** What a person can do next; empty if the status says it already. */
export function describeNextAction(t: Translator<'sessionPage'>, situation: Situation): string {
  const ended = findReplaceableAttempt(situation);
  if (ended?.status_reason === 'too_many_declines') return t('next.too_many_declines');
  if (ended && situation.cart_refused) return t('next.refused_cart');
  const { status, actionable_next_step: step, payment_summary: payments } = situation.session;
  if (isAwaitingFulfillment(status) && !isFulfillable(status, payments.status)) {
    return t(step === 'none' ? 'next.money_returned' : 'next.dispute_open');
  }
  if (payments.status === 'inquiry' && step === 'respond_to_dispute') {
    return t('next.respond_to_inquiry');
  }
  if (status === 'created' && step === 'prepare_provider') return t('next.send_link');
  return step === 'none' ? '' : t(`next.${step}`);
}

/** The current attempt if it ended without a payment, so that another one can replace it. */
export function findReplaceableAttempt({ session, attempts }: Situation): Attempt | null {
  if (session.actionable_next_step !== 'supersede_attempt') return null;
  const currentId = session.current_acquisition_attempt?.id;
  return attempts.find(({ id }) => id === currentId) ?? null;
}

/**
 * Milliseconds until a session is read again: few while a payer or the provider can act.
 * @returns false if the session cannot change any more
 */
export function getRefreshInterval(
  status: SessionStatus,
  step: SessionTimeline['session']['actionable_next_step'] = 'none',
): number | false {
  if (isOpen(status) || status === 'payment_processing') return 3_000;
  const waits = step === 'resolve_conflict' || isAwaitingFulfillment(status);
  return waits || status === 'payment_conflicted' ? 10_000 : false;
}
