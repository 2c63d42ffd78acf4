import { expect, type Page, test } from '@playwright/test';
import { demo } from './demo.ts';
import { button } from './elements.ts';
import { merchantServer, openDashboard } from './merchant.ts';
import { createConflict, refund } from './provider-requests.ts';

const status = (page: Page, word: string) =>
  page.locator('main header').getByRole('status').filter({ hasText: word });

test('a user finds a payment of a wrong amount and accepts it', async ({ page, request }) => {
  const { id } = await createConflict(request, 4199);
  await openDashboard(page, '/test/sessions');
  const filter = page.getByRole('navigation', { name: 'Filter by status' });
  await filter.getByRole('link', { name: 'Needs attention' }).click();
  await expect(page).toHaveURL(/attention=true/);
  await expect(page.locator(`a[href$="/${id}"]`).first()).toBeVisible();
  await page.goto(`${demo.dashboard_url}/test/sessions/${id}`);
  await expect(page.getByRole('definition').filter({ hasText: '€42.00' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '€41.99' })).toBeVisible();
  await button(page, 'Accept payment…').click();
  const dialog = page.getByRole('dialog', { name: 'Accept €41.99?' });
  await dialog.getByLabel('Note (optional)').fill('Agreed with the buyer by phone.');
  await dialog.getByRole('button', { name: 'Accept payment' }).click();
  await expect(status(page, 'Paid')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('“Agreed with the buyer by phone.”')).toBeVisible();
  await merchantServer(request).waitForStatus(id, 'paid');
});

test('a conflict is resolved as refunded only after the refund at the provider', async ({
  page,
  request,
}) => {
  const { id, intent } = await createConflict(request, 4199);
  await openDashboard(page, `/test/sessions/${id}`);
  await button(page, 'Mark as refunded…').click();
  const dialog = page.getByRole('dialog', { name: 'Was every payment refunded in full?' });
  const refunded = dialog.getByRole('button', { name: 'Mark as refunded' });
  await refunded.click();
  await expect(dialog.getByText('The provider shows', { exact: false })).toBeFocused();
  await refund(request, intent);
  await refunded.click();
  await expect(status(page, 'Canceled')).toBeVisible();
  await expect(
    page.getByText('The provider shows all payments as refunded', { exact: false }),
  ).toBeVisible();
});

test('a user cancels an open session', async ({ page, request }) => {
  const { id } = await merchantServer(request).createSession();
  await openDashboard(page, `/test/sessions/${id}`);
  await button(page, 'Cancel session').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button(page, 'Cancel session')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the session' }).click();
  await expect(status(page, 'Canceled')).toBeVisible();
  await expect(button(page, 'Cancel session')).toHaveCount(0);
});
