import { declineReason } from '../view/decline-reason.ts';
import type { DeclineReason } from '../words.ts';
import type { IntentResult } from './stripe.ts';

/** What the provider's script said about a try to pay. */
export type Verdict =
  /** Nothing was sent: the payer has to complete the card's fields. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'declined'; readonly reason: DeclineReason }
  /** Taken or on its way; our server asks the provider itself. */
  | { readonly kind: 'accepted' }
  /** The bank still waits for the payer. */
  | { readonly kind: 'challenged' }
  /** No answer that could be relied on: it may have been charged. */
  | { readonly kind: 'unknown' };

const accepted = ['succeeded', 'processing', 'requires_capture'];

/** Anything unforeseen is unknown: to be asked again, never guessed. */
export function verdictOf({ error, paymentIntent, setupIntent }: IntentResult): Verdict {
  const failed = error?.payment_intent ?? error?.setup_intent;
  const status = (failed ?? paymentIntent ?? setupIntent)?.status;
  if (status !== undefined && accepted.includes(status)) return { kind: 'accepted' };
  if (error === undefined) {
    if (status === 'requires_action') return { kind: 'challenged' };
    return status === 'requires_payment_method'
      ? { kind: 'declined', reason: 'other' }
      : { kind: 'unknown' };
  }
  if (error.type === 'validation_error') return { kind: 'incomplete' };
  const refusedByBank = /^(payment|setup)_intent_authentication_failure$/.test(error.code ?? '');
  if (error.type === 'card_error' || refusedByBank) {
    return { kind: 'declined', reason: declineReason(error) };
  }
  return { kind: 'unknown' };
}
