import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessible } from './expect-accessible.ts';
import { merchantServer, openDashboard } from './merchant.ts';

test('test and live mode have separate pages, and the switch keeps the list', async ({
  page,
  request,
}) => {
  const { id } = await merchantServer(request).createSession();
  await openDashboard(page, `/sessions/${id}?from=message`);
  await expect(page).toHaveURL(`${demo.dashboard_url}/test/sessions/${id}?from=message`);
  const mode = page.getByRole('complementary', { name: 'Mode' });
  await expect(mode).toContainText('Test mode');

  await mode.getByRole('link', { name: 'Live mode' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${demo.dashboard_url}/live/sessions`);
  await expect(mode).toContainText('Live mode Real money moves.');
  await expect(page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create test session' })).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(`${demo.dashboard_url}/live/webhooks`);
  await page.goto(demo.dashboard_url);
  await expect(page).toHaveURL(`${demo.dashboard_url}/live/overview`);
  await page.goto(`${demo.dashboard_url}/live/sessions/${id}`);
  await expect(page.getByText('There is no session with this id')).toBeVisible();
  await expect(page.getByText('It may belong to another merchant or to test mode')).toBeVisible();

  await page.goto(`${demo.dashboard_url}/team`);
  await expect(mode).toContainText('Live mode');
  await mode.getByRole('link', { name: 'Test mode' }).click();
  await expect(page).toHaveURL(`${demo.dashboard_url}/test/overview`);
  await page.goto(`${demo.dashboard_url}/live`);
  await expect(page).toHaveURL(`${demo.dashboard_url}/live/overview`);
  expect((await page.request.get(`${demo.dashboard_url}/other/sessions`)).status()).toBe(404);
});
