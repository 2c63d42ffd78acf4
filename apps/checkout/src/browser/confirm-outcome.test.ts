import { expect, it } from 'vitest';
import { readConfirmOutcome } from './confirm-outcome.ts';

const error = (type: string, code?: string, status?: string) => ({
  error: { type, ...(code ? { code } : {}), ...(status ? { payment_intent: { status } } : {}) },
});

it.each([
  [{ paymentIntent: { status: 'succeeded' } }, { kind: 'accepted' }],
  [{ paymentIntent: { status: 'processing' } }, { kind: 'accepted' }],
  [{ paymentIntent: { status: 'requires_capture' } }, { kind: 'accepted' }],
  [{ setupIntent: { status: 'succeeded' } }, { kind: 'accepted' }],
  [{ paymentIntent: { status: 'requires_action' } }, { kind: 'challenged' }],
  [{ paymentIntent: { status: 'requires_payment_method' } }, { kind: 'declined', reason: 'other' }],
  [{ paymentIntent: { status: 'a_new_one' } }, { kind: 'unknown' }],
  [{}, { kind: 'unknown' }],
  [error('validation_error'), { kind: 'incomplete' }],
  [error('card_error', 'expired_card'), { kind: 'declined', reason: 'expired' }],
  [
    error('invalid_request_error', 'payment_intent_authentication_failure'),
    { kind: 'declined', reason: 'authentication' },
  ],
  [
    error('invalid_request_error', 'setup_intent_authentication_failure'),
    { kind: 'declined', reason: 'authentication' },
  ],
  [error('api_connection_error'), { kind: 'unknown' }],
  [error('api_error'), { kind: 'unknown' }],
  [error('invalid_request_error'), { kind: 'unknown' }],
  // The payment succeeded in another tab.
  [
    error('invalid_request_error', 'payment_intent_unexpected_state', 'succeeded'),
    { kind: 'accepted' },
  ],
])('reads %o as %o', (result, outcome) => {
  expect(readConfirmOutcome(result)).toEqual(outcome);
});
