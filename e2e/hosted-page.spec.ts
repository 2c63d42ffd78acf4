import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { merchantServer } from './merchant.ts';
import { cards, pay, recordAddresses } from './payer.ts';

type Server = ReturnType<typeof merchantServer>;

const monthly = {
  lines: [{ name: 'Coffee, every month', quantity: 1, amount_minor: 4200, interval: 'month' }],
};
const checkout = (checkout_ui_mode: string) => ({
  integration_path: 'checkout_session',
  checkout_ui_mode,
});
const direct = { integration_path: 'direct_subscription', commercial_mode: 'subscription' };

/** Creates a session and reserves its attempt; the hosted page does the rest. */
async function createReservedSession(server: Server, options: object, change: object = {}) {
  const { id, handoff_url } = await server.createSession(change);
  await server.reserve(id, options);
  return { id, handoff_url };
}

/** Fills in the provider's payment form, on its own page or in a frame. */
async function fillPaymentForm(provider: Page | FrameLocator, number: string): Promise<void> {
  await provider.getByLabel('Email').fill('ada@example.com');
  await provider.getByLabel('Card number').fill(number);
  await provider.getByLabel('Expiry date').fill('12 / 30');
  await provider.getByLabel('Security code').fill('123');
}

const paid = (page: Page) => page.getByRole('heading', { name: 'You paid €42.00.' });

test('an embedded Checkout Session can be paid after a declined card', async ({
  page,
  request,
}) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await createReservedSession(server, checkout('embedded'));
  await page.goto(handoff_url);
  const frame = page.frameLocator('iframe');
  await fillPaymentForm(frame, cards.declined);
  await frame.getByRole('button', { name: 'Pay' }).click();
  await expect(frame.getByText('Your card was declined.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await frame.getByLabel('Card number').fill(cards.success);
  await frame.getByRole('button', { name: 'Pay' }).click();
  await expect(paid(page)).toBeVisible();
  await server.waitForStatus(id, 'paid');
});

test('an embedded Checkout Session is replaced when the cart changes', async ({
  page,
  request,
}) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await createReservedSession(server, checkout('embedded'));
  await page.goto(handoff_url);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('button', { name: 'Pay €42.00' })).toBeVisible();
  await server.replaceCart(id, {
    amount_minor: 4500,
    currency: 'eur',
    cart_snapshot: { lines: [{ name: 'Filter coffee, 1 kg', quantity: 2, amount_minor: 4500 }] },
    expected_cart_version: 1,
  });
  const changed = page.getByText('The price changed from €42.00 to €45.00.');
  await expect(changed).toBeVisible();
  await expect(frame.getByRole('button', { name: 'Pay €45.00' })).toBeVisible();
});

test('a custom Checkout Session can be paid after a declined card', async ({ page, request }) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await createReservedSession(server, checkout('custom'));
  await page.goto(handoff_url);
  await pay(page, '€42.00', cards.declined);
  await expect(page.getByText('Enter your email address')).toBeVisible();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Pay €42.00' }).click();
  await expect(page.getByText('You have not been charged. Your card was declined.')).toBeVisible();
  await pay(page, '€42.00', cards.success);
  await expect(paid(page)).toBeVisible();
  await server.waitForStatus(id, 'paid');
});

test('a hosted Checkout Session is paid on the provider’s page, which returns the payer', async ({
  page,
  request,
}) => {
  const expectCleanAddresses = recordAddresses(page);
  const server = merchantServer(request);
  const { id, handoff_url } = await createReservedSession(server, checkout('hosted'));
  await page.goto(handoff_url);
  const onwards = page.getByRole('button', { name: 'Continue to pay €42.00' });
  await onwards.click();
  await page.waitForURL(`${demo.sandbox_url}/**`);
  // A payer who goes back can start again.
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await onwards.click();
  await page.waitForURL(`${demo.sandbox_url}/**`);
  await fillPaymentForm(page, cards.success);
  await page.getByRole('button', { name: 'Pay €42.00' }).click();
  await expect(paid(page)).toBeVisible();
  expectCleanAddresses();
  await server.waitForStatus(id, 'paid');
});

test('a subscription shows its recurring amount and is paid with the first charge', async ({
  page,
  request,
}) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await createReservedSession(server, direct, {
    cart_snapshot: monthly,
  });
  await page.goto(handoff_url);
  await expect(page.getByText('Due today')).toBeVisible();
  await expect(page.getByText('Then €42.00 per month, until canceled.')).toBeVisible();
  await pay(page, '€42.00', cards.declined);
  await expect(page.getByText('You have not been charged. Your card was declined.')).toBeVisible();
  await page.reload();
  await pay(page, '€42.00', cards.authentication);
  const challenge = page.frameLocator('iframe[src*="/elements/challenge"]');
  await challenge.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(paid(page)).toBeVisible();
  await server.waitForStatus(id, 'paid');
});

test('a trial starts with a card and without a charge', async ({ page, request }) => {
  const server = merchantServer(request);
  const cart_snapshot = { ...monthly, trial_period_days: 14 };
  const { id, handoff_url } = await createReservedSession(server, direct, { cart_snapshot });
  await page.goto(handoff_url);
  await expect(page.getByText('Free for 14 days, then €42.00 per month')).toBeVisible();
  await expect(page.getByText('€0.00')).toBeVisible();
  const start = page.getByRole('button', { name: 'Start free trial' });
  await expect(start).toBeEnabled();
  expect((await server.readSession(id)).status).toBe('payer_opened');
  const frame = page.frameLocator('iframe').first();
  await frame.getByLabel('Card number').fill(cards.success);
  await frame.getByLabel('Expiry date').fill('12 / 30');
  await frame.getByLabel('Security code').fill('123');
  await start.click();
  await expect(page.getByRole('heading', { name: /Your free trial has started/ })).toBeVisible();
  await server.waitForStatus(id, 'provisionable');
});

test('the page waits until the merchant has prepared the payment', async ({ page, request }) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await createReservedSession(server, direct);
  await page.goto(handoff_url);
  await expect(page.getByRole('heading', { name: /is preparing your payment/ })).toBeVisible();
  await server.replaceCart(id, {
    amount_minor: 4200,
    currency: 'eur',
    cart_snapshot: monthly,
    expected_cart_version: 1,
  });
  await expect(page.getByRole('button', { name: 'Pay €42.00' })).toBeEnabled();
  await expect(page.getByText('Then €42.00 per month')).toBeVisible();
});
