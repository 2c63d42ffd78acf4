import { expect, it } from 'vitest';
import { tellInterval, tellPayment, tellSource } from './tell-subscription.ts';

it.each([
  ['month', 1, 'every month'],
  ['month', 3, 'every 3 months'],
  ['day', 30, 'every 30 days'],
] as const)('tells %s × %d as “%s”', (interval, interval_count, told) => {
  const item = {
    interval,
    interval_count,
    provider_product_id: null,
    quantity: 1,
    usage_type: 'licensed',
    provider_price_id: 'price_1',
  } as const;
  expect(tellInterval(item)).toBe(told);
});

it('tells what it knows, and passes on what it does not', () => {
  expect([tellSource('sweep'), tellSource('moon'), tellSource(null)]).toEqual([
    'Parley looked by itself',
    'moon',
    null,
  ]);
  expect([tellPayment('failed'), tellPayment('else'), tellPayment(null)]).toEqual([
    'payment failed',
    'else',
    null,
  ]);
});
