import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCartLines, summarizeCart, truncateText } from './cart-lines.ts';

const tea = { name: 'Tea', quantity: 2, unit_amount_minor: 450 };
const teaLine = { name: 'Tea', quantity: 2, amountMinor: 900 };

describe('parseCartLines', () => {
  it.each(['lines', 'items', 'line_items', 'products'])('reads the lines from %s', (key) => {
    expect(parseCartLines({ note: 'x', [key]: [tea] })).toEqual([teaLine]);
  });

  it.each(['name', 'title', 'description', 'label'])('reads the name from %s', (key) => {
    expect(parseCartLines({ items: [{ [key]: ' Tea ' }] })).toEqual([
      { name: 'Tea', quantity: 1, amountMinor: null },
    ]);
  });

  it.each(['amount_minor', 'total_minor', 'amount_total', 'total_amount_minor'])(
    'takes %s for the whole line',
    (key) => {
      expect(parseCartLines({ items: [{ ...tea, [key]: 800 }] })).toEqual([
        { ...teaLine, amountMinor: 800 },
      ]);
    },
  );

  it.each(['unit_amount_minor', 'unit_price_minor', 'unit_amount', 'price_minor'])(
    'multiplies %s by the quantity',
    (key) => {
      expect(parseCartLines({ items: [{ name: 'Tea', qty: 3, [key]: 100 }] })).toEqual([
        { name: 'Tea', quantity: 3, amountMinor: 300 },
      ]);
    },
  );

  it('returns a discount as a negative amount', () => {
    expect(parseCartLines({ items: [{ name: 'Voucher', amount_minor: -500 }] })).toEqual([
      { name: 'Voucher', quantity: 1, amountMinor: -500 },
    ]);
  });

  it('returns no amount for a value that is not an integer', () => {
    expect(parseCartLines({ items: [{ name: 'Tea', amount_minor: '900' }] })).toEqual([
      { name: 'Tea', quantity: 1, amountMinor: null },
    ]);
    expect(parseCartLines({ items: [{ name: 'Tea', unit_amount: 4.5 }] })).toEqual([
      { name: 'Tea', quantity: 1, amountMinor: null },
    ]);
  });

  it('tries the next list key when a list is empty or not readable', () => {
    expect(parseCartLines({ lines: [1], items: [tea] })).toEqual([teaLine]);
    expect(parseCartLines({ lines: [], items: [tea] })).toEqual([teaLine]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['without a list', { total: 5 }],
    ['with an empty list', { items: [] }],
    ['whose list is an object', { items: { 0: tea } }],
    ['with a line that is null', { items: [tea, null] }],
    ['with a line that is text', { items: [tea, 'Tea'] }],
    ['with a line without a name', { items: [tea, { quantity: 1 }] }],
    ['with a blank name', { items: [{ name: '  ' }] }],
    ['with no quantity left', { items: [{ name: 'Tea', quantity: 0 }] }],
    ['with half a piece', { items: [{ name: 'Tea', quantity: 0.5 }] }],
    ['with a quantity in words', { items: [{ name: 'Tea', quantity: '2' }] }],
    ['with more lines than are shown', { items: Array.from({ length: 101 }, () => tea) }],
  ])('returns no lines for a snapshot %s', (_, snapshot) => {
    expect(parseCartLines(snapshot)).toEqual([]);
  });

  it('returns up to a hundred lines', () => {
    expect(parseCartLines({ items: Array.from({ length: 100 }, () => tea) })).toHaveLength(100);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('lines', 'items', 'other'), (value, key) => {
        for (const line of parseCartLines({ [key]: value })) {
          expect(line.name).not.toBe('');
          expect(line.quantity).toBeGreaterThanOrEqual(1);
        }
        expect(parseCartLines({ other: value })).toEqual([]);
      }),
    );
  });
});

describe('summarizeCart', () => {
  it.each([
    [{ lines: [{ name: 'Coffee' }] }, { firstItem: 'Coffee', moreItems: 0 }],
    [
      { lines: [{ name: 'Coffee', quantity: 2 }, { name: 'Filters' }] },
      { firstItem: '2 × Coffee', moreItems: 1 },
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
