import { inMoney } from './in-money.ts';

/** What a reason in the history means; codes of ours first, then those that providers give. */
const reasons: Readonly<Record<string, string>> = {
  late_payment: 'The money arrived after the end; it is kept and counts.',
  charge_mismatch: 'The amount or the currency taken is not the one that was asked for.',
  amount_mismatch: 'Another amount was taken than the one that was asked for.',
  currency_mismatch: 'Another currency was taken than the one that was asked for.',
  second_payment: 'The session had been paid for already: this money is one payment too many.',
  paid_after_cancel: 'It had been canceled before the money arrived.',
  payment_failed: 'The payment did not go through.',
  payment_declined: 'The payer can try again.',
  cart_drift: 'The cart was replaced, so the amount has to be confirmed again.',
  conflict_accepted: 'A person accepted the money as it is.',
  conflict_refunded: 'The money was given back.',
  money_to_return:
    'The session stays as it is, and this money is too much: give it back at the provider.',
  conflict_stays: 'The conflict about the other money stays to be resolved.',
  session_canceled: 'The session was canceled.',
  session_completed: 'The session was paid another way.',
  payer_tries_again: 'The payer began another try.',
  card_declined: 'The payer’s bank declined the card without saying why.',
  generic_decline: 'The payer’s bank declined the card without saying why.',
  do_not_honor: 'The payer’s bank declined the card without saying why.',
  insufficient_funds: 'There was not enough money on the card.',
  expired_card: 'The card has expired.',
  incorrect_cvc: 'The security code was wrong.',
  incorrect_number: 'The card number was wrong.',
  lost_card: 'The card was reported lost.',
  stolen_card: 'The card was reported stolen.',
  fraudulent: 'The provider suspects fraud.',
  processing_error: 'The provider had an error of its own.',
  authentication_required: 'The payer’s bank asked for a confirmation.',
  payment_intent_authentication_failure: 'The payer did not pass the bank’s confirmation.',
  requested_by_customer: 'The payer asked for it.',
  abandoned: 'The payer left it.',
  duplicate: 'It was a duplicate.',
  automatic: 'The provider’s own deadline passed.',
  void_invoice: 'Its invoice was voided.',
  failed_invoice: 'Its invoice could not be collected.',
};

/** An amount as a note of the provider's money gives it: "4200 eur, 100 usd". */
const amounts = /^\d+ [a-z]{3}(, \d+ [a-z]{3})*$/;

/** A reason as a sentence; the words as they came where they are not one of the known codes. */
export function explainReason(reason: string): string {
  const known = reasons[reason];
  if (known !== undefined) return known;
  if (amounts.test(reason)) return inMoney(reason);
  return /^[a-z]+(_[a-z]+)+$/.test(reason) ? `Reason given: ${reason}.` : `“${reason}”`;
}
