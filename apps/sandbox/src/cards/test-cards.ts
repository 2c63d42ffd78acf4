import { COUNTRY_CARDS } from './country-cards.ts';
import { type CardDecline, DECLINES } from './declines.ts';

/** What a test card does when it is charged. */
export type CardBehavior =
  | { type: 'succeed' }
  | { type: 'decline'; decline: CardDecline }
  /** Requires authentication: always, or until the card is set up for future usage. */
  | { type: 'authenticate'; when: 'always' | 'unless_set_up'; decline?: CardDecline }
  /** Goes to `processing` and settles later. */
  | { type: 'settle_later'; outcome: 'succeeded' | 'failed' };

export interface TestCard {
  /** Part of the id of its ready-made payment method: `pm_card_<name>`. */
  readonly name: string;
  readonly number: string;
  readonly brand: string;
  readonly funding: 'credit' | 'debit';
  readonly behavior: CardBehavior;
  /** The issuing country; US by default. */
  readonly country?: string;
  /** The dispute of each of its payments. */
  readonly dispute?: CardDispute;
  /** The outcome of its refunds; they succeed at once by default. */
  readonly refund?: 'fails' | 'pending';
}

export interface CardDispute {
  readonly reason: 'fraudulent' | 'product_not_received';
  readonly status: 'needs_response' | 'warning_needs_response';
}

const succeed: CardBehavior = { type: 'succeed' };
const decline = (name: keyof typeof DECLINES): CardBehavior => ({
  type: 'decline',
  decline: DECLINES[name],
});

const authenticate = (
  when: 'always' | 'unless_set_up',
  refused?: keyof typeof DECLINES,
): CardBehavior => ({
  type: 'authenticate',
  when,
  ...(refused ? { decline: DECLINES[refused] } : {}),
});

const card = (
  number: string,
  name: string,
  brand: string,
  behavior: CardBehavior,
  funding: 'credit' | 'debit' = 'credit',
): TestCard => ({ number, name, brand, funding, behavior });

/** All cards that the sandbox accepts. The two asynchronous ones are its own; Stripe documents the others. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'visa', succeed),
  card('4000056655665556', 'visa_debit', 'visa', succeed, 'debit'),
  card('5555555555554444', 'mastercard', 'mastercard', succeed),
  card('2223003122003222', 'mastercard_2series', 'mastercard', succeed),
  card('5200828282828210', 'mastercard_debit', 'mastercard', succeed, 'debit'),
  card('5105105105105100', 'mastercard_prepaid', 'mastercard', succeed),
  card('378282246310005', 'amex', 'amex', succeed),
  card('371449635398431', 'amex_other', 'amex', succeed),
  card('6011111111111117', 'discover', 'discover', succeed),
  card('6011000990139424', 'discover_other', 'discover', succeed),
  card('3056930009020004', 'diners', 'diners', succeed),
  card('36227206271667', 'diners_14digits', 'diners', succeed),
  card('3566002020360505', 'jcb', 'jcb', succeed),
  card('6200000000000005', 'unionpay', 'unionpay', succeed),

  card('4000000000000002', 'visa_chargeDeclined', 'visa', decline('generic_decline')),
  card(
    '4000000000009995',
    'visa_chargeDeclinedInsufficientFunds',
    'visa',
    decline('insufficient_funds'),
  ),
  card('4000000000009987', 'visa_chargeDeclinedLostCard', 'visa', decline('lost_card')),
  card('4000000000009979', 'visa_chargeDeclinedStolenCard', 'visa', decline('stolen_card')),
  card('4000000000000069', 'chargeDeclinedExpiredCard', 'visa', decline('expired_card')),
  card('4000000000000127', 'chargeDeclinedIncorrectCvc', 'visa', decline('incorrect_cvc')),
  card('4000000000000119', 'chargeDeclinedProcessingError', 'visa', decline('processing_error')),
  card(
    '4000000000006975',
    'visa_chargeDeclinedVelocityLimitExceeded',
    'visa',
    decline('card_velocity_exceeded'),
  ),
  card('4100000000000019', 'radarBlock', 'visa', decline('fraudulent')),
  card('4000000000000341', 'chargeCustomerFail', 'visa', decline('generic_decline')),

  {
    ...card('4000000000000259', 'createDispute', 'visa', succeed),
    dispute: { reason: 'fraudulent', status: 'needs_response' },
  },
  {
    ...card('4000000000002685', 'createDisputeProductNotReceived', 'visa', succeed),
    dispute: { reason: 'product_not_received', status: 'needs_response' },
  },
  {
    ...card('4000000000001976', 'createDisputeInquiry', 'visa', succeed),
    dispute: { reason: 'fraudulent', status: 'warning_needs_response' },
  },
  { ...card('4000000000005126', 'refundFail', 'visa', succeed), refund: 'fails' },
  { ...card('4000000000007726', 'pendingRefund', 'visa', succeed), refund: 'pending' },

  card('4000002500003155', 'authenticationRequiredOnSetup', 'visa', authenticate('unless_set_up')),
  card('4000002760003184', 'authenticationRequired', 'visa', authenticate('always')),
  card('4000000000003220', 'threeDSecure2Required', 'visa', authenticate('always')),
  card(
    '4000008400001629',
    'threeDSecureRequiredChargeDeclined',
    'visa',
    authenticate('always', 'generic_decline'),
  ),
  card(
    '4000008260003178',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
    'visa',
    authenticate('always', 'insufficient_funds'),
  ),

  card('4000000000006116', 'settlesLater', 'visa', { type: 'settle_later', outcome: 'succeeded' }),
  card('4000000000006124', 'settlesLaterFails', 'visa', {
    type: 'settle_later',
    outcome: 'failed',
  }),

  ...COUNTRY_CARDS.map(([country, number]) => ({
    ...card(number, country, 'visa', succeed),
    country: country.toUpperCase(),
  })),
];

const OTHER_NAMES: Record<string, string> = {
  chargeDeclinedFraudulent: 'radarBlock',
  us: 'visa',
};

const BY_NUMBER = new Map(TEST_CARDS.map((row) => [row.number, row]));
const BY_NAME = new Map(TEST_CARDS.map((row) => [row.name, row]));

export const cardByNumber = (number: string): TestCard | undefined => BY_NUMBER.get(number);
export const cardByName = (name: string): TestCard | undefined => BY_NAME.get(name);

/**
 * Finds the card of a ready-made payment method such as `pm_card_visa`, or of a token such as `tok_visa`.
 * The brand in a name such as `visa_chargeDeclined` may be omitted or added.
 */
export function cardByReadyMadeId(id: string, prefix = 'pm_card_'): TestCard | undefined {
  if (!id.startsWith(prefix)) return undefined;
  const given = id.slice(prefix.length);
  const name = OTHER_NAMES[given] ?? given;
  return (
    BY_NAME.get(name) ?? BY_NAME.get(`visa_${name}`) ?? BY_NAME.get(name.replace(/^visa_/, ''))
  );
}
