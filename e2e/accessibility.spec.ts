import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { receiveLink } from './mailbox.ts';
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

test('the pages before sign-in are accessible', async ({ page }) => {
  const open = (path: string) => page.goto(`${demo.dashboard_url}${path}`);
  await open('/sign-in');
  await expectAccessibleOnAllScreens(page, '/sign-in');
  await open('/forgot-password');
  await expectAccessibleOnAllScreens(page, '/forgot-password');
  await open('/sign-up');
  await expectAccessibleOnAllScreens(page, '/sign-up');
  const email = `kim-${randomUUID()}@nord.example`;
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.goto(await receiveLink(page, email, 'Confirm your email'));
  await expect(page.getByLabel('Business name')).toBeVisible();
  await expectAccessibleOnAllScreens(page, '/sign-up/complete');
  await open('/dev/mail');
  await expectAccessibleOnAllScreens(page, '/dev/mail');
});

test('the not-found pages and the error page are accessible', async ({ page }) => {
  await openDashboard(page, '/test/sessions/psess_unknown');
  await expect(page.getByText('There is no session with this id')).toBeVisible();
  await expectAccessibleOnAllScreens(page);
  await page.goto(`${demo.dashboard_url}/unknown/page`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleOnAllScreens(page);
  await page.goto(`${demo.dashboard_url}/test/sessions?older=unreadable`);
  const firstPage = page.getByRole('link', { name: 'Go to the first page' });
  await expect(firstPage).toBeVisible();
  await expectAccessibleOnAllScreens(page);
  await firstPage.click();
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
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

test('the rotation of a secret, the new secret and the check of a signature are accessible', async ({
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
