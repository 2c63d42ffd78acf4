import { type APIRequestContext, expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { merchantServer, openDashboard } from './merchant.ts';
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

test('the payer page is accessible', async ({ page, request }) => {
  const { handoff_url } = await merchantServer(request).createSession();
  await page.goto(handoff_url);
  await expect(page.getByRole('button', { name: 'Pay €42.00' })).toBeEnabled();
  await expectAccessibleOnAllScreens(page);
  await page.goto(handoff_url.replace(/psess_\w{8}/, 'psess_00000000'));
  await expectAccessibleOnAllScreens(page);
});

test('the sign-in page, the session list and a session are accessible', async ({
  page,
  request,
}) => {
  const { id } = await merchantServer(request).createSession();
  await page.goto(demo.dashboard_url);
  await expectAccessibleOnAllScreens(page);
  await openDashboard(page, '/test/sessions');
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expectAccessibleOnAllScreens(page);
  await page.goto(`${demo.dashboard_url}/test/sessions/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleOnAllScreens(page);
});

test('the pages for attention, webhooks, subscriptions, provider events and API keys are accessible', async ({
  page,
}) => {
  for (const path of [
    '/test/attention',
    '/test/webhooks',
    '/test/subscriptions',
    '/test/provider-events',
    '/test/developers/requests',
    '/test/api-keys',
  ]) {
    await openDashboard(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleOnAllScreens(page);
  }
});

test('the form for a new endpoint is accessible with errors', async ({ page }) => {
  await openDashboard(page, '/test/webhooks/new');
  await page.getByLabel('Selected events only').check();
  await page.getByLabel('subscription.ended').check();
  await page.getByLabel('URL').fill('ftp://shop.example');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(page.getByLabel('URL')).toBeFocused();
  await expectAccessibleOnAllScreens(page);
});

test('the form for a new API key and the dialog that revokes one are accessible', async ({
  page,
}) => {
  await openDashboard(page, '/test/api-keys/new');
  await page.getByLabel('Selected scopes only').check();
  await expectAccessibleOnAllScreens(page);
  await openDashboard(page, '/test/api-keys');
  await page.getByRole('button', { name: 'Revoke' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleOnAllScreens(page);
});

test('an endpoint, its new secret and its deliveries are accessible', async ({ page, request }) => {
  const { id, event, archive } = await createEndpointWithPing(request);
  await openDashboard(page, `/test/webhooks/${id}`);
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleOnAllScreens(page);
  await page.getByRole('button', { name: 'Create new secret' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await expectAccessibleOnAllScreens(page);
  await page.goto(`${demo.dashboard_url}/test/webhooks/${id}/deliveries/${event}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleOnAllScreens(page);
  await archive();
});

test('a conflict and its dialog are accessible', async ({ page, request }) => {
  const { id } = await createConflict(request, 4100);
  await openDashboard(page, `/test/sessions/${id}`);
  await page.getByRole('button', { name: 'Mark as refunded…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleOnAllScreens(page);
});
