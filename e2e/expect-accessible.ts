import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';

/** Minified: every document parses it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Asserts that axe finds no violation in a document, except in the frames in it. It is loaded once per document and
 * reports violations only: this takes a quarter of the time of a new AxeBuilder per analysis.
 */
async function expectNoViolations(frame: Frame, rules: readonly string[]): Promise<void> {
  if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(axeSource);
  const violations = await frame.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { readonly axe: typeof import('axe-core') };
    const results = await axe.run(document, {
      runOnly: [...runOnly],
      iframes: false,
      resultTypes: ['violations'],
    });
    return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, rules);
  expect(violations, frame.url()).toEqual([]);
}

/** Asserts that a frame of a page satisfies WCAG 2.2 AA, except the frames in it. */
export const expectFrameAccessible = (frame: Frame): Promise<void> =>
  expectNoViolations(frame, wcag22aa);

/** Asserts that a page satisfies WCAG 2.2 AA, except the provider's frame. */
export const expectAccessible = (page: Page): Promise<void> =>
  expectFrameAccessible(page.mainFrame());

/** Checks the page as it is in the light and in the dark theme, which differ in colors only. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  // A color in transition has no contrast to measure.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoViolations(page.mainFrame(), colorRules);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page);
}

/**
 * Checks the page as it is on a desktop in both themes and on a phone, and restores its size.
 * @param route the route that the page must have; `dashboard-pages.spec.ts` requires one call for every route
 */
export async function expectAccessibleOnAllScreens(page: Page, route?: string): Promise<void> {
  if (route) {
    const pattern = new RegExp(`^${route.replaceAll(/\[\w+\]/g, '[^/]+')}$`);
    await expect(page).toHaveURL(({ pathname }) => pattern.test(pathname));
  }
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessibleInBothThemes(page);
  // The colors do not depend on the width.
  await page.setViewportSize({ width: 390, height: 900 });
  await expectAccessible(page);
  if (before !== null) await page.setViewportSize(before);
}
