import { describe, expect, it } from 'vitest';
import { StripeError } from '../wire/errors.ts';
import { checkCard, passesLuhn } from './check-card.ts';
import { decideAttempt } from './decide-attempt.ts';
import { cardByReadyMadeId, TEST_CARDS } from './test-cards.ts';

const now = new Date('2026-11-20T00:00:00Z');
const validCard = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2030, cvc: '123' };
const noContext = {
  authenticated: false,
  setUp: false,
  offSession: false,
  authenticationRequested: false,
};

function getCode(change: Partial<typeof validCard>): string | undefined {
  try {
    checkCard({ ...validCard, ...change }, now);
    return undefined;
  } catch (error) {
    return error instanceof StripeError ? error.body.code : String(error);
  }
}

it('TEST_CARDS contains valid, unique numbers and names', () => {
  expect(TEST_CARDS.filter((card) => !passesLuhn(card.number))).toEqual([]);
  expect(new Set(TEST_CARDS.map((card) => card.number)).size).toBe(TEST_CARDS.length);
  expect(new Set(TEST_CARDS.map((card) => card.name)).size).toBe(TEST_CARDS.length);
  expect(cardByReadyMadeId('pm_card_visa')?.number).toBe('4242424242424242');
});

it.each([
  [{}, undefined],
  [{ number: '4242424242424241' }, 'incorrect_number'],
  [{ number: '42' }, 'incorrect_number'],
  [{ exp_month: 13 }, 'invalid_expiry_month'],
  [{ exp_month: 10, exp_year: 2026 }, 'invalid_expiry_month'],
  [{ exp_month: 11, exp_year: 26 }, undefined],
  [{ exp_year: 2025 }, 'invalid_expiry_year'],
  [{ exp_year: 2090 }, 'invalid_expiry_year'],
  [{ cvc: '12' }, 'invalid_cvc'],
  [{ number: '378282246310005', cvc: '1234' }, undefined],
  [{ number: '4111111111111111' }, 'card_declined'],
])('checkCard of %j returns %s', (change, code) => {
  expect(getCode(change)).toBe(code);
});

describe('decideAttempt', () => {
  const once = { type: 'authenticate', when: 'unless_set_up' } as const;
  const always = { type: 'authenticate', when: 'always' } as const;

  it('requires authentication until the card is set up, or always', () => {
    expect(decideAttempt(once, noContext).type).toBe('challenged');
    expect(decideAttempt(once, { ...noContext, setUp: true, offSession: true }).type).toBe(
      'succeeded',
    );
    expect(decideAttempt(always, { ...noContext, setUp: true }).type).toBe('challenged');
    expect(decideAttempt(always, { ...noContext, authenticated: true }).type).toBe('succeeded');
  });

  it('declines an off-session attempt that requires authentication', () => {
    expect(decideAttempt(always, { ...noContext, offSession: true }).type).toBe('declined');
  });

  it('requires authentication if the merchant requests it', () => {
    expect(
      decideAttempt({ type: 'succeed' }, { ...noContext, authenticationRequested: true }).type,
    ).toBe('challenged');
  });
});
