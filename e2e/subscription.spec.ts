import { expect, test } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { merchantServer, openDashboard } from './merchant.ts';
import { cards, pay } from './payer.ts';

test('a subscription can be opened from its session and from the list', async ({
  page,
  request,
}) => {
  const server = merchantServer(request);
  const buyer_reference = `subscriber_${Date.now()}`;
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

  await openDashboard(page, `/test/sessions/${id}`);
  const facts = page.getByRole('complementary', { name: 'Facts' });
  await facts.getByRole('link', { name: 'Active' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(buyer_reference);
  await expect(page.getByRole('cell', { name: 'every month' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Invoices, 1' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'paid' })).toBeVisible();
  await expect(page.getByText('Up to date')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Subscriptions' }).first().click();
  const row = page.getByRole('row').filter({ hasText: buyer_reference });
  await expect(row).toContainText('Supported');
  await expect(row).toContainText('42.00 EUR');
});
