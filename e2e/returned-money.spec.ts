import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { button } from './elements.ts';
import { merchantServer, openDashboard } from './merchant.ts';
import { paySubscription } from './payer.ts';
import { payerPageSessions } from './payer-page-sessions.ts';
import { disputeRenewal } from './provider-requests.ts';

const screenshots = process.env.SCREENSHOT_DIR;
const status = (page: Page) =>
  page.locator('main header').getByRole('status').filter({ hasText: /\S/ });

async function takeScreenshots(page: Page, name: string): Promise<void> {
  if (!screenshots) return;
  for (const width of [390, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({
        path: join(screenshots, `${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
    }
  }
}

test('a refunded order is not shown as one to fulfill', async ({ page, request }) => {
  const { id } = await payerPageSessions(request).returnPayment();
  await openDashboard(page, `/test/sessions/${id}`);
  await expect(status(page)).toHaveText('Refunded');
  await expect(page.getByText('Do not fulfill the order.')).toBeVisible();
  await expect(button(page, 'Report provisioned…')).toHaveCount(0);
  await takeScreenshots(page, 'refunded');
  await openDashboard(page, '/test/sessions');
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="/${id}"]`) });
  await expect(row.getByText('Refunded')).toBeVisible();
  await takeScreenshots(page, 'sessions');
});

test('a dispute is found with its deadline', async ({ page, request }) => {
  const { id } = await payerPageSessions(request).dispute();
  await openDashboard(page, '/test/attention?kind=open_dispute');
  await takeScreenshots(page, 'disputes');
  await page.locator(`a[href$="/${id}"]`).first().click();
  await expect(status(page)).toHaveText('Disputed');
  await expect(page.getByText('Deadline to respond at the provider')).toBeVisible();
  await expect(button(page, 'Report provisioned…')).toHaveCount(0);
  await takeScreenshots(page, 'disputed');
});

test('an order that was refunded in part is still to be fulfilled', async ({ page, request }) => {
  const { id } = await payerPageSessions(request).returnPayment(1000);
  await openDashboard(page, `/test/sessions/${id}`);
  await expect(status(page)).toHaveText('Partially refunded');
  await expect(page.getByText('€10.00 of €42.00 was refunded.')).toBeVisible();
  await takeScreenshots(page, 'partly-refunded');
  await button(page, 'Report provisioned…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Report provisioned' }).click();
  await expect(status(page)).toHaveText('Provisioned · Partially refunded');
});

test('the dispute of a renewal does not ask to hold back the first order', async ({
  page,
  request,
}) => {
  const server = merchantServer(request);
  const { id, buyer_reference } = await paySubscription(page, server);
  const find = () => server.findSubscription(buyer_reference);
  const subscription = await find();
  await disputeRenewal(request, subscription.provider_subscription_id);
  await expect.poll(async () => (await find()).disputes.length).toBe(1);
  await openDashboard(page, `/test/sessions/${id}`);
  await expect(status(page)).toHaveText('Paid');
  const items = page.getByRole('region', { name: 'Needs attention' });
  await expect(items).toContainText('Respond at the provider before the deadline.');
  await expect(items).not.toContainText('Do not fulfill the order');
  await takeScreenshots(page, 'disputed-renewal-session');
  await openDashboard(page, `/test/subscriptions/${subscription.id}`);
  await expect(page.getByText('The payer’s bank questions a charge')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Needs a response fraudulent' })).toBeVisible();
  await takeScreenshots(page, 'disputed-renewal');
});
