import { expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { button } from './elements.ts';
import { expectAccessible, expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { merchantServer, openDashboard } from './merchant.ts';
import { cards, pay } from './payer.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** Creates a live API key of the given kind in the dashboard and returns its value. */
async function createLiveKey(page: Page, kind: 'Secret' | 'Publishable'): Promise<string> {
  const name = `${kind} ${test.info().testId}`;
  await page.getByRole('link', { name: 'API keys', exact: true }).first().click();
  await page.getByRole('link', { name: 'Create key' }).click();
  await expect(page).toHaveURL(`${demo.dashboard_url}/live/api-keys/new`);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('radio', { name: new RegExp(`^${kind}`) }).check();
  await button(page, 'Create key').click();
  if (kind === 'Publishable') {
    const copy = page
      .getByRole('row')
      .filter({ hasText: name })
      .getByTitle(/^pk_live_/)
      .first();
    return (await copy.getAttribute('title')) ?? '';
  }
  const shown = page.getByText(/^sk_live_\w{38}$/);
  const value = (await shown.textContent()) ?? '';
  await button(page, 'I have saved it').click();
  return value;
}

test('a merchant connects the live mode of the simulator and takes a live payment', async ({
  page,
  context,
  request,
}) => {
  await openDashboard(page, '/test/sessions');
  const mode = page.getByRole('complementary', { name: 'Mode' });
  await mode.getByRole('link', { name: 'Live mode' }).click();
  await expect(page).toHaveURL(`${demo.dashboard_url}/live/sessions`);
  await page.getByRole('link', { name: 'Provider configs' }).click();
  await expect(page.getByRole('heading', { name: 'Finish setting up live mode' })).toBeVisible();

  const config = page.getByRole('article').first();
  await test.step('connects the account, whose keys must be live ones', async () => {
    await page.getByRole('link', { name: 'Connect account' }).click();
    await expect(page).toHaveURL(`${demo.dashboard_url}/live/provider-configs/new`);
    await page.getByLabel('Publishable key').fill(demo.provider_live_publishable_key);
    await page.getByLabel('Secret key').fill(demo.provider_secret_key);
    await page.getByLabel('API').selectOption(demo.sandbox_url);
    await button(page, 'Connect account').click();
    await expect(page.getByText('The secret key must be a key of live mode')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Secret key').fill(demo.provider_live_secret_key);
    await button(page, 'Connect account').click();
    await expect(config).toContainText('The webhook endpoint is missing.');
  });

  await test.step('creates the webhook endpoint and activates the config', async () => {
    await button(page, 'Create webhook endpoint').click();
    await dialog(page).getByRole('button', { name: 'Create webhook endpoint' }).click();
    await expect(page.getByText('The webhook endpoint was created.')).toBeVisible();
    await expect(config).toContainText('None received');
    await config.getByRole('button', { name: 'Activate' }).click();
    await dialog(page).getByRole('button', { name: 'Activate config' }).click();
    await expect(config.getByText('Active', { exact: true })).toBeVisible();
    await expectAccessibleOnAllScreens(page);
  });

  const secretKey = await createLiveKey(page, 'Secret');
  const publishableKey = await createLiveKey(page, 'Publishable');
  const server = merchantServer(request, secretKey);
  const { id, handoff_url } = await server.createSession({ publishable_key: publishableKey });

  await test.step('the payer pays', async () => {
    const payer = await context.newPage();
    await payer.goto(handoff_url);
    await pay(payer, '€42.00', cards.success);
    await expect(payer.getByRole('heading', { name: 'You paid €42.00.' })).toBeVisible();
    await server.waitForStatus(id, 'paid');
  });

  await page.goto(`${demo.dashboard_url}/live/sessions/${id}`);
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
  await page.goto(`${demo.dashboard_url}/test/sessions/${id}`);
  await expect(page.getByText('There is no session with this id')).toBeVisible();
});

test('a signing secret is rolled with an overlap that the user can end', async ({ page }) => {
  await openDashboard(page, '/test/provider-configs/new');
  await page.getByLabel('Publishable key').fill(demo.provider_publishable_key);
  await page.getByLabel('Secret key').fill(demo.provider_secret_key);
  await page.getByLabel('API').selectOption(demo.sandbox_url);
  await button(page, 'Connect account').click();
  await expect(page).toHaveURL(`${demo.dashboard_url}/test/provider-configs`);
  const name = await page.getByRole('article').first().getAttribute('aria-labelledby');
  const config = page.locator(`article[aria-labelledby="${name}"]`);
  await config.getByRole('button', { name: 'Create webhook endpoint' }).click();
  await dialog(page).getByRole('button', { name: 'Create webhook endpoint' }).click();
  await config.getByRole('button', { name: 'Roll signing secret' }).click();
  await dialog(page).getByLabel('New signing secret').fill('whsec_rolled');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Save secret' }).click();
  await expect(config).toContainText('the previous one is accepted until');
  await config.getByRole('button', { name: 'Reject previous secret' }).click();
  await dialog(page).getByRole('button', { name: 'Reject previous secret' }).click();
  await expect(page.getByText('Only the new signing secret is accepted.')).toBeVisible();
  await expect(config).not.toContainText('the previous one is accepted until');
});
