import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CartLine, readCart, summarizeCart, truncateText } from './cart-lines.ts';
import type { Money } from './money.ts';

const eur = { amountMinor: 900, currency: 'eur' };
const tea = { name: 'Tea', quantity: 2, unit_amount_minor: 450 };
const teaLine: CartLine = {
  name: 'Tea',
  quantity: 2,
  unit: null,
  unitAmountMinor: 450,
  amountMinor: 900,
};
const unknown = { ...teaLine, quantity: 1, unitAmountMinor: null, amountMinor: null };
const getLines = (snapshot: Record<string, unknown>, charge: Money = eur) =>
  readCart(snapshot, charge).lines;
const getLine = (item: object, charge?: Money) => getLines({ items: [item] }, charge)[0];

describe('readCart', () => {
  it.each(['lines', 'items', 'line_items', 'lineItems', 'products'])(
    'reads the lines from %s, also of a cart inside the snapshot',
    (key) => {
      expect(getLines({ note: 'x', [key]: [tea] })).toEqual([teaLine]);
      expect(getLines({ cart: { [key]: [tea] } })).toEqual([teaLine]);
    },
  );

  it.each(['name', 'title', 'product_title', 'product_name', 'description', 'label', 'sku'])(
    'reads the name from %s',
    (key) => {
      expect(getLine({ [key]: ' Tea ' })).toEqual(unknown);
    },
  );

  it.each(['amount_minor', 'total_minor', 'amount_total', 'total_amount_minor'])(
    'takes %s for the whole line',
    (key) => {
      expect(getLine({ name: 'Tea', quantity: 2, [key]: 900 })).toEqual(teaLine);
    },
  );

  it.each(['unit_amount_minor', 'unit_price_minor', 'unit_amount', 'price_minor'])(
    'multiplies %s by the quantity',
    (key) => {
      expect(getLine({ name: 'Tea', qty: 2, [key]: 450 })).toEqual(teaLine);
    },
  );

  it('returns no unit amount that the quantity does not multiply to the amount of the line', () => {
    expect(getLine({ ...tea, amount_minor: 800 })).toEqual({
      ...teaLine,
      unitAmountMinor: null,
      amountMinor: 800,
    });
    expect(getLine({ name: 'Tea', quantity: 2, amount_minor: 901 })).toMatchObject({
      unitAmountMinor: null,
      amountMinor: 901,
    });
  });

  it.each([
    [{ quantity: 0.75, unit: 'kg', unit_amount_minor: 800 }, 0.75, 'kg', 800, 600],
    [{ quantity: '0.75', quantity_unit: 'kg', amount_minor: 600 }, 0.75, 'kg', 800, 600],
    [{ quantity: 0.333, unit: 'l', unit_amount_minor: 100 }, 0.333, 'l', 100, 33],
    [{ quantity: 0, unit_amount_minor: 800 }, 0, null, 800, 0],
    [{ quantity: 1, unit: 'x'.repeat(21), amount_minor: 5 }, 1, null, 5, 5],
  ])('reads the quantity and unit of %o', (item, quantity, unit, unitAmountMinor, amountMinor) => {
    const line = { name: 'Tea', quantity, unit, unitAmountMinor, amountMinor };
    expect(getLine({ name: 'Tea', ...item })).toEqual(line);
  });

  it('returns a discount as a negative amount', () => {
    expect(getLine({ name: 'Voucher', amount_minor: -500 })).toMatchObject({ amountMinor: -500 });
  });

  it('returns no amount for a value that is not an integer of minor units', () => {
    expect(getLine({ name: 'Tea', amount_minor: '900' })).toEqual(unknown);
    expect(getLine({ name: 'Tea', unit_amount: 4.5 })).toEqual(unknown);
  });

  it('tries the next list key when a list has nothing to show', () => {
    expect(readCart({ lines: [1], items: [tea] }, eur)).toEqual({ lines: [teaLine], omitted: 0 });
    expect(getLines({ lines: [], items: [tea] })).toEqual([teaLine]);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'Tea'],
    ['without a name', { quantity: 1 }],
    ['with a blank name', { name: '  ' }],
    ['with a negative quantity', { name: 'Tea', quantity: -1 }],
    ['with a quantity in words', { name: 'Tea', quantity: 'two' }],
  ])('counts an entry that is %s, and shows the others', (_, entry) => {
    expect(readCart({ items: [tea, entry] }, eur)).toEqual({ lines: [teaLine], omitted: 1 });
  });

  it.each<[string, Record<string, unknown>]>([
    ['without a list', { total: 5 }],
    ['with an empty list', { items: [] }],
    ['whose list is an object', { items: { 0: tea } }],
    ['with unreadable lines only', { items: [null, 1] }],
  ])('returns no lines for a snapshot %s', (_, snapshot) => {
    expect(readCart(snapshot, eur)).toEqual({ lines: [], omitted: 0 });
  });

  it('returns 500 lines and counts the others', () => {
    const { lines, omitted } = readCart({ items: Array.from({ length: 502 }, () => tea) }, eur);
    expect([lines.length, omitted]).toEqual([500, 2]);
  });

  it('never throws', () => {
    const keys = fc.constantFrom('lines', 'items', 'cart', 'other');
    fc.assert(
      fc.property(fc.jsonValue(), keys, (value, key) => {
        for (const line of getLines({ [key]: value })) {
          expect(line.name).not.toBe('');
          expect(line.quantity).toBeGreaterThanOrEqual(0);
        }
        expect(getLines({ other: value })).toEqual([]);
      }),
    );
  });
});

