import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessible } from './expect-accessible.ts';
import { merchantServer, signIn } from './merchant.ts';
import { createConflict } from './provider-requests.ts';

/** Creates an endpoint without a server and sends it a test event; returns how to archive it. */
async function createEndpointWithPing(
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

/** Checks the page as it is in the light and in the dark theme. */
async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    // A color in transition has no contrast to measure.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
}

for (const width of [1440, 390]) {
  test.describe(`${width} px wide, in both themes`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the payer page is accessible', async ({ page, request }) => {
      const { handoff_url } = await merchantServer(request).createSession();
      await page.goto(handoff_url);
      await expect(page.getByRole('button', { name: 'Pay €42.00' })).toBeEnabled();
      await expectAccessibleInBothThemes(page);
      await page.goto(handoff_url.replace(/psess_\w{8}/, 'psess_00000000'));
      await expectAccessibleInBothThemes(page);
    });

    test('the sign-in page, the session list and a session are accessible', async ({
      page,
      request,
    }) => {
      const { id } = await merchantServer(request).createSession();
      await page.goto(demo.dashboard_url);
      await expectAccessibleInBothThemes(page);
      await signIn(page);
      await expectAccessibleInBothThemes(page);
      await page.goto(`${demo.dashboard_url}/sessions/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleInBothThemes(page);
    });

    test('the pages for webhooks, subscriptions and provider events are accessible', async ({
      page,
    }) => {
      await signIn(page);
      for (const path of ['/webhooks', '/subscriptions', '/provider-events']) {
        await page.goto(`${demo.dashboard_url}${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessibleInBothThemes(page);
      }
    });

    test('the form for a new endpoint is accessible with errors', async ({ page }) => {
      await signIn(page);
      await page.goto(`${demo.dashboard_url}/webhooks/new`);
      await page.getByLabel('Selected events only').check();
      await page.getByLabel('subscription.ended').check();
      await page.getByLabel('URL').fill('ftp://shop.example');
      await page.getByRole('button', { name: 'Add endpoint' }).click();
      await expect(page.getByLabel('URL')).toBeFocused();
      await expectAccessibleInBothThemes(page);
    });

    test('an endpoint, its new secret and its deliveries are accessible', async ({
      page,
      request,
    }) => {
      await signIn(page);
      const { id, event, archive } = await createEndpointWithPing(request);
      await page.goto(`${demo.dashboard_url}/webhooks/${id}`);
      await page.getByRole('button', { name: 'Rotate secret' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await page.getByRole('button', { name: 'Create new secret' }).click();
      await expect(page.getByText(/^whsec_/)).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await page.goto(`${demo.dashboard_url}/webhooks/${id}/deliveries/${event}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await archive();
    });

    test('a conflict and its dialog are accessible', async ({ page, request }) => {
      const { id } = await createConflict(request, 4100);
      await signIn(page);
      await page.goto(`${demo.dashboard_url}/sessions/${id}`);
      await page.getByRole('button', { name: 'Mark as refunded…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleInBothThemes(page);
    });
  });
}
