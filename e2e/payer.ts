import { expect, type Page } from '@playwright/test';

/** The simulated provider's cards, by what they do. */
export const cards = {
  success: '4242424242424242',
  declined: '4000000000000002',
  authentication: '4000002760003184',
} as const;

/** Types a card into the provider's frame. */
async function typeCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe').first();
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry date').fill('12 / 30');
  await frame.getByLabel('Security code').fill('123');
}

/** Opens a payer page and pays with a card; `amount` as the button names it. */
export async function pay(page: Page, amount: string, number: string): Promise<void> {
  const button = page.getByRole('button', { name: `Pay ${amount}` });
  await expect(button).toBeEnabled();
  await typeCard(page, number);
  await button.click();
}
