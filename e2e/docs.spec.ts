import { expect, type Page, type Request, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';

const MAX_PAGE_BYTES = 150 * 1024;

const open = (page: Page, path: string) => page.goto(new URL(path, demo.docs_url).href);

/** Fails the test if a page logs an error, such as a request that its policy refuses. */
test.beforeEach(({ page }) => {
  page.on('console', (message) => expect.soft(message.type(), message.text()).not.toBe('error'));
  page.on('pageerror', (error) => expect.soft(error.message).toBe(''));
});

for (const path of [
  '/quickstart/',
  '/guides/webhooks/',
  '/guides/states/',
  '/reference/',
  '/reference/create-session-with-handoff/',
  '/events/proxy_session.paid/',
  '/errors/cart_version_conflict/',
  '/production/operation/',
]) {
  test(`${path} of the documentation is accessible, fits a phone and is small`, async ({
    page,
  }) => {
    const requests: Request[] = [];
    page.on('requestfinished', (request) => requests.push(request));
    await open(page, path);
    await page.waitForLoadState('networkidle');
    expect(requests.map((request) => new URL(request.url()).origin)).toEqual(
      requests.map(() => demo.docs_url),
    );
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(MAX_PAGE_BYTES);
    await expectAccessibleOnAllScreens(page);
    await page.setViewportSize({ width: 390, height: 900 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  });
}

test('the search finds a page by a word in it', async ({ page }) => {
  await open(page, '/');
  await expect(page).toHaveURL(/\/quickstart\/$/);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('textbox', { name: 'Search' }).fill('idempotency_key_reused');
  await page.getByRole('link', { name: 'idempotency_key_reused' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('idempotency_key_reused');
});

test('a request can be sent from the page of its operation', async ({ page }) => {
  await open(page, '/reference/create-session-with-handoff/');
  await page.getByText('Try it').click();
  const form = page.locator('parley-request');
  await form.getByLabel(/secret key/).fill(demo.secret_key);
  const body = form.getByLabel('Body');
  const example = JSON.parse(await body.inputValue());
  await body.fill(JSON.stringify({ ...example, publishable_key: demo.publishable_key }));
  await form.getByRole('button', { name: 'Send POST' }).click();
  await expect(form.locator('pre')).toContainText('"status": "payer_handoff_pending"');
});

test('an error of the API leads to the page of its code', async ({ request }) => {
  const response = await request.post(`${demo.api_url}/proxy_sessions`, { data: {} });
  const [, url = ''] = /<([^>]+)>; rel="help"/.exec(response.headers().link ?? '') ?? [];
  expect(new URL(url).origin).toBe(demo.docs_url);
  const page = await request.get(url);
  expect(page.status()).toBe(200);
  expect(await page.text()).toContain('<h1 id="_top"');
});

test('every page exists as Markdown, and llms.txt lists them', async ({ request }) => {
  const get = async (path: string) => (await request.get(new URL(path, demo.docs_url).href)).text();
  const list = await get('/llms.txt');
  const links = [...list.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path = '']) => path);
  expect(links).toContain('/guides/webhooks.md');
  const responses = await Promise.all(
    links.map((path) => request.head(new URL(path, demo.docs_url).href)),
  );
  expect(responses.filter((response) => !response.ok()).map((response) => response.url())).toEqual(
    [],
  );
  expect(await get('/guides/webhooks.md')).toMatch(/^# Webhooks\n/);
});
