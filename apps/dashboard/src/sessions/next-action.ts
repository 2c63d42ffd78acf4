import { isOpen, type SessionStatus } from '@parley/domain';
import type { Translator } from '#messages/translator.ts';
import type { SessionTimeline } from './session-timeline.ts';

/** What a person can do next; empty if the status says it already. */
export function describeNextAction(
  t: Translator<'sessionPage'>,
  { status, actionable_next_step: step }: SessionTimeline['session'],
): string {
  if (status === 'provisioning_failed') return t('next.provisioning_failed');
  return step === 'none' ? '' : t(`next.${step}`);
}

/**
 * Milliseconds until a session is read again: few while a payer or the provider can act.
 * @returns false if the session cannot change any more
 */
export function refreshInterval(status: SessionStatus): number | false {
  if (isOpen(status) || status === 'payment_processing') return 3_000;
  return ['paid', 'provisionable', 'payment_conflicted'].includes(status) ? 10_000 : false;
}
