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

const getPlan = (
  attempt: Parameters<typeof checkoutPlan>[0],
  cartSnapshot: object,
  amountMinor = 4200,
) =>
  checkoutPlan(
    attempt,
    { amountMinor, currency: 'eur', cartSnapshot: { ...cartSnapshot } },
    'Acme',
  );

const singleItem = {
  name: 'Acme',
  quantity: 1,
  unitAmountMinor: 4200,
  priceId: null,
  recurring: null,
};

describe('the plan of a one-time payment', () => {
  it('is a single item when the provider refuses the unit amounts', () => {
    const cart = { amountMinor: 990, currency: 'kwd' };
    const half = { lines: [{ ...coffee, amount_minor: 990 }] };
    expect(checkoutPlan(checkout, { ...cart, cartSnapshot: half }, 'Acme')?.items).toEqual([
      { ...singleItem, unitAmountMinor: 990 },
    ]);
  });

  it('has the cart’s lines when they add up to the charge', () => {
    const plan = getPlan(checkout, { lines: [coffee] });
    expect(plan?.items).toMatchObject([{ name: 'Coffee', quantity: 2, unitAmountMinor: 2100 }]);
  });

  it.each([
    ['when the lines do not add up', { lines: [{ ...coffee, amount_minor: 4000 }] }],
    ['with a discount', { lines: [coffee, { name: 'Voucher', amount_minor: -100 }] }],
    ['with the provider’s own prices', { lines: [priced] }],
    ['with recurring lines', { lines: [monthly] }],
    ['without lines', { note: 'x' }],
  ])('is a single item with the merchant’s name %s', (_, cart) => {
    expect(getPlan(checkout, cart)).toEqual({ items: [singleItem], trialDays: null });
  });

  it('is null when the charge exceeds the merchandise subtotal', () => {
    const finalized = { ...checkout, pricingMode: 'provider_finalized' } as const;
    const cart = { lines: [coffee] };
    expect(getPlan({ ...finalized, merchandiseSubtotalMinor: 4000 }, cart)).toBeNull();
    expect(getPlan({ ...finalized, merchandiseSubtotalMinor: 4200 }, cart)).not.toBeNull();
  });
});

describe('the plan of a subscription', () => {
  it('has recurring items or the provider’s own prices', () => {
    for (const attempt of [subscribed, direct]) {
      const recurring = { interval: 'month', intervalCount: 1 };
      expect(getPlan(attempt, { lines: [monthly] })?.items).toMatchObject([{ recurring }]);
      expect(getPlan(attempt, { lines: [priced] })?.items).toMatchObject([{ priceId: 'price_1' }]);
    }
  });

  it.each([
    ['without recurring items', { lines: [coffee] }, 4200],
    ['without lines', {}, 4200],
    ['whose lines do not add up', { lines: [monthly] }, 4300],
    [
      'with a trial whose lines add up to neither amount',
      { lines: [monthly], trial_period_days: 3 },
      100,
    ],
  ])('is null for a cart %s', (_, cart, amount) => {
    expect(getPlan(subscribed, cart, amount)).toBeNull();
    expect(getPlan(direct, cart, amount)).toBeNull();
  });

  it('may have a total that the provider’s own prices determine', () => {
    expect(getPlan(subscribed, { lines: [monthly, priced] }, 9900)?.items).toHaveLength(2);
  });

  it('is null when the charge exceeds the merchandise subtotal', () => {
    const attempt = { ...direct, merchandiseSubtotalMinor: 4000 };
    const cart = { lines: [monthly] };
    expect(getPlan(attempt, cart)).not.toBeNull();
    expect(getPlan({ ...attempt, pricingMode: 'provider_finalized' }, cart)).toBeNull();
  });

  it('may charge its one-time items before a trial', () => {
    const cart = { lines: [monthly, setup], trial_period_days: 14 };
    expect(getPlan(subscribed, cart, 1000)?.trialDays).toBe(14);
    expect(getPlan(subscribed, { lines: [monthly, setup] }, 1000)).toBeNull();
  });

  it('may start with a trial', () => {
    const cart = { lines: [monthly], trial_period_days: 14 };
    expect(getPlan(direct, cart)?.trialDays).toBe(14);
    expect(getPlan(direct, cart, 0)?.trialDays).toBe(14);
  });

  it('may have one-time items for a checkout session only', () => {
    const cart = { lines: [monthly, setup] };
    expect(getPlan(subscribed, cart, 5200)?.items).toHaveLength(2);
    expect(getPlan(direct, cart, 5200)).toBeNull();
  });
});

it('the plan of a payment intent is a single item for the charge', () => {
  const intent = { ...subscribed, integrationPath: 'payment_intent' } as const;
  expect(getPlan(intent, { lines: [monthly], trial_period_days: 3 })?.items).toEqual([singleItem]);
  expect(getPlan(intent, { lines: [monthly] }, 0)).toBeNull();
});
