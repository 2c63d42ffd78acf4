import type { AttemptStatus, NextStep, PresentationState, SessionStatus } from '@parley/domain';

/**
 * The meaning of each status color: success (green), pending on someone (amber), critical: needs a
 * person (red), neutral: ended without a payment (gray), in progress (blue).
 */
export const tones = ['success', 'pending', 'critical', 'neutral', 'progress'] as const;
export type Tone = (typeof tones)[number];

export interface StatusLabel {
  readonly label: string;
  readonly tone: Tone;
  /** One sentence. */
  readonly explanation: string;
}

/** Session statuses as shown to the merchant. */
export const sessionStatusLabels: Record<SessionStatus, StatusLabel> = {
  created: {
    label: 'Created',
    tone: 'pending',
    explanation: 'The session exists. The payer does not have a link to it yet.',
  },
  payer_handoff_pending: {
    label: 'Handed off',
    tone: 'pending',
    explanation: 'The payer has a link to the payment page but has not opened it yet.',
  },
  payer_opened: {
    label: 'Opened',
    tone: 'pending',
    explanation: 'The payer has opened the payment page. No money has moved.',
  },
  payment_processing: {
    label: 'Processing',
    tone: 'progress',
    explanation: 'The provider has accepted the payment but has not completed it yet.',
  },
  paid: {
    label: 'Paid',
    tone: 'success',
    explanation: 'The exact amount was paid. Fulfill the order, then report it as provisioned.',
  },
  provisionable: {
    label: 'Provisionable',
    tone: 'success',
    explanation: 'Nothing is due now. Fulfill the order, then report it as provisioned.',
  },
  payment_conflicted: {
    label: 'Conflict',
    tone: 'critical',
    explanation: 'A payment does not match the session. Resolve the conflict.',
  },
  provisioned: {
    label: 'Provisioned',
    tone: 'success',
    explanation: 'The order is paid and fulfilled. No action is needed.',
  },
  provisioning_failed: {
    label: 'Not fulfilled',
    tone: 'critical',
    explanation:
      'The order is paid but was reported as not fulfillable. Refund or contact the payer.',
  },
  expired: {
    label: 'Expired',
    tone: 'neutral',
    explanation: 'The session expired before a payment. Nothing was charged.',
  },
  canceled: {
    label: 'Canceled',
    tone: 'neutral',
    explanation: 'The session was canceled. No payment is held for it.',
  },
};

/** Presentation states as shown to the payer. */
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
    explanation: 'Your payment is being processed. Do not pay again.',
  },
  retry_available: {
    label: 'Not paid',
    tone: 'pending',
    explanation: 'The payment failed and nothing was charged. Try again.',
  },
  price_changed: {
    label: 'Price changed',
    tone: 'pending',
    explanation: 'The total has changed. Nothing has been charged. Check the new total.',
  },
  succeeded: {
    label: 'Paid',
    tone: 'success',
    explanation: 'Your payment was successful.',
  },
  under_review: {
    label: 'Under review',
    tone: 'critical',
    explanation: 'Your payment was received and is under review. Do not pay again.',
  },
  expired: {
    label: 'Expired',
    tone: 'neutral',
    explanation: 'This link has expired. Nothing was charged.',
  },
  canceled: {
    label: 'Canceled',
    tone: 'neutral',
    explanation: 'This order was canceled. You do not need to pay.',
  },
};

/** Attempt statuses as shown to the merchant. */
export const attemptStatusLabels: Record<AttemptStatus, StatusLabel> = {
  unreserved: {
    label: 'Not started',
    tone: 'pending',
    explanation: 'The attempt has not been reserved yet.',
  },
  reserved: {
    label: 'Reserved',
    tone: 'pending',
    explanation: 'The provider object can be created with the keys of the reservation.',
  },
  attached: {
    label: 'Attached',
    tone: 'pending',
    explanation: 'The provider object is attached. Its amount is not confirmed for this cart yet.',
  },
  confirmed: {
    label: 'Confirmed',
    tone: 'pending',
    explanation: 'The amount at the provider matches the cart. The payer can pay.',
  },
  action_required: {
    label: 'Authentication required',
    tone: 'pending',
    explanation: 'The payer’s bank requires an authentication.',
  },
  processing: {
    label: 'Processing',
    tone: 'progress',
    explanation: 'The provider has accepted the payment but has not completed it yet.',
  },
  unknown: {
    label: 'Unknown',
    tone: 'progress',
    explanation: 'The outcome is not known. Parley is checking with the provider.',
  },
  succeeded: { label: 'Succeeded', tone: 'success', explanation: 'The payment is verified.' },
  integrity_failed: {
    label: 'Mismatch',
    tone: 'critical',
    explanation: 'The payment does not match the requested charge.',
  },
  failed: {
    label: 'Failed',
    tone: 'neutral',
    explanation: 'The payment failed. Nothing was charged.',
  },
  canceled: {
    label: 'Canceled',
    tone: 'neutral',
    explanation: 'The attempt was canceled at the provider. Nothing was charged.',
  },
  expired: {
    label: 'Expired',
    tone: 'neutral',
    explanation: 'The attempt expired at the provider. Nothing was charged.',
  },
  superseded: {
    label: 'Superseded',
    tone: 'neutral',
    explanation: 'Another attempt has replaced it.',
  },
};

/** The label of an attempt status. The API types it as a string; an unknown status is its own label. */
export function getAttemptStatusLabel(status: string): StatusLabel {
  const known: Partial<Record<string, StatusLabel>> = attemptStatusLabels;
  return (
    known[status] ?? {
      label: status,
      tone: 'neutral',
      explanation: 'This status is not documented.',
    }
  );
}

/** The merchant’s next step as an instruction. */
export const nextStepLabels: Record<NextStep, string> = {
  prepare_provider: 'Prepare the payment',
  attach_provider_object: 'Attach the provider object',
  confirm_provider_cart: 'Confirm the amount',
  present_checkout: 'Send the link to the payer',
  await_payer: 'Wait for the payer',
  await_provider: 'Wait for the provider',
  supersede_attempt: 'Supersede the attempt',
  provision: 'Fulfill and report',
  resolve_conflict: 'Resolve the conflict',
  none: 'None',
};