describe('readCart of other shops', () => {
  const shirts = (name: string): CartLine => ({
    name,
    quantity: 2,
    unit: null,
    unitAmountMinor: 1250,
    amountMinor: 2500,
  });
  const total = { amountMinor: 2500, currency: 'eur' };
  const money = (amount: string) => ({ amount, currencyCode: 'EUR' });

  it.each<[string, string, Record<string, unknown>]>([
    [
      'line_items that create a Checkout Session of Stripe',
      'T-shirt',
      {
        line_items: [
          {
            price_data: { currency: 'eur', unit_amount: 1250, product_data: { name: 'T-shirt' } },
            quantity: 2,
          },
        ],
      },
    ],
    [
      'the line items of a Checkout Session of Stripe',
      'T-shirt',
      {
        line_items: {
          object: 'list',
          data: [
            {
              object: 'item',
              description: 'T-shirt',
              quantity: 2,
              amount_total: 2500,
              price: { unit_amount: 1250, product: 'prod_1' },
            },
          ],
        },
      },
    ],
    [
      'the lines of an invoice of Stripe',
      'T-shirt',
      {
        lines: {
          data: [{ object: 'line_item', description: 'T-shirt', quantity: 2, amount: 2500 }],
        },
      },
    ],
    [
      'a cart of Shopify’s Storefront API',
      'T-shirt, Blue',
      {
        cart: {
          lines: {
            edges: [
              {
                node: {
                  quantity: 2,
                  merchandise: {
                    title: 'Blue',
                    product: { title: 'T-shirt' },
                    price: money('12.5'),
                  },
                  cost: { totalAmount: money('25.0'), amountPerQuantity: money('12.5') },
                },
              },
            ],
          },
        },
      },
    ],
    [
      'an order of Shopify',
      'T-shirt, Blue',
      {
        order: {
          line_items: [{ title: 'T-shirt', variant_title: 'Blue', quantity: 2, price: '12.50' }],
        },
      },
    ],
    [
      'the cart of a theme of Shopify',
      'T-shirt - Blue',
      {
        items: [
          {
            title: 'T-shirt - Blue',
            variant_title: 'Blue',
            quantity: 2,
            price: 1250,
            final_price: 1250,
            final_line_price: 2500,
          },
        ],
      },
    ],
    [
      'a cart of Medusa 1, in minor units',
      'T-shirt, Blue',
      {
        total: 2500,
        items: [{ title: 'T-shirt', variant: { title: 'Blue' }, quantity: 2, unit_price: 1250 }],
      },
    ],
    [
      'a cart of Medusa 2, in major units',
      'T-shirt, Blue',
      {
        total: 25,
        items: [
          { title: 'T-shirt', variant_title: 'Blue', quantity: 2, unit_price: 12.5, total: 25 },
        ],
      },
    ],
  ])('reads %s', (_, name, snapshot) => {
    expect(getLines(snapshot, total)).toEqual([shirts(name)]);
  });

  it('does not name the only variant of a product', () => {
    expect(getLine({ title: 'Tea', variant_title: 'Default Title' })?.name).toBe('Tea');
  });

  it.each([
    ['Slim Shirt', 'S', 'Slim Shirt, S'],
    ['Ring size 17', '1', 'Ring size 17, 1'],
    ['Blue shirt', 'Blue', 'Blue shirt, Blue'],
    ['Shirt - Blue', 'Blue', 'Shirt - Blue'],
    ['Shirt (Blue)', 'Blue', 'Shirt (Blue)'],
    ['Blue', 'Blue', 'Blue'],
  ])('names the variant of %s once: %s', (title, variant, name) => {
    expect(getLine({ title, variant_title: variant })?.name).toBe(name);
  });

  it('reads amounts in the digits of the currency', () => {
    const yen = { amountMinor: 1200, currency: 'jpy' };
    const theme = { title: 'Tea', price: 120_000, line_price: 120_000 };
    expect(getLine(theme, yen)?.amountMinor).toBe(1200);
    expect(getLine({ title: 'Tea', price: '1200' }, yen)?.amountMinor).toBe(1200);
    expect(getLine({ title: 'Tea', price: '12.505' }, yen)?.amountMinor).toBeNull();
  });

  it('shows no amount whose unit or currency is not certain', () => {
    expect(getLine({ title: 'Tea', quantity: 1, unit_price: 12 })).toEqual(unknown);
    const dollars = { cost: { totalAmount: { amount: '9.0', currencyCode: 'USD' } } };
    expect(getLine({ title: 'Tea', ...dollars })).toEqual(unknown);
  });
});

