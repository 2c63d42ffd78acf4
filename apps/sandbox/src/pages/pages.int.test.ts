import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { browser, card, PUBLISHABLE_KEY, SECRET_KEY, startForTests } from '../../test/start.ts';
import { ASSETS_PATH } from './assets.ts';

const logged: string[] = [];
const logger = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
const { sandbox, stripe } = await startForTests({ logger });

it.each([
  '/v3',
  '/v3/',
  '/v3/stripe.js',
  `${ASSETS_PATH}/card-form.js`,
  `${ASSETS_PATH}/element.css`,
])('the sandbox serves %s', async (path) => {
  const response = await fetch(`${sandbox.url}${path}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

it.each(['/', '/elements/payment', '/elements/challenge?source=src_none'])(
  '%s has a strict content security policy',
  async (path) => {
    const response = await fetch(`${sandbox.url}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain(
      "default-src 'none'; script-src 'self'",
    );
  },
);

it('the frame of the payment element is one cacheable document', async () => {
  const page = await fetch(`${sandbox.url}/elements/payment`);
  expect(page.headers.get('cache-control')).toBe('public, max-age=60');
  const html = await page.text();
  expect(html).not.toMatch(/(?:href|src)="(?!data:)/);
  expect(html).not.toMatch(/^(?:import|export) /m);
  const policy = page.headers.get('content-security-policy');
  const inline = [...html.matchAll(/<(?:style|script type="module")>(.*?)<\/(?:style|script)>/gs)];
  expect(inline).toHaveLength(2);
  for (const [, content = ''] of inline) {
    const hash = createHash('sha256').update(content).digest('base64');
    expect(policy).toContain(`'self' 'sha256-${hash}'`);
  }
});

it('the health endpoints report a running sandbox', async () => {
  expect((await fetch(`${sandbox.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${sandbox.url}/readyz`)).status).toBe(200);
});

it('the payment page escapes text of the merchant', async () => {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://shop.example/',
    line_items: [
      {
        price_data: {
          currency: 'eur',
          unit_amount: 500,
          product_data: { name: '<script>alert(1)</script>' },
        },
        quantity: 1,
      },
    ],
  });
  const page = await (await fetch(session.url ?? '')).text();
  expect(page).toContain('&lt;script&gt;alert(1)');
  expect(page).not.toContain('<script>alert');
});

it('the log contains no keys, client secrets or card numbers', async () => {
  const intent = await stripe.paymentIntents.create({ amount: 900, currency: 'eur' });
  const secret = intent.client_secret ?? '';
  await browser(sandbox, 'GET', `/v1/payment_intents/${intent.id}`, { client_secret: secret });
  await browser(sandbox, 'POST', `/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: secret,
    ...card('4242424242424242'),
  });
  const text = logged.join('');
  expect(text).toContain('"msg":"request"');
  for (const word of [SECRET_KEY, PUBLISHABLE_KEY, secret, '4242424242424242'])
    expect(text).not.toContain(word);
});

it('an object has a page at the path of the dashboard of the provider, without its secret', async () => {
  const { id, client_secret } = await stripe.paymentIntents.create({
    amount: 4200,
    currency: 'eur',
    description: '<b>bold</b>',
  });
  const response = await fetch(`${sandbox.url}/test/payments/${id}`);
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain(id);
  expect(page).toContain('&lt;b&gt;bold&lt;/b&gt;');
  expect(page).not.toContain(String(client_secret));
  for (const path of [`/payments/${id}`, `/test/subscriptions/${id}`, '/test/payments/pi_none']) {
    expect((await fetch(`${sandbox.url}${path}`)).status).toBe(404);
  }
});
