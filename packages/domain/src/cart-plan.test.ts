import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCartPlan } from './cart-plan.ts';

const tea = { name: 'Tea', quantity: 2, unit_amount_minor: 450 };
const teaItem = {
  name: 'Tea',
  quantity: 2,
  unitAmountMinor: 450,
  priceId: null,
  recurring: null,
};
const monthly = { interval: 'month', intervalCount: 1 };

describe('parseCartPlan', () => {
  it('parses lines with an amount', () => {
    expect(parseCartPlan({ lines: [tea] })).toEqual({ items: [teaItem], trialDays: null });
    expect(
      parseCartPlan({ lines: [{ name: 'Tea', quantity: 3, amount_minor: 1000 }] })?.items,
    ).toEqual([{ ...teaItem, name: '3 × Tea', quantity: 1, unitAmountMinor: 1000 }]);
  });

  it.each(['provider_price_id', 'price_id', 'price'])('reads the price id from %s', (key) => {
    expect(parseCartPlan({ items: [{ [key]: 'price_1', quantity: 3 }] })?.items).toEqual([
      { name: 'Item', quantity: 3, unitAmountMinor: null, priceId: 'price_1', recurring: null },
    ]);
  });

  it.each([
    ['next to the amount', { interval: 'month' }],
    ['under recurring', { recurring: { interval: 'month', interval_count: 1 } }],
  ])('reads the recurring interval %s', (_, fields) => {
    expect(parseCartPlan({ items: [{ ...tea, ...fields }] })?.items[0]?.recurring).toEqual(monthly);
  });

  it.each([
    ['the cart', { items: [tea], trial_period_days: 14 }],
    ['a line', { items: [{ ...tea, trial_period_days: 14 }] }],
    ['recurring', { items: [{ ...tea, recurring: { interval: 'day', trial_period_days: 14 } }] }],
  ])('reads the trial days from %s', (_, snapshot) => {
    expect(parseCartPlan(snapshot)?.trialDays).toBe(14);
  });

  it.each<[string, Record<string, unknown>]>([
    ['no list', {}],
    ['a line without amount and price', { items: [{ name: 'Tea' }] }],
    ['a line without a name', { items: [{ amount_minor: 5 }] }],
    ['a discount', { items: [tea, { name: 'Voucher', amount_minor: -1 }] }],
    ['an unsupported interval', { items: [{ ...tea, interval: 'fortnight' }] }],
    ['half an interval', { items: [{ ...tea, interval: 'month', interval_count: 0.5 }] }],
    ['more items than a provider accepts', { items: Array.from({ length: 21 }, () => tea) }],
  ])('returns null for %s', (_, snapshot) => {
    expect(parseCartPlan(snapshot)).toBeNull();
  });

  it.each([0, 731, '14', 1.5])('ignores a trial of %s days', (days) => {
    expect(parseCartPlan({ items: [tea], trial_period_days: days })?.trialDays).toBeNull();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const item of parseCartPlan({ items: value })?.items ?? []) {
          expect(item.quantity).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });
});
