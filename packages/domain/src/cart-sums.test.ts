import { expect, it } from 'vitest';
import { readCart } from './cart-lines.ts';
import { readCartSums } from './cart-sums.ts';

const charge = { amountMinor: 5198, currency: 'eur' };
const lines = [{ name: 'Coffee', amount_minor: 4200 }];
const sums = { subtotalMinor: 4200, taxMinor: 798, shippingMinor: 500, discountMinor: 300 };
const read = (snapshot: Record<string, unknown>) =>
  readCartSums(snapshot, readCart(snapshot, charge), charge);
const money = (amount: string) => ({ amount, currencyCode: 'EUR' });

it.each<[string, Record<string, unknown>]>([
  ['minor units', { lines, tax_minor: 798, shipping_minor: 500, discount_minor: 300 }],
  [
    'a Checkout Session of Stripe',
    {
      line_items: { data: [{ description: 'Coffee', amount_total: 3900 }] },
      amount_subtotal: 4200,
      total_details: { amount_tax: 798, amount_shipping: 500, amount_discount: 300 },
    },
  ],
  [
    'a cart of Medusa 2',
    {
      cart: {
        items: [{ title: 'Coffee', unit_price: 42, quantity: 1, total: 46.98 }],
        item_subtotal: 42,
        tax_total: 7.98,
        shipping_subtotal: 5,
        discount_subtotal: 3,
        total: 51.98,
      },
    },
  ],
  [
    'an order of Shopify',
    {
      line_items: [{ title: 'Coffee', quantity: 1, price: '42.00' }],
      total_tax: '7.98',
      total_shipping: money('5.0'),
      total_discounts: '3.00',
    },
  ],
])('reads the sums of %s', (_, snapshot) => {
  expect(read(snapshot)).toEqual(sums);
});

it('takes the stated subtotal if not every line has an amount', () => {
  const part = { tax_minor: 998 };
  expect(read({ lines: [{ name: 'Coffee' }], ...part })).toBeNull();
  expect(read({ lines: [{ name: 'Coffee' }], ...part, subtotal_minor: 4200 })).toEqual({
    ...sums,
    taxMinor: 998,
    shippingMinor: 0,
    discountMinor: 0,
  });
});

it.each([
  ['no part', { lines }],
  [
    'parts that do not lead to the charge, such as a tax that the prices include',
    { tax_minor: 700 },
  ],
  ['parts in an unknown unit', { tax_total: 7.98, shipping_total: 5, discount_total: 3 }],
])('returns nothing for %s', (_, change) => {
  expect(read({ lines, ...change })).toBeNull();
});
