import { gzipSync } from 'node:zlib';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { createEndpointWithPing, merchantServer, openDashboard } from './merchant.ts';

const KB = 1000;
const BUDGET = 220 * KB;

/** The bytes, after gzip, of the scripts that the HTML of a page loads. Old browsers load others. */
async function firstLoadBytes(request: APIRequestContext, url: string): Promise<number> {
  const html = await (await request.get(url)).text();
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)];
  const modern = tags.filter(([tag]) => !/\bnomodule\b/i.test(tag)).map(([, source]) => source);
  const scripts = await Promise.all(
    [...new Set(modern)].map(async (source = '') =>
      (await request.get(new URL(source, url).href)).body(),
    ),
  );
  expect(scripts.length, url).toBeGreaterThan(3);
  return scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
}

test('the first load of every dashboard page is at most 220 kB of script', async ({
  page,
  request,
}) => {
  const { id } = await merchantServer(request).createSession();
  const endpoint = await createEndpointWithPing(request);
  await openDashboard(page, '/test/sessions');
  for (const path of [
    '/test/overview',
    '/test/attention',
    '/test/sessions',
    `/test/sessions/${id}`,
    '/test/subscriptions',
    '/test/webhooks',
    '/test/webhooks/new',
    `/test/webhooks/${endpoint.id}/signature`,
    '/test/provider-events',
    '/test/provider-configs',
    '/test/api-keys',
    '/test/api-keys/new',
    '/test/audit-log',
    '/test/developers/reference/createSessionWithHandoff',
    '/team',
    '/settings',
    '/account',
    '/notifications',
  ]) {
    const bytes = await firstLoadBytes(page.request, `${demo.dashboard_url}${path}`);
    expect.soft(bytes, path).toBeLessThanOrEqual(BUDGET);
  }
  await endpoint.archive();
});

test('the components of the dashboard respect its CSP, and a chosen theme stays', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await openDashboard(page, '/test/api-keys');
  await page.getByRole('button', { name: 'Revoke' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(16, 16, 18)');
  expect(refused).toEqual([]);
});
