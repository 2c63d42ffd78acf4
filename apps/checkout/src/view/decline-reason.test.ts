import { messages } from '@parley/payer-view/messages/en';
import { expect, it } from 'vitest';
import { getDeclineReason } from './decline-reason.ts';

it.each([
  [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficientFunds'],
  [{ code: 'card_declined', decline_code: 'generic_decline' }, 'callBank'],
  [{ code: 'expired_card', decline_code: 'expired_card' }, 'expired'],
  [{ code: 'incorrect_cvc', decline_code: 'incorrect_cvc' }, 'cvc'],
  [{ code: 'processing_error' }, 'tryLater'],
  [{ code: 'payment_intent_authentication_failure' }, 'authentication'],
  [{ code: 'card_declined', decline_code: 'a_new_one' }, 'callBank'],
  [{ code: 'a_new_one' }, 'other'],
  [{ code: 'constructor', decline_code: '__proto__' }, 'other'],
  [{}, 'other'],
] as const)('maps %o to %s', (error, reason) => {
  expect(getDeclineReason(error)).toBe(reason);
});

/** The documented codes of the provider, by what the payer can do. */
const codes: Record<string, string> = {
  insufficientFunds: 'insufficient_funds',
  expired: 'expired_card',
  number: 'incorrect_number invalid_number invalid_account new_account_information_available',
  expiry: 'invalid_expiry_month invalid_expiry_year',
  cvc: 'incorrect_cvc invalid_cvc',
  postcode: 'incorrect_zip incorrect_address',
  limit: `card_velocity_exceeded withdrawal_count_limit_exceeded card_decline_rate_limit_exceeded`,
  unsupported: 'card_not_supported transaction_not_allowed invalid_amount restricted_card',
  currency: 'currency_not_supported',
  authentication: `authentication_required authentication_not_handled
    payment_intent_authentication_failure setup_intent_authentication_failure
    mobile_device_authentication_required`,
  tryLater: `approve_with_id issuer_not_available processing_error reenter_transaction
    try_again_later`,
  duplicate: 'duplicate_transaction',
  testCard: 'testmode_decline test_mode_live_card',
  pin: `incorrect_pin invalid_pin offline_pin_required online_or_offline_pin_required
    pin_try_exceeded`,
  callBank: `call_issuer card_declined do_not_honor do_not_try_again generic_decline
    no_action_taken not_permitted revocation_of_all_authorizations revocation_of_authorization
    security_violation service_not_allowed stop_payment_order merchant_blacklist`,
};

it.each(Object.entries(codes))('gives the reason %s for %s', (reason, names) => {
  for (const decline_code of names.split(/\s+/)) {
    expect(getDeclineReason({ decline_code }), decline_code).toBe(reason);
  }
});

it('gives the generic reason for lost, stolen and fraudulent cards', () => {
  for (const decline_code of ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent']) {
    expect(getDeclineReason({ decline_code })).toBe(
      getDeclineReason({ decline_code: 'do_not_honor' }),
    );
  }
});

it('every reason names what the payer can do next', () => {
  const { declines } = messages;
  for (const sentence of Object.values(declines)) {
    expect(sentence).toMatch(/again|another card|bank|test card/i);
  }
});
