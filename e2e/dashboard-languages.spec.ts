import { type Browser, expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { createEndpointWithPing, merchantServer } from './merchant.ts';

/** Words that every English text has, and no German one. */
const english = /\b(the|and|of|is|are|were|your|with|from|yet|has|not)\b/i;

async function openGermanDashboard(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'de-AT' })).newPage();
  await page.goto(`${demo.dashboard_url}/sign-in`);
  await page.getByLabel('E-Mail-Adresse').fill(demo.dashboard_email);
  await page.getByLabel('Passwort').fill(demo.dashboard_password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
  return page;
}

/** The texts of a page that are English, apart from code and from what people and servers wrote. */
async function readEnglish(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { parentElement: element, textContent: text } = walker.currentNode;
      if (text && !element?.closest('[lang="en"], code, pre, script, style, option, textarea'))
        found.push(text);
    }
    for (const name of ['aria-label', 'title', 'placeholder']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        found.push(element.getAttribute(name) ?? '');
      }
    }
    return found;
  });
  return texts.filter((text) => english.test(text));
}

test('every page of the dashboard is in German for a German browser, and fits a narrow phone', async ({
  browser,
  request,
}) => {
  const { id } = await merchantServer(request).createSession();
  const endpoint = await createEndpointWithPing(request);
  const page = await openGermanDashboard(browser);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    '/test/overview',
    '/test/attention',
    '/test/sessions',
    `/test/sessions/${id}`,
    '/test/subscriptions',
    '/test/webhooks',
    '/test/webhooks/new',
    `/test/webhooks/${endpoint.id}`,
    `/test/webhooks/${endpoint.id}/signature`,
    '/test/provider-events',
    '/test/provider-configs',
    '/test/api-keys',
    '/test/api-keys/new',
    '/test/audit-log',
    '/test/developers/events',
    '/test/developers/requests',
    '/test/developers/reference',
    '/test/developers/reference/createSessionWithHandoff',
    '/team',
    '/settings',
    '/account',
    '/notifications',
  ]) {
    await page.goto(`${demo.dashboard_url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    expect.soft(await readEnglish(page), path).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, path).toBeLessThanOrEqual(390);
  }
  await endpoint.archive();
  await page.context().close();
});

test('a person chooses another language, which stays and formats amounts', async ({
  browser,
  request,
}) => {
  const { id } = await merchantServer(request).createSession();
  const page = await openGermanDashboard(browser);
  const session = `${demo.dashboard_url}/test/sessions/${id}`;
  await page.goto(session);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('42,00 €');
  await expectAccessibleOnAllScreens(page);
  await page.goto(`${demo.dashboard_url}/account`);
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto(session);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('€42.00');
  await page.context().close();
});
