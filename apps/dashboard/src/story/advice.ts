import type { MerchantSession } from '@parley/contract';
import { isOpen, type NextStep, type SessionStatus } from '@parley/domain';
import type { SessionStory } from '@parley/operations';

/** Where the page itself has no button, what to do elsewhere. */
const advice: Record<NextStep, string> = {
  prepare_provider: 'Nothing to do here: the payer’s page begins the payment by itself.',
  attach_provider_object: 'Your server attaches the provider’s object it has created.',
  confirm_provider_cart: 'Your server confirms the provider’s amount for the current cart.',
  present_checkout: 'Send the payer to the payment page.',
  await_payer: 'Nothing to do here: the payer has the next move.',
  await_provider: 'Nothing to do here: the provider’s answer arrives by itself.',
  supersede_attempt:
    'The last try ended without money. The payer can try again from the payment page.',
  provision: 'Hand over what was bought, then report it.',
  resolve_conflict: 'Compare what was asked with what was taken, and decide below.',
  none: '',
};

/** What the person who reads would do next; empty where the status has said it all. */
export function adviceFor(session: MerchantSession): string {
  if (session.status === 'provisioning_failed') {
    return 'The payer has paid and gets nothing: refund the payment at the provider.';
  }
  return advice[session.actionable_next_step];
}

/** Whether money arrived that a fulfilled session has no place for, and nothing went back since. */
export function hasMoneyToReturn({ history }: Pick<SessionStory, 'history'>): boolean {
  const arrived = history.findLastIndex(({ reason }) => reason === 'money_to_return');
  return arrived >= 0 && !history.slice(arrived).some((one) => one.action === 'provider_refunded');
}

/** After how many seconds to look again: soon while a payer or provider may act; null at the end. */
export function lookAgainAfter(status: SessionStatus): number | null {
  if (isOpen(status) || status === 'payment_processing') return 3;
  return ['paid', 'provisionable', 'payment_conflicted'].includes(status) ? 10 : null;
}
