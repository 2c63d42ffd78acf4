import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';

test('a sign-out clears the pages of all tabs and those before it', async ({ browser }) => {
  const context = await browser.newContext();
  const [page, other] = [await context.newPage(), await context.newPage()];
  // Not the sign-in that other tests share.
  await page.goto(`${demo.dashboard_url}/sign-in`);
  await page.getByLabel('Email').fill(demo.dashboard_email);
  await page.getByLabel('Password').fill(demo.dashboard_password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await other.goto(`${demo.dashboard_url}/test/webhooks`);
  await expect(other.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(other).toHaveURL(/\/sign-in\?to=%2Ftest%2Fwebhooks$/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
