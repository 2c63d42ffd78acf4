import type { AttemptStatus, NextStep, PresentationState, SessionStatus } from '@parley/domain';

/**
 * What a colour means, wherever one is shown: settled (green), waiting on someone (amber), needs a
 * person (red), finished without money (grey), in motion (blue).
 */
export const tones = ['settled', 'waiting', 'attention', 'quiet', 'moving'] as const;
export type Tone = (typeof tones)[number];

export interface StatusWord {
  readonly word: string;
  readonly tone: Tone;
  /** One sentence. */
  readonly explanation: string;
}

/** For the merchant's people. */
export const sessionWords: Record<SessionStatus, StatusWord> = {
  created: {
    word: 'Created',
    tone: 'waiting',
    explanation: 'The session exists, but the payer has not been sent to it yet.',
  },
  payer_handoff_pending: {
    word: 'Handed off',
    tone: 'waiting',
    explanation: 'The payer has a link to the payment page and has not opened it yet.',
  },
  payer_opened: {
    word: 'Opened',
    tone: 'waiting',
    explanation: 'The payer has opened the payment page. No money has moved.',
  },
  payment_processing: {
    word: 'Processing',
    tone: 'moving',
    explanation: 'The provider has accepted the payment and has not settled it yet.',
  },
  paid: {
    word: 'Paid',
    tone: 'settled',
    explanation: 'The exact amount was taken. Fulfil the order, then report it provisioned.',
  },
  provisionable: {
    word: 'Provisionable',
    tone: 'settled',
    explanation: 'Nothing is due now. Fulfil the order, then report it provisioned.',
  },
  payment_conflicted: {
    word: 'Conflict',
    tone: 'attention',
    explanation: 'Money arrived that does not match the session. A person has to decide.',
  },
  provisioned: {
    word: 'Provisioned',
    tone: 'settled',
    explanation: 'Paid for and fulfilled. Nothing is left to do.',
  },
  provisioning_failed: {
    word: 'Not fulfilled',
    tone: 'attention',
    explanation: 'Paid for, but reported as impossible to fulfil. The payer is owed an answer.',
  },
  expired: {
    word: 'Expired',
    tone: 'quiet',
    explanation: 'The deadline passed before a payment. No money was taken.',
  },
  canceled: {
    word: 'Canceled',
    tone: 'quiet',
    explanation: 'The session was called off. No money is kept for it.',
  },
};

/** For the payer. */
export const presentationWords: Record<PresentationState, StatusWord> = {
  checkout_available: {
    word: 'Ready to pay',
    tone: 'waiting',
    explanation: 'Nothing has been charged yet.',
  },
  action_required: {
    word: 'Confirmation needed',
    tone: 'waiting',
    explanation: 'Your bank asks you to confirm this payment. Nothing has been charged yet.',
  },
  processing: {
    word: 'Processing',
    tone: 'moving',
    explanation: 'Your payment is on its way. You do not need to pay again.',
  },
  retry_available: {
    word: 'Not paid',
    tone: 'waiting',
    explanation: 'The payment did not go through and nothing was charged. You can try again.',
  },
  price_changed: {
    word: 'Price changed',
    tone: 'waiting',
    explanation: 'The total has changed. Nothing has been charged; check the new total first.',
  },
  succeeded: {
    word: 'Paid',
    tone: 'settled',
    explanation: 'Your payment went through.',
  },
  under_review: {
    word: 'Under review',
    tone: 'attention',
    explanation: 'Your payment arrived and is being checked by a person. Do not pay again.',
  },
  expired: {
    word: 'Expired',
    tone: 'quiet',
    explanation: 'This link has expired and nothing was charged.',
  },
  canceled: {
    word: 'Canceled',
    tone: 'quiet',
    explanation: 'This order was canceled and there is nothing to pay.',
  },
};

/** For the merchant's people. */
export const attemptWords: Record<AttemptStatus, StatusWord> = {
  unreserved: {
    word: 'Not begun',
    tone: 'waiting',
    explanation: 'Nothing has been asked of the provider yet.',
  },
  reserved: {
    word: 'Reserved',
    tone: 'waiting',
    explanation: 'The keys to create the provider’s object are given out.',
  },
  attached: {
    word: 'Attached',
    tone: 'waiting',
    explanation: 'The provider’s object is known; its amount is not confirmed for this cart.',
  },
  confirmed: {
    word: 'Confirmed',
    tone: 'waiting',
    explanation: 'The provider’s amount is that of the cart. The payer can pay.',
  },
  action_required: {
    word: 'Payer challenged',
    tone: 'waiting',
    explanation: 'The payer’s bank has asked for a confirmation.',
  },
  processing: {
    word: 'Processing',
    tone: 'moving',
    explanation: 'The provider has accepted the payment and has not settled it yet.',
  },
  unknown: {
    word: 'Unknown',
    tone: 'moving',
    explanation: 'It is not known whether the provider has an object; it is being asked.',
  },
  succeeded: { word: 'Succeeded', tone: 'settled', explanation: 'The payment is verified.' },
  integrity_failed: {
    word: 'Does not match',
    tone: 'attention',
    explanation: 'Money arrived that does not match what was asked for.',
  },
  failed: { word: 'Failed', tone: 'quiet', explanation: 'The payment failed. No money was taken.' },
  canceled: {
    word: 'Canceled',
    tone: 'quiet',
    explanation: 'Called off at the provider. No money was taken.',
  },
  expired: {
    word: 'Expired',
    tone: 'quiet',
    explanation: 'Ran out at the provider. No money was taken.',
  },
  superseded: {
    word: 'Superseded',
    tone: 'quiet',
    explanation: 'Another attempt has taken its place.',
  },
};

/** The interface types an attempt's status as a plain string: one that is new here shows as it is. */
export function attemptWord(status: string): StatusWord {
  const known: Partial<Record<string, StatusWord>> = attemptWords;
  return known[status] ?? { word: status, tone: 'quiet', explanation: 'No explanation is known.' };
}

/** What the merchant would do next, as an instruction. */
export const nextStepWords: Record<NextStep, string> = {
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
