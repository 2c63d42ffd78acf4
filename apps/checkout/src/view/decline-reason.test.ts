import { expect, it } from 'vitest';
import { wordsFor } from '../words.ts';
import { declineReason } from './decline-reason.ts';

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
] as const)('%o means %s', (error, reason) => {
  expect(declineReason(error)).toBe(reason);
});

it('does not tell a thief that the card is known', () => {
  for (const decline_code of ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent']) {
    expect(declineReason({ decline_code })).toBe(declineReason({ decline_code: 'do_not_honor' }));
  }
});

it('says in every case what to do', () => {
  const { declines } = wordsFor('en').words;
  for (const sentence of Object.values(declines)) {
    expect(sentence).toMatch(/again|another card|bank|test card/i);
  }
});
