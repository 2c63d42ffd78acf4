import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { merchantServer, signIn } from './merchant.ts';

/** What WCAG 2.2 AA asks, as far as a machine can tell; the provider's frame is the provider's. */
async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .exclude('iframe')
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${colorScheme}, ${width} px wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test('the payer page can be read, filled in and understood by everyone', async ({
        page,
        request,
      }) => {
        const { handoff_url } = await merchantServer(request).createSession();
        await page.goto(handoff_url);
        await expect(page.getByRole('button', { name: 'Pay €42.00' })).toBeEnabled();
        await expectAccessible(page);
        await page.goto(handoff_url.replace(/psess_\w{8}/, 'psess_00000000'));
        await expectAccessible(page);
      });

      test('the dashboard can be read and used by everyone', async ({ page, request }) => {
        const { id } = await merchantServer(request).createSession();
        await page.goto(demo.dashboard_url);
        await expectAccessible(page);
        await signIn(page);
        await expectAccessible(page);
        await page.goto(`${demo.dashboard_url}/sessions/${id}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
      });
    });
  }
}
