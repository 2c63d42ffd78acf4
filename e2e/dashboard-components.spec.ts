import { gzipSync } from 'node:zlib';
import { type APIRequestContext, expect } from '@playwright/test';
import { memberRoutes, test } from './dashboard-pages.ts';
import { demo } from './demo.ts';
import { openDashboard, signInDemo } from './merchant.ts';

const KB = 1000;
const BUDGET = 220 * KB;

/** The bytes of scripts after gzip, by their URLs. Most pages share most scripts. */
const sizes = new Map<string, Promise<number>>();

async function readSize(request: APIRequestContext, url: string): Promise<number> {
  return gzipSync(await (await request.get(url)).body()).length;
}

/** The bytes, after gzip, of the scripts that the HTML of a page loads. Old browsers load others. */
async function firstLoadBytes(request: APIRequestContext, url: string): Promise<number> {
  const response = await request.get(url);
  expect(response.url(), 'the page without a redirect').toBe(url);
  const html = await response.text();
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)];
  const modern = tags.filter(([tag]) => !/\bnomodule\b/i.test(tag)).map(([, source]) => source);
  const scripts = new Set(modern.map((source = '') => new URL(source, url).href));
  expect(scripts.size, url).toBeGreaterThan(3);
  let sum = 0;
  for (const script of scripts) {
    const size = sizes.get(script) ?? readSize(request, script);
    sizes.set(script, size);
    sum += await size;
  }
  return sum;
}

test('the first load of every dashboard page is at most 220 kB of script', async ({
  page,
  getPath,
}) => {
  await signInDemo(page);
  for (const route of memberRoutes) {
    const bytes = await firstLoadBytes(page.request, `${demo.dashboard_url}${getPath(route)}`);
    expect.soft(bytes, route).toBeLessThanOrEqual(BUDGET);
  }
});

test('a dashboard page prefetches another page only when the pointer reaches its link', async ({
  page,
  getPath,
}) => {
  const prefetched: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['next-router-prefetch'] !== undefined)
      prefetched.push(new URL(request.url()).pathname);
  });
  await signInDemo(page);
  for (const route of ['/[mode]/sessions', '/[mode]/sessions/[id]', '/[mode]/provider-events']) {
    // Ends the requests of the page before.
    await page.goto('about:blank');
    prefetched.length = 0;
    await page.goto(`${demo.dashboard_url}${getPath(route)}`);
    // The router prefetches visible links before it handles the pointer, which it ignores until it is ready.
    await expect(async () => {
      await page.mouse.move(0, 0);
      await page.getByRole('link', { name: 'Settings', exact: true }).hover();
      expect(prefetched, route).toContain('/settings');
    }).toPass();
    expect(new Set(prefetched), route).toEqual(new Set(['/settings']));
  }
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
