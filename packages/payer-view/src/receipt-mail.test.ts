import type { Receipt } from '@parley/operations';
import { expect, it } from 'vitest';
import { negotiateLocale } from './locale.ts';
import { renderReceiptMail } from './receipt-mail.ts';

const page: Receipt['page'] = {
  id: 'psess_1',
  revision: '1.1.1.0',
  attempt_number: 1,
  mode: 'live',
  merchant_name: 'Acme',
  status: 'paid',
  presentation_state: 'succeeded',
  status_reason: null,
  amount_minor: 4998,
  currency: 'eur',
  cart_version: 1,
  lines: [{ name: 'Tea', quantity: 2, unit: null, unitAmountMinor: 2100, amountMinor: 4200 }],
  omitted_lines: 0,
  breakdown: { subtotal_minor: 4200, added_minor: 798, adjustments: null },
  expires_at: '2026-11-21T12:00:00.000Z',
  deadline_passed: false,
  payer_destination_url: null,
  payment_received: true,
  payment_status: 'paid',
  refunded_minor: 0,
  subscription: false,
  terms: null,
  retry_at: null,
  declined_too_often: false,
  challenge_required: false,
  may_miss_card: false,
};
const branding: Receipt['branding'] = {
  logo_hash: 'ab',
  accent_color: null,
  corner_radius: null,
  success_text: 'We ship tomorrow.',
  support: { email: 'help@acme.example', url: 'https://acme.example/help', phone: null },
  terms_url: null,
  privacy_url: null,
  embedding_origins: [],
};
const payments = [
  {
    amount_minor: 4998,
    currency: 'eur',
    refunded_minor: 0,
    disputed_minor: 0,
    paid_at: '2026-11-23T00:30:00.000Z',
  },
];
const render = (language: string, over: Partial<Receipt['page']> = {}) =>
  renderReceiptMail({ page: { ...page, ...over }, branding, payments }, negotiateLocale(language));
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

it('contains what the receipt shows, in text and HTML, and nothing to load or follow', () => {
  const { content, headers } = render('en-US');
  expect(plain(content.text)).toBe(`Receipt from Acme

We ship tomorrow.

Payment status: Paid
Date paid: November 23, 2026 at 12:30 AM UTC
Reference: psess_1

2 × Tea: €42.00
Subtotal: €42.00
Taxes, shipping and discounts: €7.98
Total: €49.98

This receipt confirms your payment. It is not a tax invoice.

Contact Acme:
help@acme.example
https://acme.example/help
`);
  expect(content.html).toContain('<html lang="en" dir="ltr">');
  expect(content.html).toContain('€49.98');
  expect(content.html).not.toMatch(/<img|<a |src=|href=|url\(/);
  expect(headers).toEqual({
    senderName: 'Acme',
    replyTo: 'help@acme.example',
    messageId: 'receipt.psess_1',
  });
});

it('is in the language and direction of the payer page', () => {
  const { content } = render('ar-EG');
  expect(content.subject).toContain('إيصال من');
  expect(content.html).toContain('<html lang="ar" dir="rtl">');
  expect(content.html).toMatch(/٤٩٫٩٨/);
  expect(content.html).toContain('text-align:right');
});

it('says that a payment in test mode moved no money', () => {
  expect(render('en', { mode: 'test' }).content.text).toMatch(/^Test mode: no real money/);
  expect(render('en').content.text).not.toContain('Test mode');
});

it('text of a merchant adds no header, no line and no HTML', () => {
  const attack = 'Acme\r\nBcc: eve@evil.example\r\n\r\n<img src=x>';
  const { content, headers } = render('en', {
    merchant_name: attack,
    lines: [{ name: attack, quantity: 1, unit: null, unitAmountMinor: null, amountMinor: 4200 }],
  });
  for (const text of [content.subject, headers.senderName]) expect(text).not.toMatch(/[\r\n]/);
  expect(content.text).not.toMatch(/^Bcc/m);
  expect(content.html).not.toContain('<img');
});
