import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCart } from './cart-lines.ts';
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

  it.each(['lines', 'items', 'line_items', 'products'])('reads the lines from %s', (key) => {
    expect(parseCartPlan({ [key]: [tea] })?.items).toEqual([teaItem]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['in lineItems', { lineItems: [tea] }],
    ['in a list object', { line_items: { data: [tea] } }],
    ['in an order', { order: { lines: [tea] } }],
    ['with the quantity as text', { lines: [{ ...tea, quantity: '2' }] }],
  ])('charges the lines that the payer page shows: %s', (_, snapshot) => {
    expect(readCart(snapshot, null).lines).toMatchObject([{ name: 'Tea', quantity: 2 }]);
    expect(parseCartPlan(snapshot)?.items).toEqual([teaItem]);
  });

  it('names a line as the payer page does', () => {
    const line = { product_title: 'Tea', variant_title: 'Green', description: 'From Assam' };
    const snapshot = { lines: [{ ...line, amount_minor: 450 }] };
    expect(readCart(snapshot, null).lines[0]?.name).toBe('Tea, Green');
    expect(parseCartPlan(snapshot)?.items[0]?.name).toBe('Tea, Green');
  });

  it('reads the trial days of an order', () => {
    const order = { lines: [tea], trial_period_days: 14 };
    expect(parseCartPlan({ order })?.trialDays).toBe(14);
  });

  it('reads the next list if a list is empty, too long or lacks data', () => {
    const tooLong = Array.from({ length: 21 }, () => tea);
    const plan = parseCartPlan({ lines: [], items: tooLong, line_items: [null], products: [tea] });
    expect(plan?.items).toEqual([teaItem]);
  });

  it('reads up to 20 items', () => {
    expect(parseCartPlan({ items: Array.from({ length: 20 }, () => tea) })?.items).toHaveLength(20);
  });

  it('prefers a provider price to an amount, and keeps the name and the interval', () => {
    const line = { ...tea, price: 'plan_1', interval: 'year', interval_count: 2 };
    expect(parseCartPlan({ items: [line] })?.items).toEqual([
      {
        name: 'Tea',
        quantity: 2,
        unitAmountMinor: null,
        priceId: 'plan_1',
        recurring: { interval: 'year', intervalCount: 2 },
      },
    ]);
  });

  it.each([
    ['without a price prefix', 'prod_1'],
    ['with a prefix only', 'price_'],
    ['with a price prefix in the middle', 'my_price_1'],
    ['with other characters', 'price_1/2'],
    ['of 256 characters', `price_${'x'.repeat(250)}`],
    ['that is a number', 5],
    ['in a list', ['price_1']],
  ])('does not take an id %s for a price', (_, price) => {
    expect(parseCartPlan({ items: [{ name: 'Tea', price }] })).toBeNull();
  });

  it('reads a price id of 255 characters', () => {
    const price = `price_${'x'.repeat(249)}`;
    expect(parseCartPlan({ items: [{ price }] })?.items[0]?.priceId).toBe(price);
  });

  it('charges a free line', () => {
    const items = parseCartPlan({ items: [{ name: 'Sample', amount_minor: 0 }] })?.items;
    expect(items).toEqual([{ ...teaItem, name: 'Sample', quantity: 1, unitAmountMinor: 0 }]);
  });

  it('charges a line with the interval null once', () => {
    expect(parseCartPlan({ items: [{ ...tea, interval: null }] })?.items).toEqual([teaItem]);
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

  it('prefers the trial of the cart to that of a line, and that of a line to recurring', () => {
    const line = { ...tea, trial_period_days: 2, recurring: { trial_period_days: 3 } };
    expect(parseCartPlan({ items: [line], trial_period_days: 1 })?.trialDays).toBe(1);
    expect(parseCartPlan({ items: [tea, line] })?.trialDays).toBe(2);
  });

  it.each([1, 730])('reads a trial of %i days', (days) => {
    expect(parseCartPlan({ items: [tea], trial_period_days: days })?.trialDays).toBe(days);
  });

  it.each<[string, Record<string, unknown>]>([
    ['no list', {}],
    ['a list that is text', { items: 'tea' }],
    ['a line with a price but without a valid quantity', { items: [{ price: 'price_1', qty: 0 }] }],
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
