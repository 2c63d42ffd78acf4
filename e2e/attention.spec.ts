import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';
import { expectAccessibleOnAllScreens } from './expect-accessible.ts';
import { openDashboard } from './merchant.ts';
import { createConflict } from './provider-requests.ts';

test('a conflict needs attention until a user accepts the payment', async ({ page, request }) => {
  const { id } = await createConflict(request, 4198);
  await openDashboard(page, '/test/sessions');
  await page.getByRole('link', { name: /^Needs attention\s*\d+\+? items?/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Needs attention' })).toBeVisible();
  const conflicts = page.getByRole('region', { name: /^Payment conflicts/ });
  await expect(conflicts).toContainText('accept or refund the payment');
  await expectAccessibleOnAllScreens(page);

  await page
    .getByRole('navigation', { name: 'Filter by kind' })
    .getByRole('link', { name: /^Payment conflicts/ })
    .click();
  await expect(page).toHaveURL(/kind=payment_conflict/);
  const next = page.getByRole('link', { name: 'Next page' });
  // It is the last item: the list begins with the one that waits for the longest time.
  const item = page.getByRole('row').filter({ has: page.locator(`a[href$="/${id}"]`) });
  await expect(async () => {
    if ((await item.count()) === 0) await next.click({ timeout: 1_000 });
    await expect(item).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await item.getByRole('link').click();
  await page.getByRole('button', { name: 'Accept payment…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Accept payment' }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto(`${demo.dashboard_url}/test/attention?kind=payment_conflict`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(item).toHaveCount(0);
});

test('a user assigns an item, writes a note and snoozes it', async ({ page, request }) => {
  const { id } = await createConflict(request, 4197);
  await openDashboard(page, '/test/attention?kind=payment_conflict');
  const next = page.getByRole('link', { name: 'Next page' });
  const item = page.getByRole('row').filter({ has: page.locator(`a[href$="/${id}"]`) });
  await expect(async () => {
    if ((await item.count()) === 0) await next.click({ timeout: 1_000 });
    await expect(item).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const choose = async (name: string) => {
    await item.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Assign to me');
  await expect(item).not.toContainText('Unassigned');
  await choose('Add note…');
  const dialog = page.getByRole('dialog', { name: 'Note' });
  await dialog.getByRole('textbox').fill('Called the shop.');
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(item).toContainText('Called the shop.');
  await choose('Snooze for 1 hour');
  await expect(item).toHaveCount(0);

  await page.goto(`${demo.dashboard_url}/test/sessions/${id}`);
  const ofSession = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  await expect(ofSession).toContainText('Payment conflict');
  await expect(ofSession).toContainText('Called the shop.');
  await expect(ofSession).toContainText('Snoozed until');
  await ofSession.getByRole('button', { name: 'Actions for Payment conflict' }).click();
  await page.getByRole('menuitem', { name: 'Unassign' }).click();
  await expect(ofSession).toContainText('Unassigned');
  await expectAccessibleOnAllScreens(page);

  await page.goto(`${demo.dashboard_url}/test/attention?kind=payment_conflict`);
  await page.getByRole('link', { name: 'Snoozed', exact: true }).click();
  await expect(page).toHaveURL(/filter=snoozed/);
  await page.reload();
  await expect(item).toContainText('Called the shop.');
  await expect(item).toContainText('Snoozed until');
});

test('live mode without objects has nothing that needs attention', async ({ page }) => {
  await openDashboard(page, '/live/attention');
  await expect(page.getByText('Nothing needs attention.')).toBeVisible();
  await page.goto(`${demo.dashboard_url}/live/attention?kind=unknown_attempt`);
  await expect(page.getByText('No items of this kind need attention.')).toBeVisible();
  await expectAccessibleOnAllScreens(page);
});
