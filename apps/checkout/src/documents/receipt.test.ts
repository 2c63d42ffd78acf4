import type { PayerPage, Receipt } from '@parley/operations';
import { negotiateLocale } from '@parley/payer-view/locale';
import { expect, it } from 'vitest';
import { payerPage, plainBranding } from '../../test/payer-page.ts';
import { renderReceipt } from './receipt.tsx';

const payment = {
  amount_minor: 4200,
  currency: 'eur',
  refunded_minor: 0,
  disputed_minor: 0,
  paid_at: '2026-11-23T00:30:00.000Z',
};

function render(over: Partial<Receipt> = {}, acceptLanguage = 'en-US'): string {
  const page = payerPage({ status: 'paid', payment_received: true });
  const receipt = {
    page,
    branding: plainBranding,
    payments: [payment],
    ...over,
  };
  return renderReceipt({
    receipt,
    ...negotiateLocale(acceptLanguage),
    pk: 'pk_live_1',
    logoUrl: null,
    nonce: 'n0nce',
    style: 'p{}',
  });
}

/** The text of each row of the table. */
const getRows = (html: string): string[] =>
  (html.match(/<tr.*?<\/tr>/g) ?? []).map((row) =>
    (row.match(/(?<=>)[^<]+/g) ?? []).join(' | ').replaceAll('\u00a0', ' '),
  );

it('the receipt shows merchant, status, time with its zone, reference, lines and total', () => {
  const html = render();
  expect(html).toContain('<h1>Receipt from Acme</h1>');
  expect(html).toContain('<dt>Payment status</dt><dd>Paid</dd>');
  expect(html).toMatch(
    /<dt>Date paid<\/dt><dd>November 23, 2026 at 12:30\sAM UTC<\/dd><dt>Reference<\/dt><dd><bdi dir="ltr">psess_1</,
  );
  expect(getRows(html)).toEqual(['Item | Quantity | Amount', 'Tea | 2 | €42.00', 'Total | €42.00']);
});

it('the receipt shows the text of the merchant unless the order failed or was refunded', () => {
  const branding = { ...plainBranding, success_text: 'We ship tomorrow.', corner_radius: 12 };
  const text = '<p class="success-text" dir="auto">We ship tomorrow.</p>';
  expect(render({ branding })).toContain(text);
  expect(render({ branding })).toContain('<style nonce="n0nce">p{}:root{--radius:12px}</style>');
  const failed = payerPage({ status: 'provisioning_failed', payment_received: true });
  expect(render({ branding, page: failed })).not.toContain(text);
  const payments = [{ ...payment, refunded_minor: 4200 }];
  expect(render({ branding, payments })).not.toContain(text);
});

it('the receipt shows what was added and returned, and each of several payments', () => {
  const rows = (over: Partial<Receipt>) => getRows(render(over)).slice(2);
  const withAdded = (adjustments: NonNullable<PayerPage['breakdown']>['adjustments']) => ({
    page: payerPage({
      status: 'paid',
      payment_received: true,
      amount_minor: 4998,
      breakdown: { subtotal_minor: 4200, added_minor: 798, adjustments },
    }),
    payments: [{ ...payment, amount_minor: 4998 }],
  });
  const total = 'Total | €49.98';
  expect(rows(withAdded(null))).toEqual([
    'Subtotal | €42.00',
    'Taxes, shipping and discounts | €7.98',
    total,
  ]);
  const adjustments = { tax_minor: 698, shipping_minor: 500, discount_minor: 400 };
  expect(rows(withAdded(adjustments))).toEqual([
    'Subtotal | €42.00',
    'Discount | -€4.00',
    'Shipping | €5.00',
    'Tax | €6.98',
    total,
  ]);
  const taxOnly = { tax_minor: 798, shipping_minor: 0, discount_minor: 0 };
  expect(rows(withAdded(taxOnly))).toEqual(['Subtotal | €42.00', 'Tax | €7.98', total]);
  const partly = { payments: [{ ...payment, refunded_minor: 200, disputed_minor: 4000 }] };
  expect(render(partly)).toContain('<dd>Partly refunded, Disputed</dd>');
  expect(rows(partly)).toEqual(['Total | €42.00', 'Refunded | €2.00', 'Disputed | €40.00']);
  const returned = { ...payment, refunded_minor: 4200 };
  expect(render({ payments: [returned] })).toContain('<dd>Refunded</dd>');
  const twice = { payments: [payment, { ...returned, paid_at: '2026-11-24T00:30:00.000Z' }] };
  expect(render(twice)).toContain('<dd>Partly refunded</dd>');
  expect(rows(twice).map((row) => row.replace(/\sAM/, ' AM'))).toEqual([
    'Total | €42.00',
    'November 23, 2026 at 12:30 AM UTC | €42.00',
    'November 24, 2026 at 12:30 AM UTC | €42.00',
    'Refunded | €42.00',
  ]);
});

it.each([
  ['en-US', 'Disputed'],
  ['de-DE', 'Angefochten'],
  ['he-IL', 'העסקה הוכחשה'],
])('the receipt in %s of a disputed payment does not call it paid', (language, status) => {
  const branding = { ...plainBranding, success_text: 'We ship tomorrow.' };
  const payments = [{ ...payment, disputed_minor: 4200 }];
  const html = render({ branding, payments }, language);
  expect(html).toContain(`<dd>${status}</dd>`);
  expect(html).not.toContain('We ship tomorrow.');
});

it('the receipt is in the language and direction of the payer, and escapes text of a merchant', () => {
  const attack = '<img src=x onerror=alert(1)>';
  const page = payerPage({
    status: 'paid',
    payment_received: true,
    merchant_name: attack,
    lines: [{ name: attack, quantity: 1, unit: null, unitAmountMinor: null, amountMinor: 4200 }],
  });
  const html = render({ page }, 'ar-EG');
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('إيصال من');
  expect(html).toMatch(/٤٢٫٠٠/);
  expect(html).not.toContain('<img');
});
