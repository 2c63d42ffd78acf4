import type { Terms } from '@parley/operations';
import { messages } from '@parley/payer-view/messages/en';
import { tables } from '@parley/payer-view/messages/messages-for';
import { formatLines, formatOrder, payButtonLabels } from '@parley/payer-view/order';
import { describe, expect, it, vi } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';

const monthly: Terms = {
  due_now_minor: 4200,
  recurring: [{ amount_minor: 4200, interval: 'month', interval_count: 1 }],
  trial_days: null,
  trial_end: null,
};
const free = { ...monthly, due_now_minor: 0 };
const order = (terms: Terms | null, over: object = {}, locale = 'en') =>
  formatOrder(payerPage({ terms, ...over }), locale, messages);

describe('the terms of recurring charges', () => {
  it.each<[string, Terms, string]>([
    ['charges from today', monthly, 'Then €42.00 per month, until canceled.'],
    [
      'charges after a trial of some days',
      { ...free, trial_days: 1 },
      'Free for 1 day, then €42.00 per month, until canceled.',
    ],
    [
      'charges after a trial that ends on a date',
      { ...free, trial_end: '2026-12-04T12:00:00.000Z' },
      'Free until December 4, 2026, then €42.00 per month, until canceled.',
    ],
    [
      'charges at two intervals',
      {
        ...monthly,
        recurring: [
          ...monthly.recurring,
          { amount_minor: 900, interval: 'week', interval_count: 2 },
        ],
      },
      'Then €42.00 per month and €9.00 every 2 weeks, until canceled.',
    ],
  ])('describe %s', (_, terms, text) => {
    expect(order(terms).terms).toBe(text);
  });

  it('use the payer’s locale for amounts and dates', () => {
    const german = order({ ...free, trial_end: '2026-12-04T12:00:00.000Z' }, {}, 'de-DE');
    expect(german.terms).toContain('4. Dezember 2026, then 42,00\u00a0€ per month');
  });

  it.each([
    ['pl', 1, 2, 'Okres bezpłatny: 1 dzień, następnie 42,00\u00a0€ co 2 miesiące, do'],
    ['pl', 5, 5, 'Okres bezpłatny: 5 dni, następnie 42,00\u00a0€ co 5 miesięcy, do'],
    ['ar', 3, 2, '3 أيام، ثم \u200f42.00\u00a0€ كل شهرين،'],
    ['ar', 14, 3, '14 يومًا، ثم \u200f42.00\u00a0€ كل 3 أشهر،'],
    ['he', 2, 2, 'יומיים, לאחר מכן \u200f42.00\u00a0\u200f€ כל חודשיים,'],
  ] as const)('use the plural forms of %s for %i days and %i months', (tag, days, count, text) => {
    const terms: Terms = {
      ...free,
      recurring: [{ amount_minor: 4200, interval: 'month', interval_count: count }],
      trial_days: days,
    };
    expect(formatOrder(payerPage({ terms }), tag, tables[tag]).terms).toContain(text);
  });

  it('are empty if nothing recurs', () => {
    expect(order(null)).toMatchObject({ recurs: false, terms: '', total: '€42.00' });
  });
});

describe('the total', () => {
  it('is the amount due today', () => {
    expect(order(monthly)).toMatchObject({ recurs: true, total: '€42.00' });
    expect(order(free)).toMatchObject({ recurs: true, total: '€0.00' });
  });

  it('is the amount taken after the payment', () => {
    expect(order(free, { payment_received: true }).total).toBe('€42.00');
  });
});

describe('a line', () => {
  const line = { name: 'Tea', quantity: 2, unit: null, unitAmountMinor: 2100, amountMinor: 4200 };
  const getLine = (change: object, locale: 'en' | 'de' | 'ja' = 'en') => {
    const page = payerPage({ lines: [{ ...line, ...change }] });
    const [formatted] = formatLines(page, locale, tables[locale]).lines;
    return [formatted?.detail, formatted?.amount].map((text) => text?.replaceAll('\u00a0', ' '));
  };

  it.each([
    [{}, ['2 × €21.00', '€42.00']],
    [{ unitAmountMinor: null }, ['Quantity: 2', '€42.00']],
    [{ quantity: 1 }, ['', '€42.00']],
    [{ quantity: 0.75, unit: 'kg', unitAmountMinor: 5600 }, ['0.75 kg × €56.00', '€42.00']],
    [{ quantity: 1, unit: 'kg', unitAmountMinor: null, amountMinor: null }, ['Quantity: 1 kg', '']],
  ])('%o shows which amount is that of one piece, and which that of the line', (change, texts) => {
    expect(getLine(change)).toEqual(texts);
  });

  it('is in the words of the language', () => {
    const unknown = { unitAmountMinor: null, quantity: 1234.5 };
    expect(getLine(unknown, 'de')[0]).toBe('Menge: 1.234,5');
    expect(getLine({}, 'ja')[0]).toBe('€21.00 × 2');
  });

  it('that cannot be shown is counted', () => {
    expect(formatLines(payerPage(), 'en', messages).more).toBe('');
    const { more } = formatLines(payerPage({ omitted_lines: 3 }), 'en', messages);
    expect(more).toBe('More items: 3');
  });

  it('is one of 500 that are formatted with one number format', () => {
    const created = vi.spyOn(Intl, 'NumberFormat');
    const page = payerPage({ currency: 'sek', lines: Array.from({ length: 500 }, () => line) });
    expect(formatLines(page, 'en', messages).lines).toHaveLength(500);
    expect(created.mock.calls.length).toBeLessThanOrEqual(2);
    created.mockRestore();
  });
});

describe('the sums', () => {
  const breakdown = { subtotal_minor: 4000, added_minor: 200, adjustments: null };
  const getSums = (over: object) =>
    order(null, over).sums.map(({ label, value }) => `${label} ${value}`);

  it('lead from the lines to the total, with the parts that are known', () => {
    expect(getSums({})).toEqual([]);
    expect(getSums({ breakdown })).toEqual([
      'Subtotal €40.00',
      'Taxes, shipping and discounts €2.00',
    ]);
    const adjustments = { tax_minor: 300, shipping_minor: 0, discount_minor: 100 };
    expect(getSums({ breakdown: { ...breakdown, adjustments } })).toEqual([
      'Subtotal €40.00',
      'Discount -€1.00',
      'Tax €3.00',
    ]);
  });

  it('are not shown for a trial, whose total is due later', () => {
    expect(order(free, { breakdown }).sums).toEqual([]);
  });
});

describe('the pay button', () => {
  it.each([
    ['payment', null, false, 'Pay €42.00'],
    ['custom', null, false, 'Pay €42.00'],
    ['custom', free, false, 'Start free trial'],
    ['setup', free, false, 'Start free trial'],
    ['setup', free, true, 'Save card'],
    ['hosted', null, false, 'Continue to pay €42.00'],
    ['hosted', free, false, 'Continue to free trial'],
  ] as const)(
    'for a %s form, terms %o, missing card %s, is labeled "%s"',
    (kind, terms, may_miss_card, text) => {
      const page = payerPage({ terms, may_miss_card });
      expect(payButtonLabels(kind, formatOrder(page, 'en', messages), page, messages).ready).toBe(
        text,
      );
    },
  );
});
