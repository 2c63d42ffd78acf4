import type { DeclineReason } from '@parley/payer-view/messages/en';

/** The provider's decline codes and error codes, grouped by what the payer can do. */
const reasons: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'insufficientFunds',
  expired_card: 'expired',
  incorrect_number: 'number',
  invalid_number: 'number',
  invalid_account: 'number',
  new_account_information_available: 'number',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
  incorrect_zip: 'postcode',
  incorrect_address: 'postcode',
  card_velocity_exceeded: 'limit',
  withdrawal_count_limit_exceeded: 'limit',
  card_decline_rate_limit_exceeded: 'limit',
  card_not_supported: 'unsupported',
  transaction_not_allowed: 'unsupported',
  invalid_amount: 'unsupported',
  restricted_card: 'unsupported',
  currency_not_supported: 'currency',
  authentication_required: 'authentication',
  authentication_not_handled: 'authentication',
  payment_intent_authentication_failure: 'authentication',
  setup_intent_authentication_failure: 'authentication',
  mobile_device_authentication_required: 'authentication',
  approve_with_id: 'tryLater',
  issuer_not_available: 'tryLater',
  processing_error: 'tryLater',
  reenter_transaction: 'tryLater',
  try_again_later: 'tryLater',
  duplicate_transaction: 'duplicate',
  testmode_decline: 'testCard',
  test_mode_live_card: 'testCard',
  incorrect_pin: 'pin',
  invalid_pin: 'pin',
  offline_pin_required: 'pin',
  online_or_offline_pin_required: 'pin',
  pin_try_exceeded: 'pin',
  call_issuer: 'callBank',
  card_declined: 'callBank',
  do_not_honor: 'callBank',
  do_not_try_again: 'callBank',
  generic_decline: 'callBank',
  no_action_taken: 'callBank',
  not_permitted: 'callBank',
  revocation_of_all_authorizations: 'callBank',
  revocation_of_authorization: 'callBank',
  security_violation: 'callBank',
  service_not_allowed: 'callBank',
  stop_payment_order: 'callBank',
  // The provider advises to show the generic message for lost, stolen and fraudulent cards.
  fraudulent: 'callBank',
  lost_card: 'callBank',
  merchant_blacklist: 'callBank',
  pickup_card: 'callBank',
  stolen_card: 'callBank',
};

/** The reason to show for a declined card. The decline code is more specific than the error code. */
export function getDeclineReason(error: {
  readonly decline_code?: string | undefined;
  readonly code?: string | undefined;
}): DeclineReason {
  for (const code of [error.decline_code, error.code]) {
    const reason = code !== undefined && Object.hasOwn(reasons, code) && reasons[code];
    if (reason) return reason;
  }
  return 'other';
}
