import type { PayerPage } from '@parley/operations';

/** The states of the payer page. */
export const stages = [
  'form',
  'challenge',
  'action_required',
  'completing',
  'processing',
  'paid',
  'nothing_due',
  'unfulfilled',
  'returned',
  'disputed',
  'under_review',
  'expired',
  'canceled',
  'blocked',
  'refunding',
  'waiting',
  'not_payable',
  'card_missing',
  'unsure',
  'slow',
] as const;
export type Stage = (typeof stages)[number];

/** The stages that follow from the session; the others exist in the browser only. */
export type SessionStage = Exclude<
  Stage,
  'waiting' | 'not_payable' | 'card_missing' | 'unsure' | 'slow'
>;

type StageInput = Pick<
  PayerPage,
  | 'presentation_state'
  | 'status'
  | 'amount_minor'
  | 'deadline_passed'
  | 'payment_received'
  | 'payment_status'
  | 'subscription'
  | 'declined_too_often'
  | 'challenge_required'
>;

/** The stage that follows from the state of the session. */
export function getStage(page: StageInput): SessionStage {
  switch (page.presentation_state) {
    case 'checkout_available':
    case 'price_changed':
    case 'retry_available':
      if (page.deadline_passed) return 'expired';
      if (page.declined_too_often) return 'blocked';
      // The payer has to agree to a subscription even if nothing is due now.
      if (page.amount_minor === 0 && !page.subscription) return 'completing';
      return page.challenge_required ? 'challenge' : 'form';
    case 'action_required':
      return page.deadline_passed ? 'expired' : 'action_required';
    case 'processing':
      return 'processing';
    case 'succeeded':
      return getReturnedStage(page) ?? getSucceededStage(page);
    case 'under_review':
      return 'under_review';
    case 'expired':
      return 'expired';
    case 'canceled':
      return getReturnedStage(page) ?? (page.payment_received ? 'refunding' : 'canceled');
  }
}

/** The stage of a payment that went back, or may go back; null while the merchant has it. */
function getReturnedStage({
  payment_status: payment,
  status,
}: StageInput): 'returned' | 'disputed' | null {
  if (payment === 'disputed' || payment === 'dispute_under_review') return 'disputed';
  // Nothing is due, so the payment was not the one for the order.
  if (status === 'provisionable') return null;
  return payment === 'refunded' || payment === 'dispute_lost' ? 'returned' : null;
}

function getSucceededStage(page: StageInput): SessionStage {
  switch (page.status) {
    case 'provisionable':
      return 'nothing_due';
    case 'paid':
    case 'provisioned':
      // The renewals of a subscription are no payments of the session.
      return page.payment_received ? 'paid' : 'nothing_due';
    case 'provisioning_failed':
      return page.payment_received ? 'unfulfilled' : 'nothing_due';
    default:
      // The attempt has succeeded; the session follows shortly.
      return 'processing';
  }
}

/**
 * The stage while the payer cannot pay before the merchant acts. After an attempt that ended, such as a cart that
 * the provider refused, nothing says that the merchant prepares another one.
 */
export const getWaitingStage = (
  page: Pick<PayerPage, 'presentation_state'>,
): 'waiting' | 'not_payable' =>
  page.presentation_state === 'retry_available' ? 'not_payable' : 'waiting';

/** Whether the outcome of the payment is not known yet. */
export const isPending = (stage: Stage): boolean =>
  stage === 'processing' || stage === 'unsure' || stage === 'slow';

/** Whether nothing is left to do for the payer. */
export const isSuccess = (stage: Stage): boolean => stage === 'paid' || stage === 'nothing_due';

/** Whether the payer has nothing to submit any more, and no outcome is open. */
export const isFinal = (stage: SessionStage): boolean =>
  !isPayable(stage) && !isPending(stage) && stage !== 'challenge';

/** Whether the payer can pay, or nothing is due, so that the payment has to be prepared. */
export const isPayable = (stage: Stage): boolean =>
  stage === 'form' || stage === 'action_required' || stage === 'completing';

/** Whether the session is open, and the payer cannot pay now. */
export const isHeld = (stage: Stage): boolean => stage === 'challenge' || stage === 'blocked';

/** Whether nothing was charged and the payer is to pay, after a challenge or at once. */
export const isUnpaid = (stage: Stage): boolean => stage === 'form' || stage === 'challenge';
