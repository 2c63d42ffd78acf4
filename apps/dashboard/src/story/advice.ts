import type { MerchantSession } from '@parley/contract';
import type { NextStep } from '@parley/domain';

/** Where the page itself has no button, what to do elsewhere. */
const advice: Record<NextStep, string> = {
  prepare_provider:
    'Nothing to do here: the payer’s page begins the payment, or your server reserves an attempt.',
  attach_provider_object: 'Your server attaches the provider’s object it has created.',
  confirm_provider_cart: 'Your server confirms the provider’s amount for the current cart.',
  present_checkout: 'Send the payer to the payment page.',
  await_payer: 'Nothing to do here: the payer has the next move.',
  await_provider: 'Nothing to do here: the provider’s answer arrives by itself.',
  supersede_attempt:
    'The last try ended without money. The payer can try again from the payment page.',
  provision: 'Hand over what was bought, then report it.',
  resolve_conflict:
    'Compare what was asked with what was taken at the provider. Accept the money or refund it there.',
  none: 'Nothing is left to do.',
};

/** What the person who reads would do next. */
export function adviceFor(session: MerchantSession): string {
  if (session.status === 'provisioning_failed') {
    return 'The payer has paid and gets nothing: refund the payment at the provider.';
  }
  return advice[session.actionable_next_step];
}

/** Whether nothing more is expected to happen by itself. */
export function isAtRest({ status }: Pick<MerchantSession, 'status'>): boolean {
  return ['provisioned', 'provisioning_failed', 'expired', 'canceled'].includes(status);
}
