import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessible } from './expect-accessible.ts';
import { merchantServer, openDashboard } from './merchant.ts';

declare global {
  interface Window {
    layoutShifts: { value: number; moved: string[] }[];
  }
}

// On a phone, more content is below content that loads late. `npm run bench:dashboard-pages` measures a desktop.
test('no page of the dashboard moves while it loads', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await merchantServer(request).createSession();
  await openDashboard(page, '/test/overview');
  await page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node?: Element }[];
      })[]) {
        const moved = entry.sources.map(({ node }) => node?.outerHTML.slice(0, 200) ?? '');
        window.layoutShifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const paths = await page
    .getByRole('navigation', { name: 'Main', includeHidden: true })
    .getByRole('link', { includeHidden: true })
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  expect(paths.length).toBeGreaterThan(10);
  for (const path of [...paths, `/test/sessions/${id}`, '/account']) {
    await page.goto(`${demo.dashboard_url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => window.layoutShifts), path).toEqual([]);
  }
});

test('on a phone, a button opens the navigation, which closes when a page is chosen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDashboard(page, '/test/sessions');
  const button = page.getByRole('button', { name: /^Menu/ });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation).toBeHidden();
  await button.press('Enter');
  await expect(navigation.getByRole('link', { name: 'Sessions' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(navigation).toBeHidden();
  await expect(button).toBeFocused();
  await button.press('Enter');
  await navigation.getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
  await expect(navigation).toBeHidden();
});
