import { describe, expect, it } from 'vitest';
import { checkoutPlan } from './checkout-plan.ts';

const checkout = {
  integrationPath: 'checkout_session',
  commercialMode: 'one_time',
  pricingMode: 'fixed',
  merchandiseSubtotalMinor: null,
} as const;
const subscribed = { ...checkout, commercialMode: 'subscription' } as const;
const direct = { ...subscribed, integrationPath: 'direct_subscription' } as const;

const coffee = { name: 'Coffee', quantity: 2, amount_minor: 4200 };
const monthly = { ...coffee, interval: 'month' };
const priced = { provider_price_id: 'price_1', quantity: 1 };
const setup = { name: 'Setting up', amount_minor: 1000 };

const sold = (
  attempt: Parameters<typeof checkoutPlan>[0],
  cartSnapshot: object,
  amountMinor = 4200,
) =>
  checkoutPlan(
    attempt,
    { amountMinor, currency: 'eur', cartSnapshot: { ...cartSnapshot } },
    'Acme',
  );

const whole = { name: 'Acme', quantity: 1, unitAmountMinor: 4200, priceId: null, recurring: null };

describe('what is paid once', () => {
  it('is sold line by line where the lines come to the charge', () => {
    const sale = sold(checkout, { lines: [coffee] });
    expect(sale?.items).toMatchObject([{ name: 'Coffee', quantity: 2, unitAmountMinor: 2100 }]);
  });

  it.each([
    ['of lines that come to something else', { lines: [{ ...coffee, amount_minor: 4000 }] }],
    ['of a discount', { lines: [coffee, { name: 'Voucher', amount_minor: -100 }] }],
    ['of the provider’s own prices', { lines: [priced] }],
    ['without lines', { note: 'x' }],
  ])('is sold as a whole, under the merchant’s name, %s', (_, cart) => {
    expect(sold(checkout, cart)).toEqual({ items: [whole], trialDays: null });
  });

  it('is left to the merchant where it is to come to more than the merchandise', () => {
    const finalized = { ...checkout, pricingMode: 'provider_finalized' } as const;
    const cart = { lines: [coffee] };
    expect(sold({ ...finalized, merchandiseSubtotalMinor: 4000 }, cart)).toBeNull();
    expect(sold({ ...finalized, merchandiseSubtotalMinor: 4200 }, cart)).not.toBeNull();
  });
});

describe('what is paid again and again', () => {
  it('is sold as it recurs, or at the provider’s own price', () => {
    for (const attempt of [subscribed, direct]) {
      const recurring = { interval: 'month', intervalCount: 1 };
      expect(sold(attempt, { lines: [monthly] })?.items).toMatchObject([{ recurring }]);
      expect(sold(attempt, { lines: [priced] })?.items).toMatchObject([{ priceId: 'price_1' }]);
    }
  });

  it.each([
    ['that says not what recurs', { lines: [coffee] }, 4200],
    ['without lines', {}, 4200],
    ['whose lines come to something else', { lines: [monthly] }, 4300],
    ['with a trial, whose lines come to neither', { lines: [monthly], trial_period_days: 3 }, 100],
  ])('is left to the merchant for a cart %s', (_, cart, amount) => {
    expect(sold(subscribed, cart, amount)).toBeNull();
    expect(sold(direct, cart, amount)).toBeNull();
  });

  it('may begin with a trial, charged for now or for later', () => {
    const cart = { lines: [monthly], trial_period_days: 14 };
    expect(sold(direct, cart)?.trialDays).toBe(14);
    expect(sold(direct, cart, 0)?.trialDays).toBe(14);
  });

  it('takes what is paid once beside it, by a checkout session alone', () => {
    const cart = { lines: [monthly, setup] };
    expect(sold(subscribed, cart, 5200)?.items).toHaveLength(2);
    expect(sold(direct, cart, 5200)).toBeNull();
  });
});

it('a payment intent is a charge, whatever the cart says', () => {
  const intent = { ...subscribed, integrationPath: 'payment_intent' } as const;
  expect(sold(intent, { lines: [monthly], trial_period_days: 3 })?.items).toEqual([whole]);
  expect(sold(intent, { lines: [monthly] }, 0)).toBeNull();
});
