import type { LoadedSession } from '@parley/db';
import { describe, expect, it } from 'vitest';
import { termsOfCart, termsOfProvider } from './payment-terms.ts';

const monthly = { name: 'Coffee', quantity: 2, unit_amount_minor: 2100, interval: 'month' };
const yearly = { name: 'Club', quantity: 1, unit_amount_minor: 900, interval: 'year' };
const setup = { name: 'Setting up', quantity: 3, unit_amount_minor: 100 };

/** The terms of a subscription for these lines with a final charge of 42.00. */
function getTerms(lines: object[], attempt: object = {}) {
  return termsOfCart({
    session: { finalAmountMinor: 4200 },
    attempt: {
      status: 'reserved',
      commercialMode: 'subscription',
      integrationPath: 'direct_subscription',
      ...attempt,
    },
    cartSnapshot: { lines },
  } as unknown as LoadedSession);
}

const eachMonth = { amount_minor: 4200, interval: 'month', interval_count: 1 };

describe('the terms of a cart', () => {
  it('are the charge now and what recurs', () => {
    expect(getTerms([monthly, setup])).toEqual({
      due_now_minor: 4200,
      recurring: [eachMonth],
      trial_days: null,
      trial_end: null,
    });
  });

  it('add up what recurs at the same interval', () => {
    const twice = { ...monthly, interval_count: 2 };
    expect(getTerms([monthly, yearly, twice, monthly])?.recurring).toEqual([
      { ...eachMonth, amount_minor: 8400 },
      { amount_minor: 900, interval: 'year', interval_count: 1 },
      { ...eachMonth, interval_count: 2 },
    ]);
  });

  it('charge only what does not recur before a trial', () => {
    expect(getTerms([{ ...monthly, trial_period_days: 14 }, setup])).toMatchObject({
      due_now_minor: 300,
      trial_days: 14,
    });
  });

  it('have no trial on a payment intent, which charges immediately', () => {
    const attempt = { integrationPath: 'payment_intent' };
    expect(getTerms([{ ...monthly, trial_period_days: 14 }], attempt)).toMatchObject({
      due_now_minor: 4200,
      trial_days: null,
    });
  });

  it.each<[string, object[], object]>([
    ['before the attempt is reserved', [monthly], { status: 'unreserved' }],
    ['for a one-time payment', [monthly], { commercialMode: 'one_time' }],
    ['without lines', [], {}],
    ['when nothing recurs', [setup], {}],
    ['when only the provider has a price', [monthly, { provider_price_id: 'price_1' }], {}],
  ])('are unknown %s', (_, lines, attempt) => {
    expect(getTerms(lines, attempt)).toBeNull();
  });
});

describe('the terms of a provider object', () => {
  const shown = { amountMinor: 4200, currency: 'eur', interval: 'month', intervalCount: 1 };
  const cart = { due_now_minor: 0, recurring: [], trial_days: 14, trial_end: null };
  const provided = (change: object = {}) => ({
    mount: { kind: 'payment', clientSecret: 'secret' } as const,
    recurring: [shown],
    trialEnd: null,
    ...change,
  });

  it('are those of the cart when nothing recurs', () => {
    expect(termsOfProvider(4200, provided({ recurring: [] }), cart)).toBe(cart);
  });

  it('have the trial of the cart when the same amount is due now', () => {
    expect(termsOfProvider(0, provided(), cart)).toEqual({ ...cart, recurring: [eachMonth] });
    expect(termsOfProvider(1, provided(), cart)).toMatchObject({
      due_now_minor: 1,
      trial_days: null,
    });
    expect(termsOfProvider(0, provided(), null)).toMatchObject({ trial_days: null });
  });

  it('have the end of a trial that has started instead of its days', () => {
    const trialEnd = new Date('2026-12-06T09:00:00.000Z');
    expect(termsOfProvider(0, provided({ trialEnd }), cart)).toMatchObject({
      trial_days: null,
      trial_end: '2026-12-06T09:00:00.000Z',
    });
  });
});
