import type { PayerPage } from '@parley/operations';

/** What the page is about, from the payer's side. */
export const stages = [
  'form',
  'action_required',
  'processing',
  'paid',
  'nothing_due',
  'subscribed',
  'unfulfilled',
  'under_review',
  'expired',
  'canceled',
  'refunding',
  'waiting',
  'card_missing',
  'unsure',
  'slow',
] as const;
export type Stage = (typeof stages)[number];

/** The stages a page can be in by what the server knows; the others are the browser's own. */
export type KnownStage = Exclude<Stage, 'waiting' | 'card_missing' | 'unsure' | 'slow'>;

type Facts = Pick<
  PayerPage,
  | 'presentation_state'
  | 'status'
  | 'amount_minor'
  | 'deadline_passed'
  | 'payment_received'
  | 'subscription'
>;

export function stageOf(page: Facts): KnownStage {
  switch (page.presentation_state) {
    case 'checkout_available':
    case 'price_changed':
    case 'retry_available':
      if (page.deadline_passed) return 'expired';
      // What begins with a trial is agreed to, even where nothing is due.
      return page.amount_minor === 0 && !page.subscription ? 'nothing_due' : 'form';
    case 'action_required':
      return page.deadline_passed ? 'expired' : 'action_required';
    case 'processing':
      return 'processing';
    case 'succeeded':
      return succeeded(page);
    case 'under_review':
      return 'under_review';
    case 'expired':
      return 'expired';
    case 'canceled':
      return page.payment_received ? 'refunding' : 'canceled';
  }
}

function succeeded(page: Facts): KnownStage {
  switch (page.status) {
    case 'provisionable':
      return 'nothing_due';
    case 'paid':
      return page.payment_received ? 'paid' : 'nothing_due';
    case 'provisioned':
      if (!page.payment_received) return 'nothing_due';
      // It may have begun with a trial: whether money was taken is not known any more.
      return page.subscription ? 'subscribed' : 'paid';
    case 'provisioning_failed':
      return page.payment_received ? 'unfulfilled' : 'nothing_due';
    default:
      // The attempt has succeeded and the session is about to say so.
      return 'processing';
  }
}

/** Whether the answer is still to come. */
export const isPending = (stage: Stage): boolean =>
  stage === 'processing' || stage === 'unsure' || stage === 'slow';
