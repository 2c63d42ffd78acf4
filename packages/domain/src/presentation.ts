import type { AttemptStatus } from './attempt.ts';
import { isFulfillable, type PaymentStatus } from './payment-status.ts';
import type { SessionStatus } from './session.ts';

export const presentationStates = [
  'checkout_available',
  'action_required',
  'processing',
  'retry_available',
  'price_changed',
  'succeeded',
  'under_review',
  'expired',
  'canceled',
] as const;

/** The state shown to the payer. */
export type PresentationState = (typeof presentationStates)[number];

export const nextSteps = [
  'prepare_provider',
  'attach_provider_object',
  'confirm_provider_cart',
  'present_checkout',
  'await_payer',
  'await_provider',
  'supersede_attempt',
  'provision',
  'resolve_conflict',
  'respond_to_dispute',
  'none',
] as const;

/** The merchant's next step. */
export type NextStep = (typeof nextSteps)[number];

export interface PresentationInput {
  readonly sessionStatus: SessionStatus;
  readonly attemptStatus: AttemptStatus;
  readonly attemptReason: string | null;
}

export interface NextStepInput extends Omit<PresentationInput, 'attemptReason'> {
  /** What became of the money that was taken. */
  readonly paymentStatus: PaymentStatus;
}

/** Derives the state shown to the payer from the session and its current attempt. */
export function getPresentationState(input: PresentationInput): PresentationState {
  switch (input.sessionStatus) {
    case 'paid':
    case 'provisionable':
    case 'provisioned':
    case 'provisioning_failed':
      return 'succeeded';
    case 'payment_conflicted':
      return 'under_review';
    case 'expired':
      return 'expired';
    case 'canceled':
      return 'canceled';
    case 'payment_processing':
      return 'processing';
    case 'created':
    case 'payer_handoff_pending':
    case 'payer_opened':
      return openPresentation(input.attemptStatus, input.attemptReason);
  }
}

function openPresentation(status: AttemptStatus, reason: string | null): PresentationState {
  switch (status) {
    case 'action_required':
      return 'action_required';
    case 'processing':
    case 'unknown':
      return 'processing';
    case 'canceled':
      return reason === 'cart_changed' ? 'price_changed' : 'retry_available';
    case 'failed':
    case 'expired':
      return 'retry_available';
    case 'integrity_failed':
      return 'under_review';
    case 'succeeded':
      return 'succeeded';
    case 'unreserved':
    case 'reserved':
    case 'attached':
    case 'confirmed':
    case 'superseded':
      if (reason === 'cart_drift') return 'price_changed';
      if (reason === 'payment_declined') return 'retry_available';
      return 'checkout_available';
  }
}

/**
 * Derives the merchant's next step from the session, its money and its current attempt.
 * @param hasOpenConflict whether money or a subscription came in addition to what was fulfilled, and no one has
 *   resolved it
 */
export function getActionableNextStep(input: NextStepInput, hasOpenConflict = false): NextStep {
  const { sessionStatus, paymentStatus } = input;
  switch (sessionStatus) {
    case 'provisioned':
    case 'provisioning_failed':
      if (hasOpenConflict) return 'resolve_conflict';
      return settledNextStep(sessionStatus, paymentStatus);
    case 'paid':
    case 'provisionable':
    case 'expired':
    case 'canceled':
      return settledNextStep(sessionStatus, paymentStatus);
    case 'payment_conflicted':
      return 'resolve_conflict';
    case 'payment_processing':
      return 'await_provider';
    case 'created':
    case 'payer_handoff_pending':
    case 'payer_opened':
      return openNextStep(sessionStatus, input.attemptStatus);
  }
}

function settledNextStep(session: SessionStatus, payment: PaymentStatus): NextStep {
  if (payment === 'disputed' || payment === 'inquiry') return 'respond_to_dispute';
  if (payment === 'dispute_under_review') return 'await_provider';
  return isFulfillable(session, payment) ? 'provision' : 'none';
}

function openNextStep(session: SessionStatus, attempt: AttemptStatus): NextStep {
  switch (attempt) {
    case 'unreserved':
      return 'prepare_provider';
    case 'reserved':
      return 'attach_provider_object';
    case 'attached':
      return 'confirm_provider_cart';
    case 'confirmed':
      return session === 'created' ? 'present_checkout' : 'await_payer';
    case 'action_required':
      return 'await_payer';
    case 'processing':
    case 'unknown':
    case 'succeeded':
      return 'await_provider';
    case 'failed':
    case 'canceled':
    case 'expired':
    case 'superseded':
      return 'supersede_attempt';
    case 'integrity_failed':
      return 'resolve_conflict';
  }
}
