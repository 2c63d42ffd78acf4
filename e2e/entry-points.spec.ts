import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';

test('the dashboard shows its sign-in page', async ({ page }) => {
  const response = await page.goto(demo.dashboard_url);
  expect(response?.ok()).toBe(true);
  await expect(page).toHaveTitle(/Parley/);
});

test('the API accepts the demo key and rejects a request without a key', async ({ request }) => {
  const url = `${demo.api_url}/proxy_sessions`;
  const headers = { authorization: `Bearer ${demo.secret_key}` };
  expect((await request.post(url, { headers, data: {} })).status()).toBe(400);
  expect((await request.post(url, { data: {} })).status()).toBe(401);
});
