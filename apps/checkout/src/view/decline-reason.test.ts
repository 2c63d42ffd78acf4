import { expect, it } from 'vitest';
import { messagesFor } from '../messages.ts';
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

it('gives the generic reason for lost, stolen and fraudulent cards', () => {
  for (const decline_code of ['lost_card', 'stolen_card', 'pickup_card', 'fraudulent']) {
    expect(getDeclineReason({ decline_code })).toBe(
      getDeclineReason({ decline_code: 'do_not_honor' }),
    );
  }
});

it('every reason names what the payer can do next', () => {
  const { declines } = messagesFor('en').messages;
  for (const sentence of Object.values(declines)) {
    expect(sentence).toMatch(/again|another card|bank|test card/i);
  }
});
