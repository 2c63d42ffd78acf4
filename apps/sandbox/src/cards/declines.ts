import { type ErrorBody, StripeError } from '../wire/errors.ts';

/** The reason of a decline, with the API's codes and message. */
export interface CardDecline {
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
}

const failed = (code: string, message: string, param?: string): CardDecline => ({
  code,
  message,
  ...(param ? { param } : {}),
});

/** A decline by the bank, with its reason. */
const declined = (
  decline_code: string,
  message = 'Your card was declined.',
  { code = 'card_declined', param }: { code?: string; param?: string } = {},
): CardDecline => ({ ...failed(code, message, param), decline_code });

const UNAUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

export const DECLINES = {
  generic_decline: declined('generic_decline'),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  fraudulent: declined('fraudulent'),
  card_velocity_exceeded: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  test_mode_live_card: declined(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
  expired_card: declined('expired_card', 'Your card has expired.', {
    code: 'expired_card',
    param: 'exp_month',
  }),
  incorrect_cvc: declined('incorrect_cvc', "Your card's security code is incorrect.", {
    code: 'incorrect_cvc',
    param: 'cvc',
  }),
  processing_error: declined(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
    { code: 'processing_error' },
  ),
  authentication_required: declined(
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
    { code: 'authentication_required' },
  ),
  authentication_failure: failed('payment_intent_authentication_failure', UNAUTHENTICATED),
  setup_authentication_failure: failed('setup_intent_authentication_failure', UNAUTHENTICATED),
  async_failure: failed('payment_intent_payment_attempt_failed', 'The payment failed.'),
  incorrect_number: failed('incorrect_number', 'Your card number is incorrect.', 'number'),
  invalid_expiry_month: failed(
    'invalid_expiry_month',
    "Your card's expiration month is invalid.",
    'exp_month',
  ),
  invalid_expiry_year: failed(
    'invalid_expiry_year',
    "Your card's expiration year is invalid.",
    'exp_year',
  ),
  invalid_cvc: failed('invalid_cvc', "Your card's security code is invalid.", 'cvc'),
} satisfies Record<string, CardDecline>;

export function cardError(decline: CardDecline, extra: Partial<ErrorBody> = {}): StripeError {
  return new StripeError(402, { type: 'card_error', ...decline, ...extra });
}