describe('summarizeCart', () => {
  it.each([
    [{ lines: [{ name: 'Coffee' }] }, { firstItem: 'Coffee', moreItems: 0 }],
    [
      { lines: [{ name: 'Coffee', quantity: 2 }, { name: 'Filters' }] },
      { firstItem: '2 × Coffee', moreItems: 1 },
    ],
    [
      { lines: [{ name: 'Beans', quantity: 0.75, unit: 'kg' }, { quantity: 1 }] },
      { firstItem: '0.75 kg × Beans', moreItems: 1 },
    ],
    [{ sku: 'A-1' }, null],
  ])('summarizes %o as %o', (snapshot, summary) => {
    expect(summarizeCart(snapshot)).toEqual(summary);
  });

  it('truncates a long name', () => {
    const summary = summarizeCart({ lines: [{ name: 'x'.repeat(200_000) }, { name: 'Tea' }] });
    expect(summary).toEqual({ firstItem: `${'x'.repeat(119)}…`, moreItems: 1 });
  });
});

describe('truncateText', () => {
  it('keeps a text of 120 characters', () => {
    expect(truncateText('x'.repeat(120))).toBe('x'.repeat(120));
  });

  it('does not split a surrogate pair', () => {
    expect(truncateText(`😀${'x'.repeat(119)}`)).toBe(`😀${'x'.repeat(117)}…`);
    expect(truncateText(`${'x'.repeat(118)}${'😀'.repeat(9)}`)).toBe(`${'x'.repeat(118)}…`);
  });
});
