import type { PayerPage } from '@parley/operations';
import type { DeclineReason, Messages } from '@parley/payer-view/messages/en';
import { getDeclineReason } from '../view/decline-reason.ts';
import { describePreviousAttempt } from '../view/previous-attempt.ts';

/** The part of Stripe.js results that decides the outcome. */
export interface ConfirmResult {
  readonly paymentIntent?: Intent | undefined;
  readonly setupIntent?: Intent | undefined;
  readonly error?: ConfirmError | undefined;
}

interface ConfirmError {
  readonly type: string;
  readonly code?: string | undefined;
  readonly decline_code?: string | undefined;
  readonly payment_intent?: Intent | undefined;
  readonly setup_intent?: Intent | undefined;
}

interface Intent {
  readonly status: string;
}

/** What the provider's script reported about an attempt to pay. */
export type ConfirmOutcome =
  /** Nothing was sent: the form has missing or invalid fields. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'declined'; readonly reason: DeclineReason }
  /** Succeeded or processing. The server checks with the provider. */
  | { readonly kind: 'accepted' }
  /** The bank still requires authentication. */
  | { readonly kind: 'challenged' }
  /** The provider or the bank has redirected the payer back, with any result. */
  | { readonly kind: 'returned' }
  /** The result does not say whether the payer was charged. */
  | { readonly kind: 'unknown' };

const acceptedStatuses: readonly (string | undefined)[] = [
  'succeeded',
  'processing',
  'requires_capture',
];
const authenticationFailures: readonly (string | undefined)[] = [
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
];

/** Reads the outcome from a Stripe.js result. Everything unexpected is `unknown`. */
export function readConfirmOutcome({
  error,
  paymentIntent,
  setupIntent,
}: ConfirmResult): ConfirmOutcome {
  const failed = error?.payment_intent ?? error?.setup_intent;
  const status = (failed ?? paymentIntent ?? setupIntent)?.status;
  if (acceptedStatuses.includes(status)) return { kind: 'accepted' };
  if (error === undefined) {
    if (status === 'requires_action') return { kind: 'challenged' };
    return status === 'requires_payment_method'
      ? { kind: 'declined', reason: 'other' }
      : { kind: 'unknown' };
  }
  if (error.type === 'validation_error') return { kind: 'incomplete' };
  if (error.type === 'card_error' || authenticationFailures.includes(error.code)) {
    return { kind: 'declined', reason: getDeclineReason(error) };
  }
  return { kind: 'unknown' };
}

/** The outcome of a confirmation. One that failed on its way may have charged the payer. */
export async function readOutcome(confirm: () => Promise<ConfirmResult>): Promise<ConfirmOutcome> {
  try {
    return readConfirmOutcome(await confirm());
  } catch {
    return { kind: 'unknown' };
  }
}

/**
 * The message for a payer who has not been charged; null if there was no payment.
 * @param page as the provider reported it since, if it did
 */
export function describeFailure(
  outcome: ConfirmOutcome,
  messages: Messages,
  page?: PayerPage,
): string | null {
  const { notices, declines } = messages;
  if (outcome.kind === 'returned')
    return page ? describePreviousAttempt(page, true, messages) : null;
  return outcome.kind === 'declined'
    ? `${notices.declined} ${declines[outcome.reason]}`
    : notices.failed;
}
