import { readFileSync } from 'node:fs';
import { getContrast } from '@parley/domain';
import type { Branding } from '@parley/operations';
import { messages } from '@parley/payer-view/messages/en';
import { render } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { plainBranding } from '../../test/payer-page.ts';
import { brandStyle, MerchantFooter } from './branding.tsx';

const footer = (branding: Partial<Branding> = {}) =>
  render(
    <MerchantFooter
      branding={{ ...plainBranding, ...branding }}
      merchant="Acme"
      messages={messages}
    />,
  );
const getStyle = (accent_color: string | null, corner_radius: number | null = null) =>
  brandStyle({ ...plainBranding, accent_color, corner_radius });

it('the accent color and a listed radius become properties, and no other text does', () => {
  expect(getStyle('#ffdd00')).toBe(
    ':root{--brand:#ffdd00;--on-brand:#000000;--brand-strong:#ffe226;--brand-edge:#a69000}' +
      ':root{--brand-text:#857300}@media(prefers-color-scheme:dark){:root{--brand-text:#ffdd00}}',
  );
  for (const color of [null, 'red', '#fff', '#ffdd00}</style><script>alert(1)</script>']) {
    expect(getStyle(color)).toBe('');
  }
  expect(getStyle('#ffdd00', 0)).toMatch(/^:root\{--brand:#ffdd00;[^}]*;--radius:0px\}/);
  expect(getStyle(null, 16)).toBe(':root{--radius:16px}');
  expect(getStyle(null, 5)).toBe('');
});

it('the accent color is readable in the provider’s frame, light and dark', () => {
  const tokens = new URL(import.meta.resolve('@parley/ui/tokens.css'));
  const backgrounds = readFileSync(tokens, 'utf8').matchAll(/--raised: (#\w{6});/g);
  const colors = getStyle('#0b0b0b').matchAll(/--brand-text:(#\w{6})/g);
  const contrasts = [...colors].map(([, color = '']) =>
    getContrast(color, backgrounds.next().value?.[1] ?? ''),
  );
  expect(contrasts).toHaveLength(2);
  expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
});

it('the footer links to the support and the terms of the merchant', () => {
  expect(footer()).toBe('');
  const support = {
    email: 'help+eu@acme.example',
    url: 'https://acme.example/help?a=1&b=2',
    phone: '+49 (0)30 901820',
  };
  const html = footer({ support, terms_url: 'https://acme.example/terms' });
  expect(html).toContain('Contact Acme:');
  expect(html).toContain(
    '<a dir="ltr" href="mailto:help%2Beu@acme.example">help+eu@acme.example</a>',
  );
  expect(html).toContain('<a dir="ltr" href="tel:+49030901820">');
  expect(html).toContain(
    '<a href="https://acme.example/help?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">Help page</a>',
  );
  expect(html).toContain('>Terms</a>');
  expect(html).not.toContain('Privacy policy');
});

it('what the database contains cannot become markup, a script or a header of a message', () => {
  const html = footer({
    support: {
      email: '"><script>alert(1)</script>?bcc=a@b.example',
      url: 'javascript:alert(1)',
      phone: '"onclick="alert(1)',
    },
    terms_url: 'data:text/html,x',
    privacy_url: 'https://acme.example/"onclick="alert(1)',
  });
  expect(html).not.toContain('<script');
  expect(html).not.toContain('"onclick');
  expect(html).not.toMatch(/href="(javascript|data):/);
  expect(html).not.toMatch(/href="mailto:[^"]*[?&]/);
});
