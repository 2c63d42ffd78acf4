import type { ProviderOutcome } from './port.ts';

/** Whether an object waits for its payer, and so was not closed. */
export const isAwaitingPayer = ({ kind }: ProviderOutcome): boolean =>
  kind === 'awaiting_payment' || kind === 'action_required';

/** Whether an object may still take money. */
export const canTakeMoney = (outcome: ProviderOutcome): boolean =>
  isAwaitingPayer(outcome) || outcome.kind === 'processing';

/** Whether an object ended without money and can take none any more. */
export const hasEndedUnpaid = ({ kind }: ProviderOutcome): boolean =>
  kind === 'canceled' || kind === 'expired' || kind === 'failed';

/** Whether a payer has begun to pay an object, or it is complete. */
export const isMoneyMoving = (outcome: ProviderOutcome): boolean =>
  outcome.kind !== 'awaiting_payment' && !hasEndedUnpaid(outcome);
