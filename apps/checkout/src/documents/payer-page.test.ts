import type { Branding, PayerPage, Terms } from '@parley/operations';
import { negotiateLocale } from '@parley/payer-view/locale';
import { describe, expect, it } from 'vitest';
import { payerPage, plainBranding } from '../../test/payer-page.ts';
import { renderPayerPage } from './payer-page.tsx';

function render(
  over: Partial<PayerPage> = {},
  acceptLanguage = 'en-US',
  branding: Partial<Branding> = {},
  returned = false,
): string {
  return renderPayerPage({
    page: payerPage(over),
    ...negotiateLocale(acceptLanguage),
    renderedAt: Date.parse('2026-11-20T12:00:00Z'),
    returned,
    scriptUrl: 'https://js.stripe.com/v3/',
    captcha: null,
    branding: { ...plainBranding, ...branding },
    pk: 'pk_live_1',
    logoUrl: null,
    nonce: 'n0nce',
    assets: { firstCallScript: 'first()', script: 'run()', style: 'p{}' },
    framedBy: null,
  });
}

describe('renderPayerPage', () => {
  it('shows the merchant, the cart and the total', () => {
    const html = render();
    expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr">/);
    expect(html).toContain('<h1 aria-label="Pay Acme"><bdi>Acme</bdi></h1>');
    expect(html).toContain(
      '<th scope="row"><bdi>Tea</bdi><small>2 × €21.00</small></th><td class="amount">€42.00</td>',
    );
    expect(html).toContain('<strong id="total">€42.00</strong>');
    expect(html).toContain('This link expires in 24 hours.');
    expect(html).toMatch(/<button id="pay"[^>]* disabled>Pay €42.00<\/button>/);
  });

  it('shows an item without an amount, and how many entries are not shown', () => {
    const line = { name: 'Tea', quantity: 1, unit: null, unitAmountMinor: null, amountMinor: null };
    const html = render({ lines: [line], omitted_lines: 2 });
    // The style hides rows without it while a slow browser parses them.
    expect(html).toContain('<bdi>Tea</bdi></th><td class="amount">\u00a0</td>');
    expect(html).toContain('<p id="more" class="more">More items: 2</p>');
  });

  it('shows tax before the payment if it is known', () => {
    const adjustments = { tax_minor: 798, shipping_minor: 0, discount_minor: 0 };
    const breakdown = { subtotal_minor: 4200, added_minor: 798, adjustments };
    expect(render({ amount_minor: 4998, breakdown })).toContain(
      '<div><dt>Subtotal</dt><dd>€42.00</dd></div><div><dt>Tax</dt><dd>€7.98</dd></div></dl>',
    );
  });

  it('links back to the shop, and not to the page that thanks for the order', () => {
    expect(render()).toMatch(/<a id="shop"[^>]* href="https:\/\/shop.example\/"[^>]*>Back to Acme/);
    expect(render({ payer_destination_url: null })).not.toContain('id="shop"');
  });

  it('formats amounts for the payer’s locale', () => {
    expect(render({}, 'de-DE')).toContain('42,00\u00a0€</strong>');
    expect(render({ currency: 'jpy' }, 'en-US')).toContain('¥4,200</strong>');
    expect(render({ currency: 'kwd' }, 'en-US')).toContain('KWD\u00a04.200</strong>');
  });

  it('shows recurring charges without a script', () => {
    const recurring = [{ amount_minor: 4200, interval: 'month', interval_count: 1 }];
    const terms: Terms = { due_now_minor: 0, recurring, trial_days: 14, trial_end: null };
    const html = render({ subscription: true, terms });
    expect(html).toContain('<span id="total-label">Due today</span>');
    expect(html).toContain('<strong id="total">€0.00</strong>');
    expect(html).toContain('Free for 14 days, then €42.00 per month, until canceled.');
    expect(html).toMatch(/<button id="pay"[^>]*>Start free trial<\/button>/);
    expect(render()).toContain('<p id="terms" class="terms"></p>');
  });

  it('shows test mode for test sessions only', () => {
    expect(render()).not.toContain('Test mode');
    expect(render({ mode: 'test' })).toContain('Test mode: no real money');
  });

  it('shows a completed payment without a script', () => {
    const html = render({
      presentation_state: 'succeeded',
      status: 'paid',
      payment_received: true,
    });
    expect(html).toMatch(/<h2 id="outcome-heading"[^>]*>You paid €42.00.<\/h2>/);
    expect(html).toMatch(
      /<a id="back"[^>]* href="https:\/\/shop.example\/thanks"[^>]*>Back to Acme/,
    );
    expect(html).toMatch(/<section id="payment"[^>]* hidden>/);
  });

  it('shows the text of the merchant after the payment as text, in its own direction', () => {
    const text = 'شكرًا! </p><script>alert(1)</script>';
    const paid = { presentation_state: 'succeeded', status: 'paid', payment_received: true };
    expect(render(paid as Partial<PayerPage>, 'en-US', { success_text: text })).toContain(
      '<p class="success-text" dir="auto">شكرًا! &lt;/p>&lt;script>alert(1)&lt;/script></p>',
    );
  });

  it('shows that the previous attempt was declined', () => {
    const declined = { presentation_state: 'retry_available', status_reason: 'payment_declined' };
    expect(render(declined as Partial<PayerPage>)).toContain('Your card was declined');
    // No one tried to pay this one.
    const missing = { ...declined, status_reason: 'object_missing' };
    expect(render(missing as Partial<PayerPage>)).not.toContain('The payment failed');
  });

  it('says nothing about the charge of a payer who returns before the provider has reported it', () => {
    const declined = { presentation_state: 'retry_available', status_reason: 'payment_declined' };
    const html = render(declined as Partial<PayerPage>, 'en-US', {}, true);
    expect(html).toContain('Your payment is being processed.');
    expect(html).not.toMatch(/not been charged\.|<noscript|data-stage="form"/);
  });

  it('sends its first call before the rest of the document', () => {
    const html = render();
    expect(html).toMatch(
      /^.{0,100}<script nonce="n0nce" data-path="\/rpc\/openPage" data-body="{&quot;id&quot;:&quot;psess_1&quot;,&quot;pk&quot;:&quot;pk_live_1&quot;,&quot;locale&quot;:&quot;en-US-[^&]+&quot;}">first\(\)<\/script>/,
    );
    const expired = { presentation_state: 'expired', status: 'expired' } as const;
    expect(render(expired)).not.toContain('first()');
  });
});

