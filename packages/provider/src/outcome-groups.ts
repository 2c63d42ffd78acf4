import type { ProviderOutcome } from './port.ts';

/** Whether an object waits for its payer. */
export const isAwaitingPayer = ({ kind }: ProviderOutcome): boolean =>
  kind === 'awaiting_payment' || kind === 'action_required';

/** Whether an object may still take money. */
export const canTakeMoney = (outcome: ProviderOutcome): boolean =>
  isAwaitingPayer(outcome) || outcome.kind === 'processing';

/** Whether an object took a payment, or is complete without one. */
export const isComplete = ({ kind }: ProviderOutcome): boolean =>
  kind === 'succeeded' || kind === 'nothing_due';

/** Whether an object ended without money and can take none any more. */
export const hasEndedUnpaid = ({ kind }: ProviderOutcome): boolean =>
  kind === 'canceled' || kind === 'expired' || kind === 'failed';

/** Whether the payer has begun to pay an object, or the object is complete. */
export const hasPaymentBegun = (outcome: ProviderOutcome): boolean =>
  outcome.kind !== 'awaiting_payment' && !hasEndedUnpaid(outcome);
