import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';

test('the dashboard lets people sign in', async ({ page }) => {
  const response = await page.goto(demo.dashboard_url);
  expect(response?.ok()).toBe(true);
  await expect(page).toHaveTitle(/Parley/);
});

test('the API knows the demo merchant, and nobody else', async ({ request }) => {
  const url = `${demo.api_url}/proxy_sessions`;
  const headers = { authorization: `Bearer ${demo.secret_key}` };
  expect((await request.post(url, { headers, data: {} })).status()).toBe(400);
  expect((await request.post(url, { data: {} })).status()).toBe(401);
});
