import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { demo } from './demo.ts';
import { merchantServer, signIn } from './merchant.ts';
import { createConflict } from './provider-side.ts';

/** An endpoint that nothing listens at, with a test event on its way to it; and its end. */
async function createPingedEndpoint(
  request: APIRequestContext,
): Promise<{ id: string; event: string; archive: () => Promise<unknown> }> {
  const url = `${demo.api_url}/webhook_endpoints`;
  const headers = { authorization: `Bearer ${demo.secret_key}` };
  const data = { url: 'https://shop.example/webhooks/parley', event_types: ['subscription.ended'] };
  const { webhook_endpoint } = await (await request.post(url, { headers, data })).json();
  const ping = await request.post(`${url}/${webhook_endpoint.id}/ping`, { headers });
  return {
    id: webhook_endpoint.id,
    event: (await ping.json()).delivery.event_id,
    archive: () => request.post(`${url}/${webhook_endpoint.id}/archive`, { headers }),
  };
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

      test('what a developer looks after can be read by everyone', async ({ page }) => {
        await signIn(page);
        for (const path of ['/webhooks', '/subscriptions', '/provider-events']) {
          await page.goto(`${demo.dashboard_url}${path}`);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expectAccessible(page);
        }
      });

      test('an endpoint can be added by everyone', async ({ page }) => {
        await signIn(page);
        await page.goto(`${demo.dashboard_url}/webhooks/new`);
        await page.getByLabel('Only those chosen here').check();
        await page.getByLabel('subscription.ended').check();
        await page.getByLabel('URL').fill('ftp://shop.example');
        await page.getByRole('button', { name: 'Add endpoint' }).click();
        await expect(page.getByLabel('URL')).toBeFocused();
        await expectAccessible(page);
      });

      test('an endpoint can be looked after by everyone', async ({ page, request }) => {
        await signIn(page);
        const { id, event, archive } = await createPingedEndpoint(request);
        await page.goto(`${demo.dashboard_url}/webhooks/${id}`);
        await page.getByRole('button', { name: 'New secret' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Make a new secret' }).click();
        await expect(page.getByText(/^whsec_/)).toBeVisible();
        await expectAccessible(page);
        await page.goto(`${demo.dashboard_url}/webhooks/${id}/deliveries/${event}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
        await archive();
      });

      test('a conflict can be read and resolved by everyone', async ({ page, request }) => {
        const { id } = await createConflict(request, 4100);
        await signIn(page);
        await page.goto(`${demo.dashboard_url}/sessions/${id}`);
        await page.getByRole('button', { name: 'It was refunded' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page);
      });
    });
  }
}
