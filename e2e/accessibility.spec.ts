import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { demo } from './demo.ts';
import { merchantServer, signIn } from './merchant.ts';

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
