import { describe, expect, it } from 'vitest';
import { getSubscriptionConfiguration, type ProviderSubscriptionItem } from './subscription.ts';

const item: ProviderSubscriptionItem = {
  interval: 'month',
  intervalCount: 1,
  productId: 'prod_1',
  quantity: 2,
  usageType: 'licensed',
  priceId: 'price_1',
  currency: 'eur',
};
const returned = {
  interval: 'month',
  interval_count: 1,
  provider_product_id: 'prod_1',
  quantity: 2,
  usage_type: 'licensed',
  provider_price_id: 'price_1',
};

describe('getSubscriptionConfiguration', () => {
  it('supports a subscription of valid items in one currency', () => {
    expect(getSubscriptionConfiguration([item, { ...item, priceId: 'plan_2' }])).toEqual({
      status: 'supported',
      reason: null,
      items: [returned, { ...returned, provider_price_id: 'plan_2' }],
    });
  });

  it.each<[string, Partial<ProviderSubscriptionItem>, object]>([
    ['an interval of days', { interval: 'day' }, { interval: 'day' }],
    ['an interval of weeks', { interval: 'week' }, { interval: 'week' }],
    ['an interval of years', { interval: 'year' }, { interval: 'year' }],
    ['an item without a product', { productId: null }, { provider_product_id: null }],
    ['an omitted usage type as licensed', { usageType: null }, {}],
    ['a price id of 255 characters', { priceId: `price_${'x'.repeat(249)}` }, expect.anything()],
  ])('supports %s', (_, change, expected) => {
    const { status, items } = getSubscriptionConfiguration([{ ...item, ...change }]);
    expect(status).toBe('supported');
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject(expected);
  });

  it.each([
    [null, 1],
    [0, 1],
    [3, 3],
  ])('counts metered usage with quantity %s as %i', (quantity, expected) => {
    const metered = { ...item, usageType: 'metered', quantity };
    expect(getSubscriptionConfiguration([metered])).toMatchObject({
      status: 'supported',
      items: [{ usage_type: 'metered', quantity: expected }],
    });
  });

  it.each<[string, Partial<ProviderSubscriptionItem>]>([
    ['another interval', { interval: 'fortnight' }],
    ['no interval', { interval: null }],
    ['no interval count', { intervalCount: null }],
    ['an interval count of 0', { intervalCount: 0 }],
    ['half an interval', { intervalCount: 0.5 }],
    ['another usage type', { usageType: 'tiered' }],
    ['a licensed quantity of 0', { quantity: 0 }],
    ['no licensed quantity', { quantity: null }],
    ['a fractional quantity', { quantity: 1.5 }],
    ['a negative metered quantity', { usageType: 'metered', quantity: -1 }],
    ['an id that is not a price', { priceId: 'prod_1' }],
    ['an id that only contains a price prefix', { priceId: 'my_price_1' }],
    ['a price id of 256 characters', { priceId: `price_${'x'.repeat(250)}` }],
  ])('omits an item with %s and requires action', (_, change) => {
    expect(getSubscriptionConfiguration([{ ...item, ...change }, item])).toEqual({
      status: 'action_required',
      reason: 'invalid_item',
      items: [returned],
    });
  });

  it('requires action without items', () => {
    expect(getSubscriptionConfiguration([])).toEqual({
      status: 'action_required',
      reason: 'no_items',
      items: [],
    });
  });

  it('requires action for more than one currency, before it reports an invalid item', () => {
    const usd = { ...item, currency: 'usd', quantity: 0 };
    expect(getSubscriptionConfiguration([item, usd])).toEqual({
      status: 'action_required',
      reason: 'mixed_currencies',
      items: [returned],
    });
  });

  it('returns at most 500 items and requires action for more', () => {
    const most = getSubscriptionConfiguration(Array.from({ length: 500 }, () => item));
    expect(most).toMatchObject({ status: 'supported', reason: null });
    const tooMany = getSubscriptionConfiguration(Array.from({ length: 501 }, () => item));
    expect(tooMany).toMatchObject({ status: 'action_required', reason: 'too_many_items' });
    expect(tooMany.items).toHaveLength(500);
  });
});
