import { type Browser, expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { merchantServer } from './merchant.ts';

async function openGermanDashboard(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'de-AT' })).newPage();
  await page.goto(`${demo.dashboard_url}/sign-in`);
  await page.getByLabel('E-Mail-Adresse').fill(demo.dashboard_email);
  await page.getByLabel('Passwort').fill(demo.dashboard_password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
  return page;
}

test('a person chooses another language, which stays and formats amounts', async ({
  browser,
  request,
}) => {
  const { id } = await merchantServer(request).createSession();
  const page = await openGermanDashboard(browser);
  const session = `${demo.dashboard_url}/test/sessions/${id}`;
  await page.goto(session);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('42,00 €');
  await page.goto(`${demo.dashboard_url}/account`);
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto(session);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('€42.00');
  await page.context().close();
});