describe('the language', () => {
  it('is that of the payer, in its direction, with isolated values and the digits of the region', () => {
    const html = render({ presentation_state: 'canceled', status: 'canceled' }, 'ar-EG');
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('العودة إلى \u2068Acme\u2069</a>');
    expect(html).toMatch(/<strong id="total">[^<]*٤٢٫٠٠/);
    expect(html).not.toMatch(/You|canceled\./);
  });

  it('isolates the Arabic name of a merchant in an English sentence', () => {
    const html = render({ merchant_name: 'متجر' });
    expect(html).toContain('<title>Pay \u2068متجر\u2069</title>');
  });

  it('can be switched by links that contain the key and the language only', () => {
    const links = render({}, 'de').match(/<a href="[?][^>]*>[^<]*/g) ?? [];
    expect(links).toHaveLength(12);
    expect(links).toContain(
      '<a href="?pk=pk_live_1&amp;lang=de" lang="de" dir="ltr" hreflang="de" aria-current="true">Deutsch',
    );
    expect(links).toContain(
      '<a href="?pk=pk_live_1&amp;lang=he" lang="he" dir="rtl" hreflang="he">עברית',
    );
  });
});

describe('text of a merchant', () => {
  const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&`;

  it('is escaped', () => {
    const html = render({
      merchant_name: attack,
      lines: [{ name: attack, quantity: 1, unit: null, unitAmountMinor: null, amountMinor: 1 }],
      payer_destination_url: `https://shop.example/${attack}`,
      status_reason: attack,
      presentation_state: 'succeeded',
      status: 'paid',
      payment_received: true,
    });
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain('<img');
    expect(html).not.toMatch(/<[^>]*\sonerror=/);
    expect(html).toContain('&lt;script>alert(1)&lt;/script>');
  });

  it('reaches the script unchanged, as data', () => {
    const html = render({ merchant_name: attack });
    const attribute = /data-page="([^"]*)"/.exec(html)?.[1] ?? '';
    const text = attribute
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    expect(JSON.parse(text).page.merchant_name).toBe(attack);
  });

  it('becomes a link only if it is an http or https URL', () => {
    const ended = { presentation_state: 'canceled', status: 'canceled' } as const;
    const html = render({ ...ended, payer_destination_url: 'javascript:alert(1)' });
    expect(html).not.toContain('href="javascript');
    expect(html).not.toContain('id="back"');
  });
});
