import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';

const wcag22aa = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];
const widths = [1440, 390];

/** The legacy mode does without an extra page per analysis. It omits frames of other origins, which are excluded here. */
const analysis = (page: Page) => new AxeBuilder({ page }).setLegacyMode().exclude('iframe');

async function expectNoViolations(builder: AxeBuilder): Promise<void> {
  const { violations } = await builder.analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

/** Asserts that axe finds no violation of WCAG 2.2 AA, except in the provider's frame. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(analysis(page).withTags(wcag22aa));
}

/**
 * Asserts the same of a document, except of the frames in it. AxeBuilder reports nothing of a frame of another
 * origin in the legacy mode, and takes longer.
 * @param rules the only rules to check
 */
export async function expectFrameAccessible(
  frame: Frame,
  rules: readonly string[] = wcag22aa,
): Promise<void> {
  if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(axe.source);
  const violations = await frame.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { readonly axe: typeof import('axe-core') };
    const results = await axe.run(document, { runOnly: [...runOnly], iframes: false });
    return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, rules);
  expect(violations).toEqual([]);
}

/** Checks the document of a page in both themes, which differ in colors only. */
export async function expectDocumentAccessible(page: Page): Promise<void> {
  // A color in transition has no contrast to measure.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectFrameAccessible(page.mainFrame(), colorRules);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectFrameAccessible(page.mainFrame());
}

/** Checks the page as it is in the light and in the dark theme, which differ in colors only. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  // A color in transition has no contrast to measure.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoViolations(analysis(page).withRules(colorRules));
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page);
}

/** Checks the page as it is on a desktop and on a phone, in both themes, and restores its size. */
export async function expectAccessibleOnAllScreens(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessibleInBothThemes(page);
  }
  if (before !== null) await page.setViewportSize(before);
}
