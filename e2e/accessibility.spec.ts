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

      test('the payer page can be used by everyone, however it is paid', async ({
        page,
        request,
      }) => {
        const server = merchantServer(request);
        const monthly = { name: 'Coffee', quantity: 1, amount_minor: 4200, interval: 'month' };
        const subscribed = {
          integration_path: 'direct_subscription',
          commercial_mode: 'subscription',
        };
        const open = async (options: object, cart_snapshot: object, shows: RegExp) => {
          const { id, handoff_url } = await server.createSession({ cart_snapshot });
          await server.reserve(id, options);
          await page.goto(handoff_url);
          await expect(page.getByText(shows).first()).toBeVisible();
          await expectAccessible(page);
        };
        const trial = { lines: [monthly], trial_period_days: 14 };
        await open(subscribed, trial, /^Free for 14 days/);
        await open(subscribed, {}, /is preparing your payment/);
        const custom = { integration_path: 'checkout_session', checkout_ui_mode: 'custom' };
        await open(custom, {}, /^Email$/);
        const pay = page.getByRole('button', { name: 'Pay €42.00' });
        await expect(pay).toBeEnabled();
        await pay.click();
        await expect(page.getByText('Enter your email address')).toBeVisible();
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
