import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { openDashboard } from './merchant.ts';

test('a user connects an account, sets its signing secret and sees what the mode still needs', async ({
  page,
}) => {
  await openDashboard(page, '/live/provider-configs');
  await expect(page.getByText('No account is connected in live mode.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What live mode still needs' })).toBeVisible();
  await expectAccessibleOnAllScreens(page);

  await page.goto(`${demo.dashboard_url}/test/provider-configs`);
  await page.getByRole('link', { name: 'Connect account' }).click();
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
  await expect(config).toContainText('The signing secret is missing.');
  await expect(config.getByRole('button', { name: 'Activate' })).toHaveCount(0);
  await config.getByRole('button', { name: 'Set signing secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Signing secret').fill('whsec_of_the_account');
  await dialog.getByRole('button', { name: 'Save secret' }).click();
  await expect(page.getByText('The signing secret was saved.')).toBeVisible();
  await expect(config.getByRole('button', { name: 'Activate' })).toBeVisible();
  await expectAccessibleOnAllScreens(page);
});
