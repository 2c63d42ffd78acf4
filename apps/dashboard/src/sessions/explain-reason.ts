import { money } from '@parley/ui/money';

/** The reasons in a session's history: Parley's own codes, then those of providers. */
const reasons: Readonly<Record<string, string>> = {
  late_payment: 'The payment arrived after the session had ended. It counts.',
  charge_mismatch: 'The charged amount or currency is not the requested one.',
  amount_mismatch: 'The charged amount is not the requested one.',
  currency_mismatch: 'The charged currency is not the requested one.',
  second_payment: 'The session was already paid: this is a further payment.',
  paid_after_cancel: 'The session had been canceled before the payment arrived.',
  payment_failed: 'The payment failed.',
  payment_declined: 'The payer can try again.',
  too_many_declines:
    'Too many payments were declined. Replace the attempt to let the payer try again.',
  cart_drift: 'The cart was replaced, so the amount has to be confirmed again.',
  conflict_accepted: 'A person accepted the payment.',
  conflict_refunded: 'The payment was refunded.',
  money_to_return:
    'The session does not change, and this payment is surplus: refund it at the provider.',
  conflict_stays: 'The conflict about the other payment still has to be resolved.',
  session_canceled: 'The session was canceled.',
  session_completed: 'The session was paid with another attempt.',
  payer_tries_again: 'The payer started another attempt.',
  card_declined: 'The payer’s bank declined the card without a reason.',
  generic_decline: 'The payer’s bank declined the card without a reason.',
  do_not_honor: 'The payer’s bank declined the card without a reason.',
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code is incorrect.',
  incorrect_number: 'The card number is incorrect.',
  lost_card: 'The card was reported lost.',
  stolen_card: 'The card was reported stolen.',
  fraudulent: 'The provider suspects fraud.',
  processing_error: 'An error occurred at the provider.',
  authentication_required: 'The payer’s bank requires authentication.',
  payment_intent_authentication_failure: 'The payer failed the bank’s authentication.',
  requested_by_customer: 'The payer requested it.',
  abandoned: 'The payer abandoned it.',
  duplicate: 'It was a duplicate.',
  automatic: 'The provider’s own deadline passed.',
  void_invoice: 'Its invoice was voided.',
  failed_invoice: 'Its invoice could not be collected.',
};

/** The amounts of a provider's refund or dispute: "4200 eur, 100 usd". */
const amounts = /^\d+ [a-z]{3}(, \d+ [a-z]{3})*$/;

/** Explains a reason in a sentence. An unknown reason is quoted. */
export function explainReason(reason: string): string {
  const known = reasons[reason];
  if (known !== undefined) return known;
  if (amounts.test(reason)) return formatMinorUnits(reason);
  return /^[a-z]+(_[a-z]+)+$/.test(reason) ? `Reason: ${reason}.` : `“${reason}”`;
}

/** Formats the amounts in minor units within a text: "4200 eur" becomes "€42.00". */
export function formatMinorUnits(text: string): string {
  return text.replace(/\b(\d{1,15}) ([a-z]{3})\b/g, (_, minor: string, currency: string) =>
    money({ amountMinor: Number(minor), currency }),
  );
}
