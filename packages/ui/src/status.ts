import type { AttemptStatus, NextStep, PresentationState, SessionStatus } from '@parley/domain';

/**
 * What a colour means, wherever one is shown: settled (green), waiting on someone (amber), needs a
 * person (red), finished without money (grey), in motion (blue).
 */
export const tones = ['success', 'pending', 'critical', 'neutral', 'progress'] as const;
export type Tone = (typeof tones)[number];

export interface StatusLabel {
  readonly label: string;
  readonly tone: Tone;
  /** One sentence. */
  readonly explanation: string;
}

/** For the merchant's people. */
export const sessionStatusLabels: Record<SessionStatus, StatusLabel> = {
  created: {
    label: 'Created',
    tone: 'pending',
    explanation: 'The session exists, but the payer has not been sent to it yet.',
  },
  payer_handoff_pending: {
    label: 'Handed off',
    tone: 'pending',
    explanation: 'The payer has a link to the payment page and has not opened it yet.',
  },
  payer_opened: {
    label: 'Opened',
    tone: 'pending',
    explanation: 'The payer has opened the payment page. No money has moved.',
  },
  payment_processing: {
    label: 'Processing',
    tone: 'progress',
    explanation: 'The provider has accepted the payment and has not settled it yet.',
  },
  paid: {
    label: 'Paid',
    tone: 'success',
    explanation: 'The exact amount was taken. Fulfil the order, then report it provisioned.',
  },
  provisionable: {
    label: 'Provisionable',
    tone: 'success',
    explanation: 'Nothing is due now. Fulfil the order, then report it provisioned.',
  },
  payment_conflicted: {
    label: 'Conflict',
    tone: 'critical',
    explanation: 'Money arrived that does not match the session. A person has to decide.',
  },
  provisioned: {
    label: 'Provisioned',
    tone: 'success',
    explanation: 'Paid for and fulfilled. Nothing is left to do.',
  },
  provisioning_failed: {
    label: 'Not fulfilled',
    tone: 'critical',
    explanation: 'Paid for, but reported as impossible to fulfil. The payer is owed an answer.',
  },
  expired: {
    label: 'Expired',
    tone: 'neutral',
    explanation: 'The deadline passed before a payment. No money was taken.',
  },
  canceled: {
    label: 'Canceled',
    tone: 'neutral',
    explanation: 'The session was called off. No money is kept for it.',
  },
};

/** For the payer. */
export const presentationLabels: Record<PresentationState, StatusLabel> = {
  checkout_available: {
    label: 'Ready to pay',
    tone: 'pending',
    explanation: 'Nothing has been charged yet.',
  },
  action_required: {
    label: 'Confirmation needed',
    tone: 'pending',
    explanation: 'Your bank asks you to confirm this payment. Nothing has been charged yet.',
  },
  processing: {
    label: 'Processing',
    tone: 'progress',
    explanation: 'Your payment is on its way. You do not need to pay again.',
  },
  retry_available: {
    label: 'Not paid',
    tone: 'pending',
    explanation: 'The payment did not go through and nothing was charged. You can try again.',
  },
  price_changed: {
    label: 'Price changed',
    tone: 'pending',
    explanation: 'The total has changed. Nothing has been charged; check the new total first.',
  },
  succeeded: {
    label: 'Paid',
    tone: 'success',
    explanation: 'Your payment went through.',
  },
  under_review: {
    label: 'Under review',
    tone: 'critical',
    explanation: 'Your payment arrived and is being checked by a person. Do not pay again.',
  },
  expired: {
    label: 'Expired',
    tone: 'neutral',
    explanation: 'This link has expired and nothing was charged.',
  },
  canceled: {
    label: 'Canceled',
    tone: 'neutral',
    explanation: 'This order was canceled and there is nothing to pay.',
  },
};

/** For the merchant's people. */
export const attemptStatusLabels: Record<AttemptStatus, StatusLabel> = {
  unreserved: {
    label: 'Not begun',
    tone: 'pending',
    explanation: 'Nothing has been asked of the provider yet.',
  },
  reserved: {
    label: 'Reserved',
    tone: 'pending',
    explanation: 'The keys to create the provider’s object are given out.',
  },
  attached: {
    label: 'Attached',
    tone: 'pending',
    explanation: 'The provider’s object is known; its amount is not confirmed for this cart.',
  },
  confirmed: {
    label: 'Confirmed',
    tone: 'pending',
    explanation: 'The provider’s amount is that of the cart. The payer can pay.',
  },
  action_required: {
    label: 'Payer challenged',
    tone: 'pending',
    explanation: 'The payer’s bank has asked for a confirmation.',
  },
  processing: {
    label: 'Processing',
    tone: 'progress',
    explanation: 'The provider has accepted the payment and has not settled it yet.',
  },
  unknown: {
    label: 'Unknown',
    tone: 'progress',
    explanation: 'It is not known whether the provider has an object; it is being asked.',
  },
  succeeded: { label: 'Succeeded', tone: 'success', explanation: 'The payment is verified.' },
  integrity_failed: {
    label: 'Does not match',
    tone: 'critical',
    explanation: 'Money arrived that does not match what was asked for.',
  },
  failed: {
    label: 'Failed',
    tone: 'neutral',
    explanation: 'The payment failed. No money was taken.',
  },
  canceled: {
    label: 'Canceled',
    tone: 'neutral',
    explanation: 'Called off at the provider. No money was taken.',
  },
  expired: {
    label: 'Expired',
    tone: 'neutral',
    explanation: 'Ran out at the provider. No money was taken.',
  },
  superseded: {
    label: 'Superseded',
    tone: 'neutral',
    explanation: 'Another attempt has taken its place.',
  },
};

/** The interface types an attempt's status as a plain string: one that is new here shows as it is. */
export function getAttemptStatusLabel(status: string): StatusLabel {
  const known: Partial<Record<string, StatusLabel>> = attemptStatusLabels;
  return (
    known[status] ?? { label: status, tone: 'neutral', explanation: 'No explanation is known.' }
  );
}

/** What the merchant would do next, as an instruction. */
export const nextStepLabels: Record<NextStep, string> = {
  prepare_provider: 'Prepare the payment',
  attach_provider_object: 'Attach the provider’s object',
  confirm_provider_cart: 'Confirm the amount',
  present_checkout: 'Send the payer',
  await_payer: 'Wait for the payer',
  await_provider: 'Wait for the provider',
  supersede_attempt: 'Supersede the attempt',
  provision: 'Fulfil and report',
  resolve_conflict: 'Resolve the conflict',
  none: 'Nothing',
};
