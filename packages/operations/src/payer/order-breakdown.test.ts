import type { LoadedSession } from '@parley/db';
import { readCart } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { getBreakdown } from './order-breakdown.ts';

const payment = {
  attemptId: 'pspacq_1',
  amountMinor: 4998,
  currency: 'eur',
  taxMinor: null,
  shippingMinor: null,
  discountMinor: null,
};
const parts = { taxMinor: 698, shippingMinor: 500, discountMinor: 400 };
const adjustments = { tax_minor: 698, shipping_minor: 500, discount_minor: 400 };
const finalized = { pricingMode: 'provider_finalized', confirmedCartVersion: 1 };

function loadedWith(attempt: object, payments: readonly object[], session: object = {}) {
  return {
    session: {
      amountMinor: 4200,
      currency: 'eur',
      cartVersion: 1,
      finalAmountMinor: 4998,
      finalCurrency: 'eur',
      ...session,
    },
    attempt: { id: 'pspacq_1', status: 'succeeded', ...finalized, ...attempt },
    cartSnapshot: {},
    payments,
  } as unknown as LoadedSession;
}
const breakdown = (loaded: LoadedSession, shown?: typeof parts) =>
  getBreakdown(loaded, readCart(loaded.cartSnapshot, loaded.session), shown);

describe('after the payment', () => {
  it('is what the provider added to the merchandise', () => {
    const added = { subtotal_minor: 4200, added_minor: 798, adjustments: null };
    expect(breakdown(loadedWith({}, [payment]))).toEqual(added);
    const attempt = { merchandiseSubtotalMinor: 4000 };
    expect(breakdown(loadedWith(attempt, [payment]))?.added_minor).toBe(998);
  });

  it('has tax, shipping and discount only if they are all that was added', () => {
    const viewWith = (change: object) =>
      breakdown(loadedWith({}, [{ ...payment, ...parts, ...change }]));
    expect(viewWith({})?.adjustments).toEqual(adjustments);
    // A tax that the prices include.
    expect(viewWith({ taxMinor: 1_000 })).toMatchObject({ added_minor: 798, adjustments: null });
  });

  it.each([
    ['the price is fixed', { pricingMode: 'fixed' }, [payment]],
    ['the merchant accepted a wrong amount', { status: 'integrity_failed' }, [payment]],
    ['there are two payments', {}, [payment, payment]],
    ['another attempt was paid', {}, [{ ...payment, attemptId: 'pspacq_2' }]],
  ])('is not known if %s', (_, attempt, payments) => {
    expect(breakdown(loadedWith(attempt, payments))).toBeNull();
  });

  it('adds no amounts of different currencies', () => {
    expect(breakdown(loadedWith({}, [payment], { currency: 'usd' }))).toBeNull();
  });
});

describe('before the payment', () => {
  it('is what the provider has announced for the current cart, with the parts that its object shows', () => {
    const confirmed = loadedWith({ status: 'confirmed' }, []);
    const added = { subtotal_minor: 4200, added_minor: 798 };
    expect(breakdown(confirmed)).toEqual({ ...added, adjustments: null });
    expect(breakdown(confirmed, parts)).toEqual({ ...added, adjustments });
    expect(breakdown(loadedWith({ status: 'attached' }, [], { cartVersion: 2 }))).toBeNull();
  });
});

describe('of a fixed price', () => {
  const fixed = { pricingMode: 'fixed', status: 'unreserved' };
  const session = { amountMinor: 4998, finalAmountMinor: 4998 };
  const withCart = (cartSnapshot: object, payments: readonly object[] = []) => ({
    ...loadedWith(
      { ...fixed, ...(payments.length > 0 && { status: 'succeeded' }) },
      payments,
      session,
    ),
    cartSnapshot: { lines: [{ name: 'Coffee', amount_minor: 4200 }], ...cartSnapshot },
  });

  it.each([
    ['before the payment', []],
    ['after the payment', [payment]],
  ])('is what the cart states %s', (_, payments) => {
    expect(breakdown(withCart({ tax_minor: 798 }, payments))).toEqual({
      subtotal_minor: 4200,
      added_minor: 798,
      adjustments: { tax_minor: 798, shipping_minor: 0, discount_minor: 0 },
    });
  });

  it('is not known if the amounts of the cart do not add up', () => {
    expect(breakdown(withCart({}))).toBeNull();
    expect(breakdown(withCart({ tax_minor: 700 }))).toBeNull();
  });
});
