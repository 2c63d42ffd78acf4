import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { openDashboard } from './merchant.ts';

test('a user connects an account and sets its signing secret', async ({ page }) => {
  await openDashboard(page, '/test/provider-configs');
  await page.getByRole('link', { name: 'Connect account' }).click();
  await expect(page).toHaveURL(`${demo.dashboard_url}/test/provider-configs/new`);
  await page.getByLabel('Publishable key').fill(demo.provider_publishable_key);
  await page.getByLabel('Secret key').fill('sk_live_of_the_other_mode');
  await page.getByLabel('API').selectOption(demo.sandbox_url);
  await page.getByRole('button', { name: 'Connect account' }).click();
  await expect(page.getByText('The secret key must be a key of test mode')).toBeVisible();
  await page.getByLabel('Secret key').fill('sk_test_that_no_one_created');
  await page.getByRole('button', { name: 'Connect account' }).click();
  await expect(page.getByText('The secret key was rejected by the provider')).toBeVisible();
  await expectAccessibleOnAllScreens(page);
  await page.getByLabel('Secret key').fill(demo.provider_secret_key);
  await page.getByRole('button', { name: 'Connect account' }).click();

  const config = page.getByRole('article').first();
  await expect(config).toContainText('The webhook endpoint is missing.');
  await expect(config.getByRole('button', { name: 'Activate' })).toHaveCount(0);
  await config.getByRole('button', { name: 'Set signing secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Signing secret').fill('whsec_of_the_account');
  await dialog.getByRole('button', { name: 'Save secret' }).click();
  await expect(page.getByText('The signing secret was saved.')).toBeVisible();
  await expect(config.getByRole('button', { name: 'Activate' })).toBeVisible();
  await expectAccessibleOnAllScreens(page);
});
