import { expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { receiveLink } from './mailbox.ts';
import { openDashboard } from './merchant.ts';
import { merchantSwitcher, signUp } from './person.ts';

const saved = 'Settings saved.';

/** Creates a publishable key and a test session, and returns the URL of its payer page. */
async function createLink(page: Page): Promise<string> {
  await page.goto(`${demo.dashboard_url}/test/api-keys/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await page.getByLabel('Publishable').check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
  await page.goto(`${demo.dashboard_url}/test/sessions`);
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Create test session' }).click();
  const tab = await popup;
  await tab.waitForURL(/psess_/);
  const url = tab.url();
  await tab.close();
  return url;
}

test('an owner changes name, color and logo, which the payer page shows, and a viewer cannot save', async ({
  browser,
}) => {
  const { page } = await signUp(browser, 'Fay', 'Fay’s Flowers');
  const link = await createLink(page);
  const logo = await page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 60 } });

  await page.goto(`${demo.dashboard_url}/settings`);
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${demo.dashboard_url}/settings`);
  await expect(otherTab.getByLabel('Display name')).toBeVisible();
  await page.getByLabel('Display name').fill('Fay & Daughters');
  await page.getByLabel('Button color', { exact: true }).fill('#ffdd00');
  await page
    .getByLabel('Logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await page.getByLabel('Support email').fill('help@fay.example');
  await page.getByLabel('Terms', { exact: true }).fill('http://fay.example/terms');
  await page.getByLabel('Embedding origins').fill('https://fay.example\nhttps://shop.example');
  const preview = page.getByRole('region', { name: 'Payer page preview' });
  await expect(preview).toContainText('Fay & Daughters');
  await expect(preview.getByText('Pay €42.00')).toHaveCSS('background-color', 'rgb(255, 221, 0)');
  await expect(preview.getByAltText('Your logo')).toBeVisible();

  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Terms must be an https URL')).toBeVisible();
  await expect(page.getByLabel('Terms', { exact: true })).toBeFocused();
  await expectAccessibleOnAllScreens(page);
  // The other values are still there, the file too.
  await page.getByLabel('Terms', { exact: true }).fill('https://fay.example/terms');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText(saved)).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Fay & Daughters');

  await otherTab.getByLabel('Display name').fill('Fay');
  await otherTab.getByRole('button', { name: 'Save settings' }).click();
  await expect(otherTab.getByText('Someone else saved these settings')).toBeVisible();
  await expect(otherTab.getByLabel('Display name')).toHaveValue('Fay');

  const payer = await browser.newPage();
  let policy = '';
  await expect(async () => {
    const response = await payer.goto(link);
    policy = response?.headers()['content-security-policy'] ?? '';
    expect(await payer.locator('img.logo').count()).toBe(1);
  }).toPass();
  expect(policy).toMatch(/frame-ancestors https:\/\/fay\.example https:\/\/shop\.example$/);
  await expect(payer.getByRole('heading', { level: 1 })).toContainText('Fay & Daughters');
  await expect(payer.locator('img.logo')).toHaveJSProperty('naturalWidth', 240);
  await expect(payer.getByRole('link', { name: 'help@fay.example' })).toBeVisible();
  await expect(payer.getByRole('link', { name: 'Terms' })).toHaveAttribute(
    'href',
    'https://fay.example/terms',
  );
  const styles = await payer
    .locator(':root')
    .evaluate((root) => getComputedStyle(root).getPropertyValue('--brand'));
  expect(styles).toBe('#ffdd00');
  await expectAccessibleOnAllScreens(payer);

  const guest = await signUp(browser, 'Gil', 'Gil’s Garden');
  await page.goto(`${demo.dashboard_url}/team`);
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(guest.email);
  await dialog.getByLabel('Viewer').check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`An invitation was sent to ${guest.email}.`)).toBeFocused();
  await guest.page.goto(await receiveLink(guest.page, guest.email, 'Join Fay & Daughters'));
  await guest.page.getByRole('button', { name: 'Join Fay & Daughters' }).click();
  await expect(merchantSwitcher(guest.page)).toContainText('Fay & Daughters');
  await guest.page.goto(`${demo.dashboard_url}/settings`);
  await expect(guest.page.getByText('Only an owner or admin can change')).toBeVisible();
  await expect(guest.page.getByLabel('Display name')).toHaveValue('Fay & Daughters');
  await expect(guest.page.getByLabel('Display name')).toBeDisabled();
  await expect(guest.page.getByRole('button', { name: 'Save settings' })).toHaveCount(0);
  await expectAccessibleOnAllScreens(guest.page);
});

for (const [link, field] of [
  ['Settings', 'Display name'],
  ['Ada Brandt', 'Your name'],
] as const) {
  test(`the browser’s back button confirms before changes of “${link}” are lost`, async ({
    page,
  }) => {
    await openDashboard(page, '/team');
    await page.getByRole('banner').getByRole('link', { name: link }).click();
    await page.getByLabel(field, { exact: true }).pressSequentially(' and changed');
    const questions: string[] = [];
    let isAccepted = false;
    page.on('dialog', async (dialog) => {
      questions.push(dialog.message());
      await (isAccepted ? dialog.accept() : dialog.dismiss());
    });
    const { pathname } = new URL(page.url());
    await page.evaluate(() => history.back());
    await expect.poll(() => questions).toEqual([expect.stringMatching(/^Leave without saving\?/)]);
    expect(new URL(page.url()).pathname).toBe(pathname);
    await expect(page.getByLabel(field, { exact: true })).toHaveValue(/and changed/);
    isAccepted = true;
    await page.getByLabel(field, { exact: true }).press('End');
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/team/);
    expect(questions).toHaveLength(2);
  });
}
