import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type FrameLocator, type Page } from '@playwright/test';
import { demo } from './demo.ts';
import type { merchantServer } from './merchant.ts';

/** Cards of the simulated provider, by their effect. */
export const cards = {
  success: '4242424242424242',
  declined: '4000000000000002',
  authentication: '4000002760003184',
} as const;

/** Fills a card in to the provider's frame. */
async function fillCard(page: Page | FrameLocator, number: string): Promise<void> {
  const frame = page.frameLocator('iframe').first();
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry date').fill('12 / 30');
  await frame.getByLabel('Security code').fill('123');
}

/** Chooses a direct debit in the provider's frame. */
export async function chooseDebit(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe').first();
  await frame.getByRole('radio', { name: 'Direct debit' }).check();
  await frame.getByLabel('Account holder').fill('Ada Lovelace');
  await frame.getByLabel('Sort code').fill('10-88-00');
  await frame.getByLabel('Account number').fill('00012345');
}

/** Pays with a card on an open payer page, or on one in a frame; `amount` is the amount on the button. */
export async function pay(
  page: Page | FrameLocator,
  amount: string,
  number: string,
): Promise<void> {
  const button = page.getByRole('button', { name: `Pay ${amount}` });
  await expect(button).toBeEnabled();
  await fillCard(page, number);
  await button.click();
}

/** Chooses a payment method in the provider's frame, which it offers in pounds, and pays £42.00. */
export async function payBy(page: Page, method: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Pay £42.00' });
  await expect(button).toBeEnabled();
  if (method === 'Direct debit') await chooseDebit(page);
  else await page.frameLocator('iframe').first().getByRole('radio', { name: method }).check();
  await button.click();
}

/** Creates a session with a subscription of €42.00 each month, and pays it. */
export async function paySubscription(page: Page, server: ReturnType<typeof merchantServer>) {
  const buyer_reference = `subscriber_${randomUUID()}`;
  const lines = [
    { name: 'Coffee, every month', quantity: 1, amount_minor: 4200, interval: 'month' },
  ];
  const cart_snapshot = { lines };
  const { id, handoff_url } = await server.createSession({ cart_snapshot, buyer_reference });
  await server.reserve(id, {
    integration_path: 'direct_subscription',
    commercial_mode: 'subscription',
  });
  await page.goto(handoff_url);
  await pay(page, '€42.00', cards.success);
  await expect(page.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
  await server.waitForStatus(id, 'paid');
  return { id, buyer_reference };
}

/** Stops polling, countdowns and relative times of pages, so that only the server can report a change. */
export const stopIntervals = (context: BrowserContext) =>
  context.addInitScript(() => {
    window.setInterval = (() => 0) as unknown as typeof setInterval;
  });

/**
 * Records the addresses of the payer page that a page and its frames show, which become their history.
 * @returns asserts that the provider has returned the payer, and that no address contained what it had added
 */
export function recordAddresses(page: Page): () => void {
  const addresses: URLSearchParams[] = [];
  page.on('framenavigated', (frame) => {
    const { origin, searchParams } = new URL(frame.url());
    if (origin === new URL(demo.checkout_url).origin) addresses.push(searchParams);
  });
  return () => {
    const names = addresses.flatMap((query) => [...query.keys()]);
    expect([...new Set(names)].sort()).toEqual(['pk', 'redirect_status']);
    const marks = addresses.flatMap((query) => query.getAll('redirect_status'));
    expect([...new Set(marks)]).toEqual(['returned']);
  };
}
