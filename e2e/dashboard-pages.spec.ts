import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { allRoutes, memberRoutes, test } from './dashboard-pages.ts';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { signInDemo } from './merchant.ts';
import { stopIntervals } from './payer.ts';

declare global {
  interface Window {
    layoutShifts: { value: number; moved: string[] }[];
  }
}

/** Words that every English text has, and no German one. */
const english = /\b(the|and|of|is|are|were|your|with|from|yet|has|not)\b/i;

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

/** Runs in the page before its own scripts. */
function recordLayoutShifts() {
  window.layoutShifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
    })[]) {
      const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round);
      const moved = entry.sources.map(
        ({ node, previousRect, currentRect }) =>
          `${place(previousRect)} to ${place(currentRect)}: ${node?.outerHTML.slice(0, 200)}`,
      );
      window.layoutShifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The screens on which a page is wider than the screen, in either direction of writing. */
async function findOverflow(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [390, 768, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    for (const direction of ['rtl', 'ltr']) {
      const shown = await page.evaluate((dir) => {
        document.documentElement.dir = dir;
        return document.documentElement.scrollWidth;
      }, direction);
      if (shown > width) found.push(`${shown} px on ${width} px, ${direction}`);
    }
  }
  return found;
}

// German texts are longer than English ones. On a phone, more content is below content that loads late.
test.use({ locale: 'de-AT', viewport: { width: 390, height: 844 } });

for (const route of memberRoutes) {
  test(`${route} is in German, fits every screen, does not move while it loads and is accessible`, async ({
    page,
    getPath,
  }) => {
    const path = getPath(route);
    await signInDemo(page);
    await page.addInitScript(recordLayoutShifts);
    // Time passes, and other tests change what the page shows. The page stays as the server rendered it.
    await stopIntervals(page.context());
    const reloads = '**/api/trpc/*';
    await page.route(reloads, (route) => route.abort());
    await page.goto(`${demo.dashboard_url}${path}`);
    await expect(page).toHaveURL(({ pathname }) => pathname === path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect.soft(await page.evaluate(() => window.layoutShifts)).toEqual([]);
    await page.unroute(reloads);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    expect.soft(await readEnglish(page)).toEqual([]);
    expect.soft(await findOverflow(page)).toEqual([]);
    await expectAccessibleOnAllScreens(page);
  });
}

/** Holds requests back until the returned function is called. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('the band of the mode and the navigation are invisible until all of them has arrived', async ({
  page,
}) => {
  await signInDemo(page);
  // React would render what the test removes again.
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(`${demo.dashboard_url}/account`);
  const band = page.locator('aside[data-mode]');
  const rail = page.getByRole('banner');
  await expect(band.locator('nav')).toBeVisible();
  await expect(rail).toBeVisible();
  // What a browser has of the page before what follows arrives.
  await page.locator('main').evaluate((main) => main.parentElement?.remove());
  await expect(rail).toBeHidden();
  await expect(band.locator('nav')).toBeVisible();
  await band.evaluate((one) => {
    while (one.nextSibling) one.nextSibling.remove();
  });
  await expect(band.locator('nav')).toBeHidden();
});

test('a font that arrives after the page is visible moves nothing, also once the scripts run', async ({
  page,
}) => {
  await signInDemo(page);
  await page.addInitScript(recordLayoutShifts);
  const sendFonts = await holdBack(page, '**/*.woff2');
  const sendScripts = await holdBack(page, '**/*.js');
  await page.goto(`${demo.dashboard_url}/account`, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  sendFonts();
  await page.waitForFunction(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => /woff2/.test(name)).length > 1,
  );
  sendScripts();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[data-react-aria-pressable]').first()).toBeAttached();
  expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
});

test('every other page of the dashboard is analyzed by axe in a spec that names its route', () => {
  const specs = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.spec.ts'));
  const named = specs.flatMap((name) => {
    const text = readFileSync(join(import.meta.dirname, name), 'utf8');
    return [...text.matchAll(/expectAccessibleOnAllScreens\(\s*[\w.]+,\s*'([^']+)'/g)].map(
      ([, route]) => route,
    );
  });
  // The root page redirects to the overview.
  const checked = new Set([...memberRoutes, ...named, '/']);
  expect(allRoutes.filter((route) => !checked.has(route))).toEqual([]);
});
