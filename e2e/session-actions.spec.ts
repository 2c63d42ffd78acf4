import { expect, test } from '@playwright/test';
import { merchantServer, openDashboard } from './merchant.ts';
import { cancelIntent } from './provider-requests.ts';

test('a user replaces a canceled attempt, and the payer can pay', async ({ page, request }) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession();
  const payButton = page.getByRole('button', { name: 'Pay €42.00' });
  await page.goto(handoff_url);
  await expect(payButton).toBeEnabled();
  // An open payer page would start the next attempt by itself.
  await page.goto('about:blank');
  await cancelIntent(request, await server.readRootId(id));
  await openDashboard(page, `/test/sessions/${id}`);
  await page.getByRole('button', { name: 'Replace attempt…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace attempt 1?' });
  await dialog.getByRole('button', { name: 'Replace attempt' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('A person lets the payer try again.').first()).toBeVisible();
  await expect(page.getByText('Attempt 2', { exact: true }).first()).toBeVisible();
  await page.goto(handoff_url);
  await expect(payButton).toBeEnabled();
});

test('a user reports that an order cannot be fulfilled', async ({ page, request }) => {
  const server = merchantServer(request);
  const { id, handoff_url } = await server.createSession({ amount_minor: 0, cart_snapshot: {} });
  await page.goto(handoff_url);
  await server.waitForStatus(id, 'provisionable');
  await openDashboard(page, `/test/sessions/${id}`);
  await page.getByRole('button', { name: 'Report provisioning failed…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Out of stock.');
  await dialog.getByRole('button', { name: 'Report provisioning failed' }).click();
  const status = page.locator('main header').getByRole('status');
  await expect(status.filter({ hasText: 'Provisioning failed' })).toBeVisible();
  await expect(page.getByText('Out of stock.')).toBeVisible();
});
