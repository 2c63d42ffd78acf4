import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { createEndpointWithPing, merchantServer, openDashboard } from './merchant.ts';
import { createConflict } from './provider-requests.ts';

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

// axe takes seconds for each screen, and a test has two minutes on a busy machine.
for (const paths of [
  ['attention', 'webhooks'],
  ['subscriptions', 'provider-events'],
  ['developers/requests', 'developers/events', 'api-keys'],
  ['developers/reference', 'developers/reference/createSessionWithHandoff'],
]) {
  test(`the pages ${paths.join(' and ')} are accessible`, async ({ page }) => {
    for (const path of paths) {
      await openDashboard(page, `/test/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleOnAllScreens(page);
    }
  });
}

test('the choice of notifications is accessible', async ({ page }) => {
  await openDashboard(page, '/notifications');
  await expect(page.getByRole('group', { name: 'Email me about' })).toBeVisible();
  await expectAccessibleOnAllScreens(page);
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

test('an endpoint, its new secret, its deliveries and the check of a signature are accessible', async ({
  page,
  request,
}) => {
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
  await page.goto(`${demo.dashboard_url}/test/webhooks/${id}/signature`);
  await page.getByLabel('Headers').fill(`webhook-id: ${event}`);
  await page.getByRole('button', { name: 'Check signature' }).click();
  await expect(page.getByRole('heading', { name: 'First cause: headers.' })).toBeFocused();
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
