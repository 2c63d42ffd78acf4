import { expect, test } from '@playwright/test';
import { merchantServer, openDashboard } from './merchant.ts';
import { paySubscription } from './payer.ts';

test('a subscription can be opened from its session and from the list', async ({
  page,
  request,
}) => {
  const { id, buyer_reference } = await paySubscription(page, merchantServer(request));
  await openDashboard(page, `/test/sessions/${id}`);
  const facts = page.getByRole('complementary', { name: 'Details' });
  await facts.getByRole('link', { name: 'Active' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(buyer_reference);
  await expect(page.getByRole('cell', { name: 'every month' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Invoices, 1' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'paid' })).toBeVisible();
  await expect(page.getByText('Up to date')).toBeVisible();
  await page.getByRole('link', { name: 'Subscriptions' }).first().click();
  const row = page.getByRole('row').filter({ hasText: buyer_reference });
  await expect(row).toContainText('Supported');
  await expect(row).toContainText('42.00 EUR');
});
